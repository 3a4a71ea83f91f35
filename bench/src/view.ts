import PostalMime from 'postal-mime'
import { summarize } from '../../packages/server/src/mime/summary.ts'
import { viewMail } from '../../packages/server/src/mime/view/view.ts'
import { median } from './load/percentiles.ts'
import { circumstances, keepResults } from './report/results-file.ts'
import { decimals, table } from './report/table.ts'

/**
 * npm run bench:view: processor time to open mails and to summarise them, beside postal-mime, which
 * decodes all of a mail. Readers take turns, and each cell is a median.
 */
const turns = 5
const lines = (bytes: number) =>
  Buffer.alloc(bytes, 'all work and no play ').toString('base64').replaceAll(/.{76}/g, '$&\r\n')
const part = (type: string, body: string) => `--b\r\nContent-Type: ${type}\r\n${body}\r\n`
const encoded = (bytes: number) => `Content-Transfer-Encoding: base64\r\n\r\n${lines(bytes)}`
const mixed = (...parts: string[]) =>
  Buffer.from(
    `Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts.join('')}--b--`,
  )

const mails = {
  'html and text, 5 KB': mixed(
    part('text/plain', `\r\n${'hello world\r\n'.repeat(150)}`),
    part('text/html', `\r\n${'<p>hello world</p>\r\n'.repeat(150)}`),
  ),
  'a text and two files, 8 MB': mixed(
    part('text/plain', '\r\nhello'),
    part('application/pdf', encoded(3e6)),
    part('image/png', encoded(3e6)),
  ),
  'plain text, 4 MB': Buffer.from(`Subject: x\r\n\r\n${'hello world\r\n'.repeat(3e5)}`),
}
const readers = {
  summary: async (source: Buffer) => void summarize(source),
  view: async (source: Buffer) => void (await viewMail(source)),
  'postal-mime': async (source: Buffer) => void (await PostalMime.parse(source)),
}

const where = circumstances()
const results: { mail: string; reader: string; cpuMs: number }[] = []
for (const [mail, source] of Object.entries(mails)) {
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [reader, read] of Object.entries(readers)) {
      const cpuMs = await cpuMsOf(() => read(source))
      results.push({ mail, reader, cpuMs })
    }
  }
}

const rows = Object.keys(mails).map((mail) => {
  const cell = (reader: string) =>
    median(
      results.filter((one) => one.mail === mail && one.reader === reader).map((one) => one.cpuMs),
    )
  const cells = Object.keys(readers).map(cell)
  return [
    mail,
    ...cells.map((ms) => decimals(ms, 2)),
    decimals((cells[2] ?? 0) / (cells[1] ?? 1), 0),
  ]
})
console.log(table(['CPU ms', ...Object.keys(readers), 'postal-mime / view'], rows))
keepResults('view', where, results)

/**
 * Measures enough runs for the clock of processor time, which ticks every few milliseconds, and divides by their
 * number.
 */
async function cpuMsOf(work: () => Promise<void>): Promise<number> {
  const before = process.threadCpuUsage()
  for (let runs = 1; ; runs += 1) {
    await work()
    const { user, system } = process.threadCpuUsage(before)
    const ms = (user + system) / 1_000
    if (ms >= 200) return ms / runs
  }
}
