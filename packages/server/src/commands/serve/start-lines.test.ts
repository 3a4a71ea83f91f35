import { expect, test } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import type { ServeMode } from '../../config/config-variables.ts'
import type { SmtpPort } from '../../lib/network/smtp-ports.ts'
import { startLines } from './start-lines.ts'

const certificate = { SMTP_TLS_CERT: 'cert.pem', SMTP_TLS_KEY: 'key.pem' }

type Start = { opened?: SmtpPort[] | null; memoryBytes?: number; mode?: ServeMode }

function linesOf(
  env: Record<string, string>,
  { opened = null, memoryBytes = Infinity, mode = 'accounts' }: Start = {},
): string[] {
  const loaded = loadConfig({ PUBLIC_URL: 'https://mail.example.com', ...env }, memoryBytes, mode)
  if (!loaded.ok) throw new Error(loaded.problems.join())
  const { config } = loaded
  const smtpPorts = opened ?? config.smtpPorts
  const publicUrl = new URL('https://mail.example.com')
  return startLines(config, { publicUrl, httpPort: 8025, smtpPorts, pop3Ports: [] })
}

const ownCertificate = 'have to accept a certificate that Mailstop made itself.'
const missing = 'SMTP_STARTTLS_PORTS names another, or none.'

test.each([
  [
    'off',
    '  SMTP    mail.example.com:1025|          Without TLS, until the server is started with SMTP_STARTTLS=on or SMTP_TLS_CERT.',
  ],
  ['on', `  SMTP    mail.example.com:1025 (STARTTLS)|          Apps ${ownCertificate}`],
])('open mode with SMTP_STARTTLS=%s says whether apps may use TLS', (SMTP_STARTTLS, wanted) => {
  expect(linesOf({ SMTP_STARTTLS }, { mode: 'open' }).join('|')).toContain(wanted)
})

test('open mode with STARTTLS on a socket alone does not say that it is without', () => {
  const lines = linesOf({ SMTP_STARTTLS: 'on', SMTP_PORTS: '/run/smtp.sock' }, { mode: 'open' })
  expect(lines.join('|')).toContain('/run/smtp.sock (STARTTLS)')
  expect(lines.join('|')).not.toContain('Without TLS')
})

test.each<[Record<string, string>, SmtpPort[] | null, string[]]>([
  [
    { SMTPS_PORTS: '465' },
    null,
    [
      'mail.example.com:2525, mail.example.com:2587 (STARTTLS), mail.example.com:465 (TLS)',
      `Apps use port 2525. For TLS they ${ownCertificate}`,
    ],
  ],
  [
    { SMTP_SHOWN_PORTS: '25', SMTPS_SHOWN_PORTS: '465', SMTP_HOST: '::1' },
    null,
    [
      '[::1]:25, [::1]:465 (TLS); this process listens on 2525, 2587',
      `Apps use port 25. For TLS they ${ownCertificate}`,
    ],
  ],
  [
    { SMTP_SHOWN_PORTS: '2525', SMTP_STARTTLS_SHOWN_PORTS: '2587', ...certificate },
    null,
    ['mail.example.com:2525 (STARTTLS), mail.example.com:2587 (STARTTLS)'],
  ],
  [
    { SMTP_STARTTLS: 'on', SMTP_STARTTLS_PORTS: 'none' },
    null,
    ['mail.example.com:2525 (STARTTLS)', `Apps ${ownCertificate}`],
  ],
  [
    {},
    [{ port: 2525, tls: 'none' }],
    ['mail.example.com:2525', `Port 2587 is taken, so there is none for STARTTLS: ${missing}`],
  ],
])('a start says which ports apps use, and how: %j', (env, opened, wanted) => {
  const lines = linesOf(env, { opened })
  const first = lines.findIndex((line) => line.startsWith('  SMTP '))
  const said = lines.slice(first, first + wanted.length).map((line) => line.slice(10))
  expect(said).toEqual(wanted)
  expect(lines[first + wanted.length]).toMatch(/^ {2}\w/)
})

test.each([
  [{ SMTP_PROXIES: 'loopback,10.0.0.0/8', TRUSTED_PROXIES: '10.0.0.1' }, []],
  [
    { SMTP_PROXIES: '0.0.0.0/0' },
    [/SMTP_PROXIES names all addresses: .* can choose its address\.$/],
  ],
  [
    { SMTP_PROXIES: '10.0.0.1,::/0', SMTP_OPEN_TEAM: '1', TRUSTED_PROXIES: '0.0.0.0/0' },
    [
      /SMTP_PROXIES .* also one of SMTP_OPEN_NETWORKS\.$/,
      /TRUSTED_PROXIES names all addresses: every/,
    ],
  ],
])('a start warns of addresses that anybody can choose: %j', (env, wanted) => {
  const warnings = linesOf(env).filter((line) => line.includes('WARNING'))
  expect(warnings).toEqual(wanted.map((pattern) => expect.stringMatching(pattern)))
})

test.each([
  [256, {}, [/may have 256 MB .* give it 382 MB, or set SMTP_MAX_MAIL_BYTES to 4194304\.$/]],
  [128, {}, [/may have 128 MB .* give it 382 MB\.$/]],
  [256, { SMTP_MAX_MAIL_BYTES: '4194304' }, []],
  [384, {}, []],
])('a start with %i MB of memory and %j warns when large mail could end it', (mb, env, wanted) => {
  const lines = linesOf(env, { memoryBytes: mb * 1024 * 1024 })
  const warnings = lines.filter((line) => line.includes('WARNING'))
  expect(warnings).toEqual(wanted.map((pattern) => expect.stringMatching(pattern)))
})
