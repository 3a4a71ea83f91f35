import { readOfferedContent } from '../../src/mime/offered-content.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadOrCreateCertificate } from '../../src/lib/tls/certificate.ts'
import { createLab } from '../../src/smtp/lab/lab.ts'
import { readySteps } from '../../src/smtp/lab/lab-steps.ts'
import type { SmtpLimits } from '../../src/smtp/limits/limits.ts'
import { createSmtp } from '../../src/smtp/smtp.ts'
import type { EngineReport } from './engine.ts'

/**
 * The SMTP engine alone, as a process: what it catches is forgotten at once. Takes limits as JSON
 * in its first argument, prints its ports as a line of JSON, and answers any message of its parent
 * with an `EngineReport`.
 */
const limits = JSON.parse(process.argv[2] ?? '{}') as Partial<SmtpLimits>
const dataDir = mkdtempSync(join(tmpdir(), 'mailstop-engine-'))

/** Mail of these names is delayed, and answered by another person each. */
function accountOf(username: string) {
  const [, person] = /^delayed-(\d+)$/.exec(username) ?? []
  return person === undefined ? { id: 1 } : { id: 10 + Number(person), user: username }
}

const steps = readySteps([{ at: 'mail', do: { delay_ms: 120_000 } }])
const lab = createLab({
  runningIn: (teamId, inbox) =>
    teamId < 10 ? null : { teamId, inbox, name: 'Test', run: 'run', seed: '', steps },
  count: async () => ({ count: 1, sinceMs: 0 }),
  acted: () => {},
})

const smtp = createSmtp({
  host: '127.0.0.1',
  ports: [
    { port: 0, tls: 'starttls' },
    { port: 0, tls: 'implicit' },
  ],
  hostname: 'localhost',
  certificate: await loadOrCreateCertificate({ dataDir, hostname: 'localhost' }),
  authenticate: async ({ username, password }) =>
    password === 'load' ? accountOf(username) : null,
  lab: { ...lab, describe: readOfferedContent },
  receive: async () => ({ id: 1 }),
  limits: { connectionsPerAddress: 20_000, ...limits },
  log: { info: () => {}, warn: () => {}, error: () => {} },
})
const started = await smtp.start()
rmSync(dataDir, { recursive: true })

process.on('message', () => {
  const { connections, accepted } = smtp.stats()
  const report: EngineReport = { connections, accepted }
  process.send?.(report)
})
process.on('SIGTERM', () => void smtp.stop().then(() => process.exit(0)))
process.on('disconnect', () => process.exit(0))
process.stdout.write(`${JSON.stringify(started)}\n`)
