import { expect, test } from 'vitest'
import { configVariables } from '../../config/config-variables.ts'
import { mailpitFlags, mailpitVariables } from './mailpit-names.fixture.ts'
import { mailpitOptions } from './mailpit-options.ts'
import { readMailpitSettings, unknownVariables } from './mailpit-settings.ts'

test('every flag and every variable of Mailpit is in exactly one row of the table', () => {
  const flags = mailpitOptions.flatMap((option) => option.flags)
  expect(flags.toSorted()).toEqual(mailpitFlags)
  const variables = mailpitOptions.flatMap((option) => option.variables)
  expect(variables.toSorted()).toEqual(mailpitVariables)
  const letters = mailpitOptions.flatMap(({ letter }) => letter ?? [])
  expect(letters.toSorted()).toEqual(['d', 'l', 'm', 'q', 's', 't', 'v'])
})

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['-s 0.0.0.0:2025 -l [::]:9000', {}, { SMTP_PORTS: '2025', HTTP_PORT: '9000', LISTEN_HOST: '' }],
  [
    '--listen=127.0.0.1:80 -s127.0.0.1:25',
    {},
    { HTTP_PORT: '80', SMTP_PORTS: '25', LISTEN_HOST: '127.0.0.1' },
  ],
  ['-l :8025 -s :1025', {}, { HTTP_PORT: '8025', SMTP_PORTS: '1025', LISTEN_HOST: '' }],
  ['-m 100', { MP_MAX_MESSAGES: '7' }, { RETENTION_MAILS: '100' }],
  ['-m=0', {}, { RETENTION_MAILS: '' }],
  ['', { MP_MAX_AGE: '36h' }, { RETENTION_DAYS: '2' }],
  ['--max-message-size 10', {}, { SMTP_MAX_MAIL_BYTES: '10485760' }],
  ['--max-message-size 0', {}, { SMTP_MAX_MAIL_BYTES: '104857600' }],
  ['-d /srv/mail/mailpit.db', {}, { DATA_DIR: '/srv/mail' }],
  ['', { MP_DATA_FILE: '/old/x.db', MP_DATABASE: '/tmp' }, { DATA_DIR: '/tmp' }],
  ['-q', {}, { LOG_LEVEL: 'error' }],
  ['--quiet=false', { MP_VERBOSE: 'yes' }, { LOG_LEVEL: 'debug' }],
  [
    '--smtp-tls-cert a.pem',
    { MP_SMTP_TLS_KEY: 'k' },
    { SMTP_TLS_CERT: 'a.pem', SMTP_TLS_KEY: 'k' },
  ],
  ['', { MP_ENABLE_SPAMASSASSIN: 'spam:783' }, { SPAM_CHECK_URL: 'spamd://spam:783' }],
  [
    '-l unix:/run/http -s unix:/run/smtp:0660',
    {},
    { HTTP_PORT: '/run/http', SMTP_PORTS: '/run/smtp' },
  ],
  [
    '-l unix:/run/http -s 127.0.0.1:25',
    {},
    { HTTP_PORT: '/run/http', SMTP_PORTS: '25', LISTEN_HOST: '127.0.0.1' },
  ],
  ['--ui-tls-cert a.pem', { MP_UI_SSL_KEY: 'k' }, { HTTP_TLS_CERT: 'a.pem', HTTP_TLS_KEY: 'k' }],
  ['--pop3 0.0.0.0:110', {}, {}],
  ['--pop3-auth-file a.txt', {}, { POP3_PORTS: '1110' }],
  ['--pop3 :110', { MP_POP3_AUTH: 'a:b' }, { POP3_PORTS: '110' }],
  [
    '',
    { MP_ENABLE_RSPAMD: 'http://secret@rspamd:11334' },
    { SPAM_CHECK_URL: 'rspamd+http://secret@rspamd:11334' },
  ],
  ['--enable-rspamd rspamd:11333', {}, { SPAM_CHECK_URL: 'rspamd+http://rspamd:11333' }],
  ['--allowed-hosts mail.example.test:8025,localhost', {}, { OPEN_HOSTS: 'mail.example.test' }],
  ['--label Staging', {}, { INSTANCE_NAME: 'Staging' }],
  ['--enable-prometheus=false', { MP_SMTP_RELAY_ALL: 'false', MP_ENABLE_CHAOS: '0' }, {}],
  ['--smtp-disable-rdns', { MP_SMTP_AUTH_ACCEPT_ANY: '1', MP_COMPRESSION: '3' }, {}],
])('%j with %j is understood as settings', (line, env, settings) => {
  const read = readMailpitSettings(line.split(' ').filter(Boolean), env)
  expect(read).toMatchObject({ settings, problems: [] })
  expect(Object.keys(read.settings).toSorted()).toEqual(Object.keys(settings).toSorted())
  for (const name of Object.keys(settings)) expect(configVariables).toHaveProperty(name)
})

test.each<[string, Record<string, string>, RegExp]>([
  ['--smtp-relay-all', {}, /^--smtp-relay-all: caught mail is not sent on/],
  ['', { MP_UI_AUTH: 'a:b' }, /^MP_UI_AUTH: open mode lets everybody in/],
  ['--chaos-triggers Sender:250:10', {}, /^--chaos-triggers is SMTP_CHAOS here, which must be/],
  ['', { MP_POP3_TLS_CERT: 'a.pem' }, /^MP_POP3_TLS_CERT: POP3 has the certificate of SMTP/],
  ['-m ten', {}, /^-m is RETENTION_MAILS here, which must be a whole number/],
  ['--max', {}, /^--max needs a value/],
  ['--maximum 3', {}, /^There is no flag --maximum/],
  ['all', {}, /^Nothing can be done with "all"/],
  ['--quiet=maybe', {}, /^--quiet must be true or false/],
  ['-l 127.0.0.1:8025', {}, /^HTTP and SMTP listen on one address/],
  ['-l unix:/run/http:666', {}, /^-l must be an address and a port/],
  ['', { MP_DATABASE: 'http://rqlite:4001' }, /^MP_DATABASE must name a file/],
  ['', { MP_ENABLE_SPAMASSASSIN: 'postmark' }, /^MP_ENABLE_SPAMASSASSIN must name a spamd/],
  ['', { MP_ENABLE_RSPAMD: 'https://rspamd' }, /^MP_ENABLE_RSPAMD must name an Rspamd by http/],
  ['--allowed-hosts *', {}, /^--allowed-hosts is OPEN_HOSTS here/],
  ['', { MP_SMTP_TLS_CERT: 'sans:localhost' }, /^MP_SMTP_TLS_CERT must name a PEM file/],
])('%j with %j is refused in one sentence', (line, env, sentence) => {
  const { problems } = readMailpitSettings(line.split(' ').filter(Boolean), env)
  expect(problems.filter((problem) => sentence.test(problem))).toHaveLength(1)
})

test('each refusal is a sentence that names what was given', () => {
  for (const option of mailpitOptions) {
    if (option.kind !== 'refused') continue
    const [variable = ''] = option.variables
    const { problems } = readMailpitSettings([], {
      [variable]: option.takes === 'switch' ? '1' : 'x',
    })
    expect(problems).toEqual([`${variable}: ${option.why}.`])
  }
})

test('a variable of a newer Mailpit is named, and no other', () => {
  const env = { MP_NEW: '1', MP_MAX_MESSAGES: '1', MP_SENDMAIL_FROM: 'a@b.test', HOME: '/' }
  expect(unknownVariables(env)).toEqual(['MP_NEW'])
})
