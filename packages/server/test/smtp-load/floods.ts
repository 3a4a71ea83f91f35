import { startEngine } from './engine.ts'
import type { Finding } from './finding.ts'
import { startWorker } from './worker.ts'

const gib = 1024 ** 3
const total = 4 * gib
const login = `EHLO flood\r\nAUTH PLAIN ${Buffer.from('\0load\0load').toString('base64')}\r\n`
const opened = `${login}MAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\n`

const floods = [
  { into: 'a line', start: '', piece: 'x' },
  { into: 'a command', start: `${login}MAIL FROM:<`, piece: 'x' },
  { into: 'an answer of AUTH', start: 'EHLO flood\r\nAUTH PLAIN\r\n', piece: 'A' },
  { into: 'commands', start: login, piece: 'NOOP\r\n' },
  { into: 'recipients', start: opened, piece: 'RCPT TO:<c@d>\r\n' },
  { into: 'DATA', start: `${opened}DATA\r\n`, piece: 'content of a mail\r\n' },
  { into: 'DATA without lines', start: `${opened}DATA\r\n`, piece: 'x' },
  { into: 'BDAT', start: `${opened}BDAT ${total}\r\n`, piece: 'x' },
]

/** A client that pours bytes into a session is cut off, and memory does not grow. */
export async function pouredBytes(): Promise<Finding[]> {
  const engine = await startEngine()
  const warmUp = floods.find(({ into }) => into === 'DATA')
  if (warmUp) await pour(engine.port, warmUp)
  const findings: Finding[] = []
  for (const flood of floods) {
    const before = engine.rss()
    const { sent, ms } = await pour(engine.port, flood)
    findings.push(
      {
        what: `poured into ${flood.into}, closed after ${ms.toFixed(0)} ms`,
        measured: sent / gib,
        unit: 'GiB taken',
        atMost: total / gib / 2,
      },
      { what: 'memory more than before', measured: engine.rss() - before, unit: 'MiB', atMost: 64 },
    )
  }
  await engine.stop()
  return findings
}

async function pour(port: number, { start, piece }: { start: string; piece: string }) {
  const worker = startWorker<{ sent: number; ms: number }>('flood-process.ts', {
    port,
    start,
    piece,
    total,
  })
  const said = await worker.said()
  await worker.stop()
  return said
}
