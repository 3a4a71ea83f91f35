import { randomBytes } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pack, packNow, unpack } from './packing.ts'

const sources: [string, Uint8Array][] = [
  ['nothing', new Uint8Array()],
  ['one byte', Uint8Array.of(0)],
  ['a few bytes', Buffer.from('hello')],
  ['text', Buffer.from('Subject: hi\r\n\r\n'.repeat(500))],
  ['much text', Buffer.from('Subject: hi\r\n\r\n'.repeat(5_000))],
  ['noise', randomBytes(10_000)],
  ['much noise', randomBytes(100_000)],
]

test.each(sources)('%s comes back as it was', async (_name, source) => {
  expect(Buffer.from(await unpack(packNow(source), source.length))).toEqual(Buffer.from(source))
  expect(Buffer.from(await unpack(await pack(source), source.length))).toEqual(Buffer.from(source))
})

test.each(sources)('%s never grows by more than a byte', async (_name, source) => {
  expect(packNow(source).length).toBeLessThanOrEqual(source.length + 1)
  expect((await pack(source)).length).toBeLessThanOrEqual(source.length + 1)
})

test('text takes a fraction of its size', () => {
  expect(packNow(Buffer.from('Subject: hi\r\n\r\n'.repeat(500))).length).toBeLessThan(100)
})

test('what would unpack to more than allowed is refused, packed or not', async () => {
  await expect(unpack(packNow(Buffer.alloc(1_000_000)), 999_999)).rejects.toThrow(/larger than/)
  await expect(unpack(packNow(Buffer.alloc(10_000)), 9_999)).rejects.toThrow(/larger than/)
  await expect(unpack(packNow(randomBytes(100)), 99)).rejects.toThrow('exceeds 99 bytes')
})

test('bytes that were packed in an unknown way are refused', async () => {
  await expect(unpack(Uint8Array.of(9, 1, 2), 100)).rejects.toThrow('unknown format')
  await expect(unpack(new Uint8Array(), 100)).rejects.toThrow('unknown format')
  await expect(unpack(Uint8Array.of(1, 1, 2, 3, 4, 5), 100)).rejects.toThrow(/frame/i)
  await expect(unpack(Uint8Array.of(2, 1, 2, 3, 4, 5), 100)).rejects.toThrow(/end of file/)
})

// Stores that people have hold them.
test('what earlier versions packed can be read', async () => {
  const source = Buffer.from('Subject: hi\r\n\r\n'.repeat(20))
  const packed = Buffer.concat([Uint8Array.of(1), zstdCompressSync(source)])
  expect(Buffer.from(await unpack(packed, source.length))).toEqual(source)
})
