import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { messageLines } from './message-lines.ts'

const sent = (source: string, bodyLines?: number) =>
  Buffer.concat([...messageLines(Buffer.from(source, 'latin1'), bodyLines)]).toString('latin1')

test.each([
  ['a mail', 'A: b\r\n\r\nx\r\n', undefined, 'A: b\r\n\r\nx\r\n.\r\n'],
  ['a line with a dot', '.\r\n..\r\na.\r\n', undefined, '..\r\n...\r\na.\r\n.\r\n'],
  ['a dot behind a bare LF', 'a\n.\nb\r\n', undefined, 'a\r\n..\r\nb\r\n.\r\n'],
  ['no last CRLF', 'a', undefined, 'a\r\n.\r\n'],
  ['nothing', '', undefined, '.\r\n'],
  ['the header alone', 'A: b\r\n\r\nx\r\ny\r\n', 0, 'A: b\r\n\r\n.\r\n'],
  ['one line of the body', 'A: b\n\nx\ny\n', 1, 'A: b\r\n\r\nx\r\n.\r\n'],
])('%s is sent with its end', (_, source, lines, wanted) => {
  expect(sent(source, lines)).toBe(wanted)
})

test('what a client takes out is the source, and only the last line is a dot alone', () => {
  const part = fc.constantFrom('.', '..', '\r\n', 'a', '\n.', '\r', 'x'.repeat(16_383))
  const holds = fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
    const source = parts.join('')
    const text = sent(source)
    const lines = text.slice(0, -5).split('\r\n')
    if (text === '.\r\n') return source === ''
    const plain = lines.map((line) => (line.startsWith('.') ? line.slice(1) : line)).join('\r\n')
    const wanted = source.replaceAll(/(?<!\r)\n/g, '\r\n').replace(/\r\n$/, '')
    return !lines.includes('.') && text.endsWith('\r\n.\r\n') && plain === wanted
  })
  fc.assert(holds, { numRuns: 500 })
})
