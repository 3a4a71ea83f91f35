import { expect, test } from 'vitest'
import { wordText } from '../../words/word-list.ts'
import { newWordRows } from './new-words.ts'
import { unpackNewWords } from './unpacked-words.ts'

const entry = (mail_id: number, team_id: number, body: string) => ({
  mail_id,
  team_id,
  facts: 'éx',
  sender: 'ann lee',
  recipients: '',
  subject: 'red',
  body,
})

test('the words of a batch are a row for each team, in the order of its mails', async () => {
  const rows = await newWordRows([entry(7, 1, 'c'), entry(5, 2, 'b'), entry(4, 1, 'größe')])
  expect(
    rows.map(({ team_id, first_mail, mail_ids }) => ({ team_id, first_mail, mail_ids })),
  ).toEqual([
    { team_id: 1, first_mail: 4, mail_ids: [4, 7] },
    { team_id: 2, first_mail: 5, mail_ids: [5] },
  ])
  const [first = { words: new Uint8Array(), bytes: 0 }] = rows
  expect(await unpackNewWords([4, 7], first)).toEqual({
    ids: [4, 7],
    texts: [' éx a/ann a/lee c/red größe ', ' éx a/ann a/lee c/red c '],
  })
})

test('a mail without a word has a text as well', async () => {
  const none = { facts: '', sender: '', recipients: '', subject: '', body: '' }
  const [row = { words: new Uint8Array(), bytes: 0 }] = await newWordRows([
    { mail_id: 1, team_id: 1, ...none },
  ])
  expect(await unpackNewWords([1], row)).toEqual({ ids: [1], texts: [' '] })
})

test('long mails of a team are in several rows, and one that is too long alone is in one', async () => {
  const long = 'word '.repeat(30_000).trim()
  const rows = await newWordRows([1, 2, 3, 4, 5, 6, 7, 8].map((id) => entry(id, 1, long)))
  expect(rows.map(({ mail_ids }) => mail_ids)).toEqual([
    [1, 2, 3],
    [4, 5, 6],
    [7, 8],
  ])
  for (const { words, bytes } of rows) expect(words.length).toBeLessThan(bytes / 100)
})

test('a mail has no more words than an index takes', async () => {
  const body = Array.from({ length: 9_000 }, (_, at) => `${at}${'木'.repeat(60)}`).join(' ')
  const words = wordText({ ...entry(1, 1, body), facts: `${'x'.repeat(681)} kept` })
  expect(words.length).toBeLessThanOrEqual(300_000)
  expect(words.split(' ')).toEqual(expect.arrayContaining(['kept', `0${'木'.repeat(60)}`]))
  expect(words.split(' ').every((word) => word.length <= 680)).toBe(true)
})
