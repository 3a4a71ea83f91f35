import { describe, expect, test } from 'vitest'
import { createMessageBytes } from './message-bytes.ts'

/** The same bytes in chunks of `sizes`, round and round, each overwritten once it is out of sight. */
function gather(content: Buffer, sizes: number[], limit = 1_000_000) {
  const message = createMessageBytes(limit)
  for (let at = 0, turn = 0; at < content.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    const chunk = Buffer.from(content.subarray(at, at + size))
    message.append(chunk)
    message.settle()
    if (chunk.length < 16 * 1024) chunk.fill(0)
    at += size
  }
  return message
}

describe('the bytes of a message', () => {
  const content = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7) % 251))

  test.each([
    [[1]],
    [[7]],
    [[16_383]],
    [[16_384]],
    [[16_385]],
    [[65_536]],
    [[1, 65_536]],
    [[20_000, 3, 16_384]],
  ])('are the same in chunks of %j', (sizes) => {
    const message = gather(content, sizes)
    expect(message.size()).toBe(content.length)
    expect(message.held()).toBe(content.length)
    expect(content.equals(message.take())).toBe(true)
  })

  test('that came in one chunk are given away as they are', () => {
    const chunk = Buffer.concat([content.subarray(0, 4_500), Buffer.from('.\r\nNOOP\r\n')])
    const own = Buffer.from(new Uint8Array(chunk).buffer)
    const message = createMessageBytes(10_000)
    message.append(own.subarray(0, 4_500))
    const taken = message.take()
    expect(taken.buffer).toBe(own.buffer)
    expect(content.subarray(0, 4_500).equals(taken)).toBe(true)
    expect(message.take()).toHaveLength(4_500)
  })

  test('are given away with a buffer of their own where they share one', () => {
    const pooled = Buffer.from('a small piece of a pool')
    const message = createMessageBytes(100)
    message.append(pooled.subarray(2, 7))
    expect(message.take().buffer.byteLength).toBe(5)
  })

  test('do not keep the whole of a chunk of which little is content', () => {
    const message = createMessageBytes(1_000_000)
    const chunk = Buffer.alloc(64 * 1024, 'x')
    message.append(chunk.subarray(0, 16 * 1024))
    message.settle()
    // What was copied out of it is not overwritten with it.
    chunk.fill('y')
    expect(Buffer.from(message.take()).toString()).toBe('x'.repeat(16 * 1024))
  })

  test.each([
    [10, false],
    [9, true],
  ])('with a limit of %i for 10 bytes are too big: %s', (limit, tooBig) => {
    const message = gather(content.subarray(0, 10), [3], limit)
    expect(message.tooBig()).toBe(tooBig)
    expect(message.size()).toBe(10)
    expect(message.held()).toBe(tooBig ? 0 : 10)
  })
})
