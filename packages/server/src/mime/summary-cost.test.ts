import { expect, test } from 'vitest'
import { summarize } from './summary.ts'

/** A mail is summarised on the thread that answers SMTP and HTTP: none may hold it up. */
const html = 'Content-Type: text/html\r\n\r\n'
const part = `--b\r\n${html}${'<a"=">'.repeat(11_000)}\r\n`
const words = '=?a?B?x'.repeat(6_400)

test.each([
  ['tags whose ends are in quotes', html + '<a"=">'.repeat(4_000_000)],
  [
    'many parts of such tags',
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(380)}`,
  ],
  ['encoded-words without an end', `To: ${words}\r\nCc: ${words}\r\nFrom: ${words}\r\n\r\n`],
  ['base64 of what is none', `Content-Transfer-Encoding: base64\r\n\r\n${'!'.repeat(25e6)}`],
  ['padding alone', `Content-Transfer-Encoding: base64\r\n\r\n${'='.repeat(25e6)}`],
])('the summaries of %s cost no more than those of twenty plain mails of 25 MB', (_, text) => {
  const plain = costOf(Buffer.from(`\r\n${'hello world\r\n'.repeat(2e6)}`))
  expect(costOf(Buffer.from(text, 'latin1'))).toBeLessThan(20 * plain)
})

/** Microseconds of processor time, the least of some runs. */
function costOf(source: Buffer): number {
  const runs = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage()
    for (let run = 0; run < 4; run += 1) summarize(source)
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  })
  return Math.max(4_000, Math.min(...runs))
}
