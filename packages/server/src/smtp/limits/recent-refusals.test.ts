import { expect, test } from 'vitest'
import { createRecentRefusals } from './recent-refusals.ts'

const refused = (reply: string) => ({
  at: 1,
  remoteAddress: '127.0.0.1',
  reply,
  mailId: null,
  transcript: '',
  transcriptTimes: [],
})

test('an account keeps its newest ten, newest first, and sees no other account’s', () => {
  const refusals = createRecentRefusals()
  for (let count = 1; count <= 12; count += 1) refusals.add(1, refused(String(count)))
  refusals.add(2, refused('other'))
  const replies = refusals.of(1).map(({ reply }) => reply)
  expect(replies).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3'])
  expect(refusals.of(3)).toEqual([])
})

test('what is remembered of an account has ids of its own, the newest the highest', () => {
  const refusals = createRecentRefusals()
  for (let count = 1; count <= 12; count += 1) refusals.add(1, refused('no'))
  refusals.add(2, refused('no'))
  expect(refusals.of(1).map(({ id }) => id)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  expect(refusals.of(2).map(({ id }) => id)).toEqual([1])
})

test('an account is forgotten without the others', () => {
  const refusals = createRecentRefusals()
  for (const id of [1, 2]) refusals.add(id, refused('no'))
  refusals.forget(1)
  expect(refusals.of(1)).toEqual([])
  expect(refusals.of(2)).toHaveLength(1)
})

test('beyond a hundred accounts the one refused least recently is forgotten', () => {
  const refusals = createRecentRefusals()
  for (let id = 1; id <= 100; id += 1) refusals.add(id, refused('no'))
  refusals.add(1, refused('again'))
  refusals.add(101, refused('no'))
  expect(refusals.of(1).length).toBe(2)
  expect(refusals.of(2)).toEqual([])
  expect(refusals.of(101).length).toBe(1)
})
