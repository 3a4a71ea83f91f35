import { expect, test } from 'vitest'
import { corpusMails } from '../../../../../test/corpora/corpora.ts'
import { summarize } from '../../../../mime/summary.ts'
import { viewMail } from '../../../../mime/view/view.ts'
import { searchEntry, otherPeople, type OtherPeople } from './mail-entry.ts'
import { facts, wordList } from './mail-facts.ts'
import { searchWords } from '../../../../db/words/search-words.ts'

const entryOf = (...parts: { type: string; body: string }[]) => {
  const source = [
    'Content-Type: multipart/alternative; boundary=x',
    '',
    ...parts.flatMap(({ type, body }) => ['--x', `Content-Type: ${type}`, '', body]),
    '--x--',
  ].join('\r\n')
  return searchEntry({
    id: 1,
    teamId: 1,
    envelope: { from: '', to: [] },
    receivedAt: 0,
    size: source.length,
    summary: summarize(Buffer.from(source)),
  })
}

const text = { type: 'text/plain', body: 'Your code is 4711. Bye.' }
const html = { type: 'text/html', body: '<p>Your <b>code</b> is 4711, view, view it online</p>' }

test('the words of the html that the text lacks follow the text, with those around them, whichever part is first', () => {
  const words = 'your code is 4711 bye code is 4711 view view it online'
  expect(entryOf(text, html).body).toBe(words)
  expect(entryOf(html, text).body).toBe(words)
})

test('a word of the html is known only as a whole word, and where the html skips little of the text', () => {
  const long = { type: 'text/plain', body: `viewer ${'far '.repeat(60)} end` }
  const said = { type: 'text/html', body: 'view end' }
  expect(entryOf(long, said).body).toBe(`viewer ${'far '.repeat(60)}end view end`)
})

test('words of the html are found next to those around them, which the text has elsewhere', () => {
  const plain = { type: 'text/plain', body: 'one two three red text four five six seven eight' }
  const said = {
    type: 'text/html',
    body: '<p>one two three red html four five six seven eight</p>',
  }
  expect(entryOf(plain, said).body).toBe(
    'one two three red text four five six seven eight two three red html four five six',
  )
})

test('html that says no more than the text adds nothing', () => {
  const same = { type: 'text/html', body: '<p>Your code is <b>4711</b>. Bye.</p>' }
  expect(entryOf(text, same).body).toBe('your code is 4711 bye')
})

test('html alone is the text, with its words as often as they stand in it', () => {
  expect(entryOf(html).body).toBe('your code is 4711 view view it online')
})

test('the list and the open mail agree on how many files a mail has, and on its first text', async () => {
  for (const { name, bytes } of corpusMails()) {
    const row = summarize(bytes)
    const shown = await viewMail(bytes)
    expect(shown.attachments, name).toHaveLength(row.attachmentCount)
    if (shown.text === null) continue
    expect(searchWords(shown.text).startsWith(searchWords(row.text)), name).toBe(true)
  }
})

test('a row has the first hundred people, and fewer of those with very long names', () => {
  const people = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => ({ name, address: `p${at}@a.example` }))
  const listed = (count: number, name: string) => {
    const summary = { ...summarize(new Uint8Array()), cc: people(count, name) }
    return (JSON.parse(otherPeople(summary, []) ?? '{}') as OtherPeople).cc?.length
  }
  expect([listed(24, 'n'.repeat(300)), listed(100, 'Ada Lovelace')]).toEqual([24, 100])
  expect(listed(1_000, 'n'.repeat(100))).toBe(100)
  expect(listed(1_000, 'n'.repeat(300))).toBe(48)
})

test('mail of other inboxes than the first has a word for its inbox', () => {
  const mail = { id: 1, teamId: 1, envelope: { from: '', to: [] }, receivedAt: 0, size: 1 }
  const summary = summarize(Buffer.from('Subject: red'))
  const [first, second] = [1, 2].map((inbox) => searchEntry({ ...mail, inbox, summary }).facts)
  expect(wordList(second ?? '')).toEqual([...wordList(first ?? ''), facts.inbox(1, 2)])
})
