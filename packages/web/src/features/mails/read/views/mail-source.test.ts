import { describe, expect, test } from 'vitest'
import { readStart } from './mail-source.tsx'

const bytes = (text: string) => new TextEncoder().encode(text)
const reply = (...chunks: string[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(bytes(chunk))
        controller.close()
      },
    }),
  )

describe('the start of a file', () => {
  test.each([
    [['abc'], 10, 'abc', false],
    [['abc', 'def'], 6, 'abcdef', false],
    [['abc', 'def'], 5, 'abcde', true],
    [['abcdef'], 2, 'ab', true],
    [[], 2, '', false],
    [['Zürich'], 20, 'Zürich', false],
  ])('%j within %d bytes is %j', async (chunks, limit, text, isCut) => {
    expect(await readStart(reply(...chunks), limit)).toEqual({ text, isCut })
  })

  test('the rest of a long file is not fetched', async () => {
    let pulled = 0
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1
        controller.enqueue(bytes('x'.repeat(1_000)))
      },
    })
    const { text, isCut } = await readStart(new Response(endless), 2_500)
    expect([text.length, isCut]).toEqual([2_500, true])
    expect(pulled).toBeLessThan(10)
  })

  test('a refusal is not shown as a file', async () => {
    await expect(readStart(new Response('gone', { status: 410 }), 10)).rejects.toThrow('410')
  })
})
