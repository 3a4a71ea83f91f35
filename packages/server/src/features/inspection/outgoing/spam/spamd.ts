import { once } from 'node:events'
import { connect } from 'node:net'
import { NotReached, shownRules, type Scored, type SpamEngine } from './spam-check.ts'

const usualPort = 783
/** A report has some kilobytes. */
const mostBytes = 64 * 1024

/** SpamAssassin's daemon, which is asked for a report (`spamd/PROTOCOL` of its sources). */
export const createSpamd = (url: URL): SpamEngine => ({
  name: 'spamassassin',
  async score({ source }, signal) {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const socket = connect({ host, port: Number(url.port) || usualPort, signal })
    try {
      await once(socket, 'connect').catch((cause: unknown) => {
        throw new NotReached('spamd is not reached', { cause })
      })
      socket.write(`REPORT SPAMC/1.5\r\nContent-length: ${source.length}\r\n\r\n`)
      socket.write(source)
      return readReport(await readAnswer(socket))
    } finally {
      socket.destroy()
    }
  },
})

/** All until the daemon ends the connection. */
async function readAnswer(socket: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of socket) {
    chunks.push(chunk)
    length += chunk.length
    if (length > mostBytes) throw new Error('the report is too long')
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readReport(answer: string): Scored {
  const end = answer.indexOf('\r\n\r\n')
  const header = answer.slice(0, end)
  const report = answer.slice(end + 4)
  const [, score, threshold] = /^Spam: *\w+ *; *(-?[\d.]+) *\/ *(-?[\d.]+)/im.exec(header) ?? []
  const length = Number(/^Content-length: *(\d+)/im.exec(header)?.[1])
  const isWhole = /^SPAMD\/[\d.]+ 0 /.test(header) && Buffer.byteLength(report) >= length
  if (end < 0 || !isWhole || score === undefined || threshold === undefined) {
    throw new Error('spamd gave no whole report')
  }
  return {
    score: Number(score),
    threshold: Number(threshold),
    rules: shownRules(readRules(report)),
  }
}

const ruleForm = /^ *(-?\d+(?:\.\d+)?) +(\w+) +(.*)$/
const continuedForm = /^ {20,}(\S.*)$/

/** The table at the end of a report: points, name and description, which may go on below. */
function readRules(report: string): Scored['rules'] {
  const rules: Scored['rules'] = []
  for (const line of report.slice(report.indexOf('\n---- ') + 1).split(/\r?\n/)) {
    const [, points, name, description] = ruleForm.exec(line) ?? []
    const more = continuedForm.exec(line)?.[1]
    const last = rules.at(-1)
    if (name !== undefined) {
      rules.push({ name, score: Number(points), description: description ?? null })
    } else if (more !== undefined && last) last.description = `${last.description} ${more}`
  }
  return rules
}
