import { expect, test } from 'vitest'
import { createNewWordsWatch } from './new-words-watch.ts'

const row = (id: number, team_id: number, mails: number) => ({ id, team_id, mails, bytes: mails })

test('teams of which there is enough take turns', () => {
  const watch = createNewWordsWatch(() => 0)
  watch.found(4, [row(1, 7, 256), row(2, 8, 255), row(3, 9, 4_000), row(4, 8, 1)])
  expect(watch.waiting()).toBe(256 + 4_000 + 256)
  expect(watch.next()).toBe(7)
  // While it is at work, more comes.
  watch.found(5, [row(5, 7, 300)])
  watch.add(7, { mails: -256, bytes: -256, rows: -1 })
  expect([watch.next(), watch.next(), watch.next(), watch.next()]).toEqual([9, 8, 7, undefined])
})

test('a team that has less than was thought waits for more', () => {
  const watch = createNewWordsWatch(() => 0)
  watch.begin(9, [{ team_id: 7, mails: 300, bytes: 1, rows: 2 }])
  expect(watch.next()).toBe(7)
  watch.set(7, { mails: 200, bytes: 1, rows: 1 })
  expect(watch.next()).toBe(undefined)
  watch.found(10, [row(10, 7, 56)])
  expect(watch.next()).toBe(7)
})

test('a team of little mail in many rows is named, until they are few or enough', () => {
  let now = 5
  const watch = createNewWordsWatch(() => now)
  watch.begin(9, [{ team_id: 7, mails: 32, bytes: 1, rows: 32 }])
  expect(watch.nextWithManyRows()).toBe(undefined)
  watch.found(11, [row(10, 7, 1), row(11, 8, 1)])
  expect([watch.nextWithManyRows(), watch.nextWithManyRows()]).toEqual([7, undefined])
  watch.add(7, { mails: -33, bytes: -34, rows: -33 })
  watch.found(12, [row(12, 7, 33)])
  expect(watch.nextWithManyRows()).toBe(undefined)
  expect([watch.waiting(), watch.waitingSince()]).toEqual([0, null])
  watch.set(7, { mails: 255, bytes: 1, rows: 40 })
  watch.add(7, { mails: 1, bytes: 1, rows: 1 })
  now = 6
  watch.set(8, { mails: 256, bytes: 1, rows: 1 })
  expect(watch.nextWithManyRows()).toBe(undefined)
  expect([watch.waiting(), watch.waitingSince()]).toEqual([512, 5])
  // Until an index is made, it waits.
  expect(watch.next()).toBe(7)
  watch.begin(20, [{ team_id: 7, mails: 300, bytes: 1, rows: 40 }])
  expect([watch.waiting(), watch.waitingSince()]).toEqual([300, 5])
  watch.add(7, { mails: -300, bytes: -1, rows: -40 })
  expect([watch.waiting(), watch.waitingSince()]).toEqual([0, null])
})

test('rows that become visible late are counted, and counted once', () => {
  let now = 0
  const watch = createNewWordsWatch(() => now)
  watch.begin(10, [])
  watch.found(14, [row(12, 7, 100), row(14, 7, 100)])
  expect(watch.wanted()).toEqual({ after: 14, missing: [11, 13] })
  watch.found(14, [row(11, 7, 56)])
  expect(watch.wanted()).toEqual({ after: 14, missing: [13] })
  expect(watch.next()).toBe(7)
  // This mail is of a batch that was undone.
  now = 61_000
  watch.found(15, [row(15, 7, 1)])
  expect(watch.wanted()).toEqual({ after: 15, missing: [] })
})

test('ids of which none was seen for long are not remembered without end', () => {
  const watch = createNewWordsWatch(() => 0)
  watch.found(1_000_000, [])
  expect(watch.wanted().missing).toHaveLength(10_000)
  watch.found(1_000_010, [])
  expect(watch.wanted().missing).toHaveLength(10_000)
  expect(watch.wanted().missing.at(-1)).toBe(1_000_010)
})
