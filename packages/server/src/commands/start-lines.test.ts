import { expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { startLines } from './start-lines.ts'

function linesOf(env: Record<string, string>, memoryBytes = Infinity): string[] {
  const loaded = loadConfig({ PUBLIC_URL: 'https://mail.example.com', ...env }, memoryBytes)
  if (!loaded.ok) throw new Error(loaded.problems.join())
  const started = { publicUrl: new URL('https://mail.example.com'), smtpPorts: [2541] }
  return startLines(loaded.config, { ...started, smtpsPorts: [4651] })
}

const smtpOf = (env: Record<string, string>) => linesOf(env).find((line) => line.includes('SMTP '))

test('a start prints the ports that apps use, and its own where these are others', () => {
  expect(smtpOf({})).toBe('  SMTP    mail.example.com:2541 (STARTTLS), mail.example.com:4651 (TLS)')
  expect(smtpOf({ SMTP_SHOWN_PORTS: '2525', SMTPS_SHOWN_PORTS: '465', SMTP_HOST: '::1' })).toBe(
    '  SMTP    [::1]:2525 (STARTTLS), [::1]:465 (TLS); this process listens on 2541, 4651',
  )
  expect(smtpOf({ SMTP_SHOWN_PORTS: '2541', SMTPS_SHOWN_PORTS: '4651' })).not.toContain('listens')
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
  const warnings = linesOf(env, mb * 1024 * 1024).filter((line) => line.includes('WARNING'))
  expect(warnings).toEqual(wanted.map((pattern) => expect.stringMatching(pattern)))
})
