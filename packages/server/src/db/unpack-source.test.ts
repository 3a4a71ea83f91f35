import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { packNow } from './packing.ts'
import { SourceDamaged } from './store-faults.ts'
import { unpackSource } from './unpack-source.ts'

const text = (length: number) =>
  Buffer.from('Subject: hello\r\n\r\n'.repeat(length / 18 + 1)).subarray(0, length)

function spoiled(packed: Uint8Array, how: 'cut' | 'unknown format'): Uint8Array {
  if (how === 'cut') return packed.subarray(0, packed.length - 9)
  return Uint8Array.from([9, ...packed.subarray(1)])
}

test.each([
  ['kept as it is', text(100)],
  ['by brotli', text(2_000)],
  ['by zstd', text(40_000)],
  ['that does not shrink', randomBytes(2_000)],
])('a source that was packed %s comes back, and a damaged one is called so', async (_, source) => {
  const packed = packNow(source)
  expect(Buffer.from(await unpackSource(packed, source.length)).equals(source)).toBe(true)
  for (const how of ['cut', 'unknown format'] as const) {
    await expect(unpackSource(spoiled(packed, how), source.length)).rejects.toThrow(SourceDamaged)
  }
})
