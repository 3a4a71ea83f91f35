import { readOfferedContent } from '../../src/mime/offered-content.ts'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { LabPoint, LabStep } from '@mailstop/contract'
import { createTransport } from 'nodemailer'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { installTools, tools } from '../../../../scripts/lib/debian-packages.mjs'
import { createLab } from '../../src/smtp/lab/lab.ts'
import { readySteps } from '../../src/smtp/lab/lab-steps.ts'
import { memoryCounter } from '../clients/lab-session.ts'
import { password, startSmtp, username } from '../clients/smtp-harness.ts'

/** What clients report of each failure: nodemailer, swaks, Python's smtplib, and PHP alone. */
type Report = { isSent: boolean; said: string }
type Send = (port: number) => Promise<Report>

const sendmail = fileURLToPath(
  new URL('../../../../integrations/sendmail/sendmail.php', import.meta.url),
)
const mail = 'From: app@rocket.test\nTo: ada@b.test\nSubject: Hello\n\nText\n'

const smtplib = `
import smtplib, sys
with smtplib.SMTP('127.0.0.1', int(sys.argv[1]), timeout=3) as smtp:
    smtp.login('${username}', '${password}')
    smtp.sendmail('app@rocket.test', ['ada@b.test'], sys.stdin.read())
`

function run(program: string, words: string[]): Promise<Report> {
  return new Promise((resolve) => {
    const child = execFile(program, words, { timeout: 20_000 }, (error, stdout, stderr) =>
      resolve({ isSent: error === null, said: stdout + stderr }),
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end(mail)
  })
}

const clients: Record<string, Send> = {
  async nodemailer(port) {
    const transport = createTransport({
      host: '127.0.0.1',
      port,
      ignoreTLS: true,
      auth: { user: username, pass: password },
      socketTimeout: 3_000,
    })
    try {
      const envelope = { from: 'app@rocket.test', to: ['ada@b.test'] }
      const { response } = await transport.sendMail({ envelope, raw: mail })
      return { isSent: true, said: response }
    } catch (error) {
      return { isSent: false, said: String(error) }
    } finally {
      transport.close()
    }
  },
  swaks: (port) =>
    run(
      'swaks',
      `--server 127.0.0.1 --port ${port} --timeout 3 --data - --from app@rocket.test --to ada@b.test --auth PLAIN --auth-user ${username} --auth-password ${password}`.split(
        ' ',
      ),
    ),
  smtplib: (port) => run('python3', ['-c', smtplib, String(port)]),
  php: (port) => run('php', [sendmail, '-t', '--smtp-addr', `127.0.0.1:${port}`]),
}

const reply = { code: 452, enhanced: '4.2.2', text: 'On purpose' }
// None of them says RSET or NOOP while it sends a mail.
const points = [
  'auth',
  'mail',
  'rcpt',
  'data',
  'content',
  'end',
  'quit',
] as const satisfies LabPoint[]
const allBut = (point: LabPoint) => points.filter((each) => each !== point)
const actions: { title: string; do: LabStep['do']; isSent: boolean; not?: LabPoint[] }[] = [
  { title: 'reply', do: { reply }, isSent: false, not: ['content'] },
  { title: 'rate', do: { rate: { count: 1, per_s: 60 } }, isSent: true, not: ['content'] },
  { title: 'greylist', do: { greylist_s: 60, ...reply }, isSent: false, not: ['content'] },
  { title: 'drop: close', do: { drop: 'close' }, isSent: false },
  { title: 'drop: reset', do: { drop: 'reset' }, isSent: false },
  { title: 'silence', do: { silence: true }, isSent: false },
  { title: 'delay', do: { delay_ms: 100 }, isSent: true },
  { title: 'accept', do: { accept: 'catch' }, isSent: true },
  { title: 'discard', do: { accept: 'discard' }, isSent: true, not: allBut('end') },
  { title: 'throttle', do: { throttle_bps: 1_000 }, isSent: true, not: allBut('content') },
]

// PHP sends without a login, and waits for a minute, which is its own limit.
const rows = actions.flatMap(({ title, not = [], ...rest }) =>
  points
    .filter((at) => !not.includes(at))
    .flatMap((at) =>
      Object.entries(clients)
        .filter(([client]) => client !== 'php' || (at !== 'auth' && title !== 'silence'))
        .map(([client, send]) => ({ title, at, client, send, ...rest })),
    ),
)

beforeAll(() => installTools([tools.swaks, tools.python, tools.php]), 300_000)

/** What happens at QUIT is nothing to most, as their mail has its 250. */
const takesQuitForFailure = (client: string, met: { isRefused: boolean; title: string }) =>
  (client === 'smtplib' && met.isRefused) || (client === 'swaks' && met.title.startsWith('drop'))

test.each(rows)('$client meets $title at $at', { timeout: 60_000 }, async (row) => {
  const { title, at, send } = row
  const key = title === 'greylist' ? { key: 'inbox' as const } : {}
  const steps = readySteps([{ at, ...key, do: row.do }])
  const running = { teamId: 7, inbox: 1, name: 'Test', run: 'run', seed: '', steps }
  const lab = createLab({
    runningIn: () => running,
    count: memoryCounter({ now: 0 }),
    acted: () => {},
  })
  const { smtp, port, mails } = await startSmtp({
    ports: [{ port: 0, tls: 'none' }],
    lab: { ...lab, describe: readOfferedContent },
    open: { accountFor: () => ({ id: 7 }), knows: async (name) => name === username },
  })
  onTestFinished(() => smtp.stop())
  const report = await send(port)
  const isRefused = 'reply' in row.do || title === 'greylist'
  const isSent =
    row.isSent || (at === 'quit' && !takesQuitForFailure(row.client, { isRefused, title }))
  expect(report).toMatchObject({ isSent })
  expect(report.said).toMatch(isRefused && !isSent ? /452/ : /^/)
  const isComplete = at === 'quit' || (at === 'end' && !isRefused)
  const isKept = title !== 'discard' && (isSent || isComplete)
  // A client that was not answered may have tried once more.
  expect(Math.min(mails.length, 1)).toBe(isKept ? 1 : 0)
})
