import { expect, test } from 'vitest'
import { createLineReader } from './line-reader.ts'

const chunkOf = (text: string) => Buffer.from(new Uint8Array(Buffer.from(text)).buffer)

test.each([
  ['content that ended in it', 'content', 7],
  ['content and half a command', 'contentNOO', 7],
])('a chunk is released once it was read: %s', (_title, text, consumed) => {
  const reader = createLineReader()
  const chunk = chunkOf(text)
  reader.push(chunk)
  const taken = reader.take()
  reader.putBack(taken.subarray(consumed))
  expect(reader.next(() => 100)).toBe(null)
  expect(reader.pending()).toBe(text.length - consumed)
  expect(reader.take().buffer).not.toBe(chunk.buffer)
})
