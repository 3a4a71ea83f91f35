// oxlint-disable-next-line no-unassigned-import -- @peculiar/x509 needs its global side effect
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { afterEach, expect, test } from 'vitest'
import { startSmtp } from '../../../test/clients/smtp-harness.ts'
import type { Certificate } from '../../lib/tls/certificate.ts'
import { createOneTimeLogins } from '../limits/one-time-logins.ts'
import type { SmtpOptions } from '../smtp.ts'
import { createSubmission } from './submission.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
const undos: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const undo of undos.splice(0)) await undo()
})

/** A certificate for `mail.test` that an authority has signed. */
async function signedByAuthority(): Promise<Certificate> {
  const [authority, keys] = [await newKeys(), await newKeys()]
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: '01',
    subject: 'CN=mail.test',
    issuer: 'CN=An authority',
    signingKey: authority.privateKey,
    publicKey: keys.publicKey,
    signingAlgorithm: algorithm,
    extensions: [new x509.BasicConstraintsExtension(false, undefined, true)],
  })
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  return {
    key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'),
    cert: certificate.toString('pem'),
  }
}

const mail = {
  accountId: 7,
  from: 'team@rocket.test',
  to: 'you@rocket.test',
  subject: 'A test mail',
  text: 'It works',
  html: '<p>It works</p>',
}

async function started(overrides: Parameters<typeof startSmtp>[0]) {
  const server = await startSmtp(overrides)
  undos.push(() => server.smtp.stop())
  return server
}

test.each<[string, Partial<SmtpOptions>]>([
  ['plain', { ports: [{ port: 0, tls: 'none' }] }],
  ['STARTTLS', { ports: [{ port: 0, tls: 'starttls' }] }],
  ['TLS', { ports: [{ port: 0, tls: 'implicit' }] }],
])(
  'a mail passes the %s port with a certificate that an authority has signed',
  async (_kind, ports) => {
    const served = await signedByAuthority()
    const { smtp, mails } = await started({ ...ports, certificate: () => served })
    expect(await smtp.submit(mail)).toMatch(/^250 /)
    expect(mails).toMatchObject([{ account: { id: 7 }, envelope: { to: ['you@rocket.test'] } }])
  },
)

test('nothing is sent to a server that has another certificate', async () => {
  const [served, expected] = [await signedByAuthority(), await signedByAuthority()]
  const { port, mails } = await started({ certificate: () => served })
  const submit = createSubmission({
    isProxy: () => false,
    listening: () => [{ port, tls: 'starttls' }],
    address: '127.0.0.1',
    certificate: () => expected,
    logInAs: createOneTimeLogins().issue,
  })
  await expect(submit(mail)).rejects.toThrow(/certificate/)
  expect(mails).toEqual([])
})

test('no login stays good when nobody listens', async () => {
  const logins = createOneTimeLogins()
  const issued: ReturnType<typeof logins.issue>[] = []
  const submit = createSubmission({
    isProxy: () => false,
    listening: () => [{ port: 1, tls: 'none' }],
    address: '127.0.0.1',
    certificate: () => ({ cert: '' }),
    logInAs(account) {
      const login = logins.issue(account)
      issued.push(login)
      return login
    },
  })
  await expect(submit(mail)).rejects.toThrow('ECONNREFUSED')
  expect(issued.map(({ username, password }) => logins.take(username, password))).toEqual([null])
})

test('a mail of our own needs no login of the account', async () => {
  const { smtp, mails } = await started({
    authenticate: () => new Promise(() => {}),
  })
  expect(await smtp.submit(mail)).toMatch(/^250 /)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.transcript).toContain('AUTH PLAIN ***')
})

test('a login of our own is good once, and only until its mail was tried', () => {
  const logins = createOneTimeLogins()
  const { username, password } = logins.issue({ id: 7 })
  expect(logins.take(username, 'wrong')).toBe(null)
  expect(logins.take(username, password)).toEqual({ id: 7 })
  expect(logins.take(username, password)).toBe(null)
  const unused = logins.issue({ id: 7 })
  unused.end()
  expect(logins.take(unused.username, unused.password)).toBe(null)
})
