import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { mailMembers } from '../../lib/json/read-json.ts'
import { wholeOf } from './posted-body.ts'

test.each([
  ['nothing', []],
  ['a little', [Buffer.from('a'), Buffer.from('b')]],
  [
    'more than is copied in one turn',
    Array.from({ length: 40 }, (_, at) => Buffer.alloc(65_536, at)),
  ],
])('a body is whole, and has memory of its own: %s', async (_, chunks) => {
  const whole = await wholeOf(Readable.from(chunks), {})
  expect(whole.equals(Buffer.concat(chunks))).toBe(true)
  expect(whole.buffer.byteLength).toBe(whole.length)
})

test('others take turns while a large body is copied', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    if (turns < 100) setImmediate(count)
  }
  async function* body() {
    for (let chunk = 0; chunk < 80; chunk += 1) yield Buffer.alloc(65_536)
    setImmediate(count)
  }
  expect(await wholeOf(body(), {})).toHaveLength(80 * 65_536)
  expect(turns).toBeGreaterThan(2)
})

test('of JSON that has too much, no more than its beginning is kept', async () => {
  const lists = Array.from({ length: 9 }, () => Buffer.from('['.repeat(100_000)))
  const whole = await wholeOf(Readable.from(lists), { json: mailMembers })
  expect(whole.length).toBeLessThan(900_000)
  expect(whole.length % 100_000).toBe(0)
})
