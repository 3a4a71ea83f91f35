import { describe, expect, test } from 'vitest'
import {
  attachmentFact,
  ccFacts,
  headerFact,
  headerWordFacts,
  linkFact,
  loginFacts,
  recipientDomainFact,
  recipientFact,
  senderDomainFact,
  senderFact,
} from './mail-facts.ts'
import { searchWords } from './words.ts'

describe('a fact', () => {
  const key = 'ada@rocket.test'
  const all = [
    attachmentFact,
    linkFact,
    senderFact(key),
    senderDomainFact(key),
    recipientFact(key),
    recipientDomainFact(key),
    ...ccFacts(['ada']),
    ...loginFacts(['ada']),
    headerFact('X-Tag'),
    ...headerWordFacts('X-Tag', 'ada'),
    ...headerWordFacts('X', 'tagada'),
  ]

  test('is one word, like no other', () => {
    expect(new Set(all).size).toBe(all.length)
    for (const fact of all) expect(fact).not.toMatch(/\s/)
  })

  test('is no word that a text can contain', () => {
    for (const fact of all) expect(searchWords(`red ${fact} green`).split(' ')).not.toContain(fact)
  })

  test('about an address begins as the address does, and names its domain', () => {
    expect(senderFact(key).startsWith(senderFact('ada@rock'))).toBe(true)
    expect(senderDomainFact(key)).toBe(senderDomainFact('bob@rocket.test'))
    expect(senderDomainFact('"a@b"@rocket.test')).toBe(senderDomainFact(key))
  })

  test('about a header does not mind the case of its name', () => {
    expect(headerFact('x-TAG')).toBe(headerFact('X-Tag'))
    expect(headerFact('X.Tag')).not.toBe(headerFact('X-Tag'))
  })
})
