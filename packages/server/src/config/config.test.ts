import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { configVariables, secretVariables, type ServeMode } from './config-variables.ts'
import { loadConfig } from './config.ts'

const key = Buffer.alloc(32, 7).toString('base64')

function problemsOf(env: Record<string, string>): string[] {
  const loaded = loadConfig(env)
  return loaded.ok ? [] : loaded.problems
}

test('an empty environment is a working configuration', () => {
  const loaded = loadConfig({})
  expect(loaded).toMatchObject({
    ok: true,
    config: {
      publicUrl: null,
      httpPort: 8025,
      smtpPorts: [
        { port: 2525, tls: 'none' },
        { port: 2587, tls: 'starttls', unasked: true },
      ],
      smtpHost: 'localhost',
      smtpLimits: {
        messageBytes: 26_214_400,
        connections: 10_000,
        recipients: 1_000,
        bytesInFlight: 268_435_456,
      },
      dataDir: './data',
      registration: 'open',
      accountsPerAddress: 10,
      teamQuota: { mails: null, bytes: null },
      inboxesPerTeam: 50,
      retentionDays: null,
    },
    secrets: { databaseUrl: null, appKey: null, mailUrl: null, metricsToken: null },
  })
})

test('backups have a time between them and a folder, and are of SQLite', () => {
  const backups = (every: string) => {
    const loaded = loadConfig({ BACKUP_EVERY: every, BACKUP_DIR: '/backups' })
    return loaded.ok ? loaded.config.backups : loaded.problems
  }
  const hourMs = 3_600_000
  expect(backups('90m')).toEqual({ everyMs: 1.5 * hourMs, folder: '/backups', keep: 7 })
  expect(backups('24h')).toMatchObject({ everyMs: 24 * hourMs })
  expect(backups('7d')).toMatchObject({ everyMs: 7 * 24 * hourMs })
  for (const wrong of ['9m', '366d', '24', 'h', '0h', '-1h', '1.5h', '1w']) {
    expect(backups(wrong)).toEqual([
      expect.stringMatching(/^BACKUP_EVERY must be a time/),
      expect.anything(),
    ])
  }
  expect(problemsOf({ BACKUP_EVERY: '24h' })).toEqual([expect.stringContaining('together')])
  const postgres = { DATABASE_URL: 'postgres://x/y', APP_KEY: key }
  const both = { ...postgres, BACKUP_EVERY: '24h', BACKUP_DIR: '/backups' }
  expect(problemsOf(both)).toEqual([expect.stringContaining('pg_dump')])
})

test('mail under way takes an eighth of a small machine, and always two of the largest mails', () => {
  const budget = (env: Record<string, string>, memoryBytes: number) => {
    const loaded = loadConfig(env, memoryBytes)
    return loaded.ok && loaded.config.smtpLimits.bytesInFlight
  }
  const gigabyte = 1024 ** 3
  expect(budget({}, 64 * gigabyte)).toBe(gigabyte / 4)
  expect(budget({}, gigabyte)).toBe(gigabyte / 8)
  expect(budget({}, gigabyte / 4)).toBe(52_428_800)
  expect(budget({ SMTP_MAX_MAIL_BYTES: '104857600' }, gigabyte)).toBe(209_715_200)
  expect(budget({ SMTP_MEMORY_BYTES: '400000000' }, gigabyte)).toBe(400_000_000)
})

describe('open mode', () => {
  const open = (env: Record<string, string>) => loadConfig(env, Infinity, 'open')

  test('listens on this machine alone, at the ports that apps have, unless others are named', () => {
    expect(open({})).toMatchObject({
      config: {
        isOpen: true,
        listenHost: 'localhost',
        smtpPorts: [{ port: 1025 }],
        isExposed: false,
      },
    })
    expect(open({ LISTEN_HOST: '::', SMTP_PORTS: '25' })).toMatchObject({
      config: { listenHost: '::', smtpPorts: [{ port: 25 }], isExposed: true },
    })
    expect(open({ PUBLIC_URL: 'https://mail.example.com' })).toMatchObject({
      config: { isExposed: true },
    })
    expect(open({ PUBLIC_URL: 'http://127.0.0.1:9000' })).toMatchObject({
      config: { isExposed: false },
    })
  })

  test('for CI is reached from other machines, and may have a token that its user chose', () => {
    const token = 'mst_tests-of-the_shop'
    expect(loadConfig({ CI_TOKEN: token }, Infinity, 'ci')).toMatchObject({
      config: { isOpen: true, isCi: true, listenHost: null, smtpPorts: [{ port: 1025 }] },
      secrets: { ciToken: token },
    })
  })

  test.each(['short', 'mst_short', 'a-long-enough-token', 'mst_tests of the shop'])(
    'refuses the token %s for CI, and says what one looks like',
    (CI_TOKEN) => {
      expect(problemsOf({ CI_TOKEN })).toEqual([
        expect.stringMatching(/^CI_TOKEN must be mst_ and .*, such as mst_tests-of-the-web-shop$/),
      ])
    },
  )

  test.each([
    [{ DATABASE_URL: 'postgres://host/db', APP_KEY: key }, 'DATABASE_URL must not be set with --'],
    [{ MAIL_URL: 'smtp://relay' }, 'MAIL_URL must not be set with --'],
    [{ SMTP_OPEN_TEAM: '1' }, 'SMTP_OPEN_TEAM must not be set with --'],
    [
      { RECEIVE_DOMAIN: 'mail.test', TEAM_MAX_BYTES: '9999' },
      'RECEIVE_DOMAIN must not be set with --',
    ],
    [{ ROLES: 'http' }, 'ROLES must name'],
  ])('refuses %j in one sentence, with the option that was given', (env, beginning) => {
    for (const mode of ['open', 'ci'] as const) {
      const loaded = loadConfig(env, Infinity, mode)
      const sentence = beginning.replace(/--$/, `--${mode}`)
      expect(loaded.ok ? [] : loaded.problems).toEqual([expect.stringContaining(sentence)])
    }
  })
})

test('empty and blank variables count as unset', () => {
  expect(loadConfig({ HTTP_PORT: '', SMTP_PORTS: '  ', PUBLIC_URL: '' })).toEqual(loadConfig({}))
})

test('the host shown to users follows the public URL', () => {
  const loaded = loadConfig({ PUBLIC_URL: 'https://mail.example.com' })
  expect(loaded).toMatchObject({
    config: { smtpHost: 'mail.example.com', mailFrom: 'Mailstop <no-reply@mail.example.com>' },
  })
})

test.each([
  [{ PUBLIC_URL: 'http://[::1]:8025' }, '::1'],
  [{ PUBLIC_URL: 'http://[2001:db8::1]' }, '2001:db8::1'],
  [{ SMTP_HOST: '[2001:db8::1]' }, '2001:db8::1'],
  [{ SMTP_HOST: '2001:db8::1' }, '2001:db8::1'],
  [{ PUBLIC_URL: 'http://192.0.2.1' }, '192.0.2.1'],
])('of %j clients are shown the SMTP server %s, without the brackets of a URL', (env, smtpHost) => {
  expect(loadConfig(env)).toMatchObject({ config: { smtpHost } })
})

test('every problem is named at once, each with its variable', () => {
  expect(
    problemsOf({ HTTP_PORT: 'x', SMTP_PORTS: '25,99999', LOG_LEVEL: 'loud', DATABASE_URL: 'my' }),
  ).toEqual([
    'HTTP_PORT must be a port from 0 to 65535, or the path of a Unix socket',
    'SMTP_PORTS must be different ports from 0 to 65535, comma-separated, or paths of Unix sockets',
    'DATABASE_URL must be a postgres:// URL',
    'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent',
  ])
})

describe('each variable', () => {
  const cases: [name: string, good: string[], bad: string[]][] = [
    [
      'ROLES',
      ['http,smtp,worker', 'worker, http, smtp'],
      [',', 'web', 'http,smtp,worker,http', 'HTTP'],
    ],
    [
      'PUBLIC_URL',
      ['http://localhost:8025', 'https://m.example.com/', 'http://a/tools/mail_2.0'],
      [
        'm.example.com',
        'ftp://a',
        'http://a/a b',
        'http://a/a;b',
        'http://a/ä',
        'http://a//b',
        'http://a/.hidden',
        'http://a/b%2Fc',
        'http://a/b?c',
        'https://u:p@a',
        'https://:p@a',
        'http://a/?q',
        'http://a/#b',
      ],
    ],
    ['HTTP_PORT', ['0', '80', '65535'], ['-1', '65536', '8o', '1.5', '0x10', '1e3']],
    ['SMTP_PORTS', ['0', '0,0', '25, 2525'], [',', '25,25', 'x', '25;26', '-1']],
    ['SMTP_STARTTLS', ['on', 'off'], ['yes', 'ON']],
    ['SMTP_STARTTLS_PORTS', ['2587', '0', 'none'], ['2587,none', '70000']],
    ['SMTPS_PORTS', ['465', '0'], ['465,x', '70000']],
    ['SMTP_SHOWN_PORTS', ['587', '25, 587'], ['0', '25,25', ',x', '70000']],
    ['SMTP_STARTTLS_SHOWN_PORTS', ['587'], ['0', 'none']],
    ['SMTPS_SHOWN_PORTS', ['465'], ['0', '465,465', 'x']],
    ['SMTP_HOST', ['mail.test', '127.0.0.1', '[::1]'], ['a b', 'http://x']],
    ['SMTP_MAX_MAIL_BYTES', ['1024', '104857600'], ['1023', '104857601', '25MB', '1e6', '-1']],
    ['SMTP_MAX_RECIPIENTS', ['100', '4000'], ['99', '4001', 'all']],
    ['SMTP_MAX_CONNECTIONS', ['1', '1000000'], ['0', '1000001', 'all']],
    ['IMPORT_MAX_BYTES', ['1024', '68719476736'], ['1023', '68719476737', '1.5']],
    ['SMTP_MEMORY_BYTES', ['52428800', '68719476736'], ['1048575', '68719476737', '1.5']],
    ['APP_KEY', [key, Buffer.alloc(48).toString('base64url')], ['short', 'not base64 !', 'AAAA']],
    [
      'MAIL_URL',
      ['smtp://relay.test:587', 'smtps://u:p@relay.test', 'smtp://u%40x.test:100%25@relay.test'],
      ['http://x', 'relay', 'smtp://', 'smtp://u:100%@relay.test'],
    ],
    ['MAIL_FROM', ['a@b.test', 'Mail <a@b.test>'], ['a', 'A <a>', 'a@b\r\nBcc: x@y']],
    [
      'OUTBOUND_ALLOW',
      [
        'hooks.internal',
        'a.test:3000, 10.0.0.0/8',
        '[fd00::7]:8080, fd00::/8',
        '::1,127.1',
        'A.Test',
      ],
      [
        'http://a.test',
        'a.test/x',
        'a.test:0',
        'a.test:70000',
        '10.0.0.0/33',
        '*',
        'a b',
        'u@a.test',
      ],
    ],
    [
      'SPAM_CHECK_URL',
      ['spamd://filter', 'spamd://filter:783', 'rspamd+http://:p%25@filter:11333'],
      ['http://filter', 'spamd://', 'filter:783', 'rspamd+http://:p%@filter'],
    ],
    ['SPAM_CHECK', ['click', 'open'], ['off', 'always']],
    ['LINK_CHECKS', ['on', 'off'], ['yes', 'ON']],
    ['DNS_CHECKS', ['on', 'off'], ['1']],
    ['REGISTRATION', ['open', 'invite', 'closed'], ['Open', 'yes']],
    ['ACCOUNTS_PER_ADDRESS', ['1', '100000'], ['0', 'none']],
    ['TEAM_MAX_MAILS', ['1', '999999999'], ['0', '1.5', 'many']],
    ['TEAM_MAX_BYTES', ['1024', '1125899906842624'], ['1023', '1125899906842625', '1GB']],
    ['INBOXES_PER_TEAM', ['1', '1000'], ['0', '1.5', 'many']],
    ['RETENTION_DAYS', ['1', '999999999'], ['0', '-1', '1.5', 'x', '1000000000']],
    ['RETENTION_MAILS', ['1', '1000000'], ['0', 'many']],
    ['TRUSTED_PROXIES', ['10.0.0.0/8, ::1', 'loopback'], ['10.0.0.0/99', 'proxy.test', '*']],
    ['METRICS_TOKEN', ['0123456789abcdef'], ['short', '0123456789 abcdef', 'x'.repeat(201)]],
    ['LOG_LEVEL', ['debug', 'silent'], ['verbose', 'INFO']],
  ]
  for (const [name, good, bad] of cases) {
    test.each(good)(`${name} takes %j`, (value) => {
      expect(problemsOf({ [name]: value })).toEqual([])
    })
    test.each(bad)(`${name} refuses %j`, (value) => {
      const problems = problemsOf({ [name]: value })
      expect(problems[0]).toMatch(new RegExp(`^${name} must be`))
    })
  }
})

const certificate = { SMTP_TLS_CERT: 'cert.pem', SMTP_TLS_KEY: 'key.pem' }
type Case = [ServeMode, Record<string, string>, Record<number, string>]

test.each<Case>([
  ['accounts', {}, { 2525: 'none', 2587: 'starttls' }],
  ['open', {}, { 1025: 'none' }],
  ['ci', {}, { 1025: 'none' }],
  ['accounts', certificate, { 2525: 'starttls', 2587: 'starttls' }],
  ['open', certificate, { 1025: 'starttls' }],
  ['ci', certificate, { 1025: 'starttls' }],
  ['accounts', { ...certificate, SMTP_STARTTLS: 'off' }, { 2525: 'none', 2587: 'starttls' }],
  ['accounts', { SMTP_STARTTLS: 'on' }, { 2525: 'starttls', 2587: 'starttls' }],
  ['open', { SMTP_STARTTLS: 'on' }, { 1025: 'starttls' }],
  ['open', { SMTP_STARTTLS_PORTS: '2587' }, { 1025: 'none', 2587: 'starttls' }],
  [
    'accounts',
    { SMTP_STARTTLS_PORTS: 'none', SMTPS_PORTS: '465' },
    { 2525: 'none', 465: 'implicit' },
  ],
  ['accounts', { SMTP_PORTS: '0' }, { 0: 'starttls' }],
])('of %s with %j, these ports offer STARTTLS: %j', (mode, env, wanted) => {
  const loaded = loadConfig(env, Infinity, mode)
  const ports = loaded.ok ? loaded.config.smtpPorts : []
  expect(Object.fromEntries(ports.map(({ port, tls }) => [port, tls]))).toEqual(wanted)
})

test.each(['HTTP_PORT', 'SMTP_PORTS', 'SMTPS_PORTS'])(
  'the default port with STARTTLS makes way for %s',
  (name) => {
    const loaded = loadConfig({ [name]: '2587' })
    const ports = loaded.ok ? loaded.config.smtpPorts : []
    expect(ports.filter(({ unasked }) => unasked)).toEqual([])
  },
)

test('the ports that users see are those that are set, whichever process says them', () => {
  const shown = (env: Record<string, string>) => {
    const loaded = loadConfig({ SMTP_PORTS: '2525', SMTPS_PORTS: '4650', ...env })
    return loaded.ok && loaded.config.smtpShown
  }
  expect(shown({})).toBe(null)
  expect(shown({ SMTP_SHOWN_PORTS: '25,26' })).toEqual([
    { port: 25, tls: 'none' },
    { port: 26, tls: 'none' },
  ])
  expect(shown({ SMTPS_SHOWN_PORTS: '465' })).toEqual([{ port: 465, tls: 'implicit' }])
  const all = { SMTP_SHOWN_PORTS: '25', SMTP_STARTTLS_SHOWN_PORTS: '587', SMTPS_SHOWN_PORTS: '465' }
  expect(shown({ ...all, SMTP_STARTTLS: 'on' })).toEqual([
    { port: 25, tls: 'starttls' },
    { port: 587, tls: 'starttls' },
    { port: 465, tls: 'implicit' },
  ])
})

test('a process does everything, or on Postgres what its roles say', () => {
  expect(loadConfig({})).toMatchObject({ config: { roles: ['http', 'smtp', 'worker'] } })
  expect(problemsOf({ ROLES: 'http,worker' })).toEqual([
    'ROLES must name http, smtp and worker unless DATABASE_URL is set: SQLite serves one process alone',
  ])
  const postgres = { DATABASE_URL: 'postgres://db/mail', APP_KEY: key }
  expect(loadConfig({ ROLES: 'smtp', ...postgres })).toMatchObject({ config: { roles: ['smtp'] } })
})

test('combinations that cannot work are refused', () => {
  expect(problemsOf({ SMTP_SHOWN_PORTS: '465', SMTPS_SHOWN_PORTS: '465' })).toEqual([
    'SMTP_SHOWN_PORTS, SMTP_STARTTLS_SHOWN_PORTS and SMTPS_SHOWN_PORTS must not share a port',
  ])
  expect(problemsOf({ DATABASE_URL: 'postgres://db/mail' })).toEqual([
    'APP_KEY must be set when DATABASE_URL is: all processes share it',
  ])
  expect(problemsOf({ DATABASE_URL: 'postgres://db/mail', APP_KEY: key })).toEqual([])
  const https = { HTTP_TLS_CERT: 'a.pem', HTTP_TLS_KEY: 'b.pem' }
  expect(problemsOf({ ...https, PUBLIC_URL: 'http://mail.test', HTTP_PORT: '/run/a' })).toEqual([
    'PUBLIC_URL must begin with https: when HTTP_TLS_CERT is set',
    'HTTP_TLS_CERT must not be set when HTTP_PORT is a Unix socket',
  ])
  expect(problemsOf({ SMTP_TLS_CERT: 'a.pem', HTTP_TLS_KEY: 'b.pem' })).toEqual([
    'HTTP_TLS_CERT and HTTP_TLS_KEY must be set together',
    'SMTP_TLS_CERT and SMTP_TLS_KEY must be set together',
  ])
  expect(problemsOf({ SMTP_MAX_MAIL_BYTES: '1048576', SMTP_MEMORY_BYTES: '2097151' })).toEqual([
    'SMTP_MEMORY_BYTES must be at least twice SMTP_MAX_MAIL_BYTES',
  ])
  expect(problemsOf({ SMTP_MAX_MAIL_BYTES: '1048576', SMTP_MEMORY_BYTES: '2097152' })).toEqual([])
  expect(problemsOf({ INSTANCE_COLOR: '#b45309' })).toEqual([
    'INSTANCE_NAME must be set when INSTANCE_COLOR is: it is the colour of that name',
  ])
  expect(problemsOf({ INSTANCE_NAME: 'a\nb', INSTANCE_COLOR: 'red' })).toEqual([
    expect.stringMatching(/^INSTANCE_NAME must be a name of 1 to 30 characters on one line/),
    expect.stringMatching(/^INSTANCE_COLOR must be a colour of six hexadecimal digits, such as #/),
  ])
  expect(problemsOf({ HTTP_PORT: '2525' })).toEqual([
    'HTTP_PORT, SMTP_PORTS, SMTP_STARTTLS_PORTS, SMTPS_PORTS, POP3_PORTS and POP3S_PORTS must not share a port',
  ])
  expect(problemsOf({ SMTP_STARTTLS_PORTS: '2525' })).toHaveLength(1)
  expect(problemsOf({ HTTP_PORT: '0', SMTP_PORTS: '0,0', SMTPS_PORTS: '0' })).toEqual([])
})

test('a path with a NUL is refused before it is used', () => {
  expect(problemsOf({ DATA_DIR: '/data\0', TERMS_FILE: '/a\0b' })).toEqual([
    'DATA_DIR must be the path of a folder',
    'TERMS_FILE must be the path of a text file',
  ])
})

test('the documentation names exactly the variables that exist, with their defaults', () => {
  const page = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `([A-Z0-9_]+)` +\| (\S.*?) +\|/gm)]
  expect(rows.map(([, name, fallback]) => [name, fallback])).toEqual(
    Object.entries(configVariables).map(([name, { default: value }]) => [
      name,
      value === null ? '–' : `\`${value}\``,
    ]),
  )
})

test('the documentation names the file of each secret', () => {
  const page = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8')
  for (const name of Object.keys(secretVariables)) expect(page).toContain(`\`${name}_FILE\``)
})

test('operators are shown every setting with its source, and of secrets only whether they are set', () => {
  const secret = 'postgres://ada:hidden@db.test/mailstop'
  const loaded = loadConfig({ DATABASE_URL: secret, APP_KEY: key, HTTP_PORT: '8080' })
  if (!loaded.ok) throw new Error(loaded.problems.join())
  const { settings } = loaded.config
  expect(settings.map(({ name }) => name)).toEqual(Object.keys(configVariables))
  const shown = (name: string) => settings.find((setting) => setting.name === name)
  const environment = 'environment'
  expect(shown('HTTP_PORT')).toMatchObject({ value: '8080', source: environment, secret: false })
  expect(shown('SMTP_PORTS')).toMatchObject({ value: '2525', source: 'default' })
  expect(shown('RETENTION_DAYS')).toMatchObject({ value: null, source: 'default' })
  expect(shown('DATABASE_URL')).toMatchObject({ value: null, source: environment, secret: true })
  expect(JSON.stringify(settings)).not.toMatch(/hidden|BwcHBw/)
})
