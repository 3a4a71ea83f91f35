import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { mailMembers } from '../../lib/json/read-json.ts'
import { wholeOf } from './posted-body.ts'

const chunks = [70_000, 1, 65_536, 200_000].map((length, at) => Buffer.alloc(length, at + 65))
const all = Buffer.concat(chunks)

describe('a body is whole, whatever length it said that it has', () => {
  test.each([
    ['none', 0],
    ['its own', all.length],
    ['less', 10],
    ['more', 2 * all.length],
  ])('%s', async (_, length) => {
    const whole = await wholeOf(Readable.from(chunks), { length })
    expect(whole.equals(all)).toBe(true)
  })

  test('nothing comes', async () => {
    expect(await wholeOf(Readable.from([]), { length: 0 })).toHaveLength(0)
  })
})

test('of JSON that has too much, no more than its beginning is kept', async () => {
  const lists = Array.from({ length: 9 }, () => Buffer.from('['.repeat(100_000)))
  const whole = await wholeOf(Readable.from(lists), { length: 900_000, json: mailMembers })
  expect(whole.length).toBeLessThan(900_000)
  expect(whole.length % 100_000).toBe(0)
})
