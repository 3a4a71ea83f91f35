import { describe, expect, test } from 'vitest'
import { facts } from './mail-facts.ts'
import { searchWords } from '../../../../db/words/search-words.ts'

describe('a fact', () => {
  const key = 'ada@rocket.test'
  const all = [
    facts.attachment,
    facts.link,
    facts.sender(key),
    facts.senderDomain(key),
    facts.recipient(key),
    facts.recipientDomain(key),
    ...facts.cc(['ada']),
    ...facts.login(['ada']),
    facts.header('X-Tag'),
    ...facts.headerWords('X-Tag', 'ada'),
    ...facts.headerWords('X', 'tagada'),
    facts.header('Message-ID'),
    ...facts.headerWords('Message-ID', 'ada'),
  ]

  test('is one word, like no other', () => {
    expect(new Set(all).size).toBe(all.length)
    for (const fact of all) expect(fact).not.toMatch(/\s/)
  })

  test('is no word that a text can contain', () => {
    for (const fact of all) expect(searchWords(`red ${fact} green`).split(' ')).not.toContain(fact)
  })

  test('about an address begins as the address does, and names its domain', () => {
    expect(facts.sender(key).startsWith(facts.sender('ada@rock'))).toBe(true)
    expect(facts.senderDomain(key)).toBe(facts.senderDomain('bob@rocket.test'))
    expect(facts.senderDomain('"a@b"@rocket.test')).toBe(facts.senderDomain(key))
  })

  test('about a header does not mind the case of its name', () => {
    expect(facts.header('x-TAG')).toBe(facts.header('X-Tag'))
    expect(facts.header('X.Tag')).not.toBe(facts.header('X-Tag'))
  })

  test('spells an address with every kind of character in its own way', () => {
    const keys = ['a.b@c', 'a-b@c', 'a_b@c', 'a+b@c', 'aõb@c', 'aãb@c', 'añb@c', 'a b@c', 'ab@c']
    expect(new Set(keys.map(facts.sender)).size).toBe(keys.length)
  })
})
