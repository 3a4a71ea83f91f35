// oxlint-disable-next-line no-unassigned-import -- @peculiar/x509 needs its global side effect
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { afterEach, expect, test } from 'vitest'
import { password, startSmtp, username } from '../../test/smtp-harness.ts'
import type { Certificate } from './certificate.ts'
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
  username,
  password,
  from: 'team@rocket.test',
  to: 'you@rocket.test',
  subject: 'A test mail',
  text: 'It works',
  html: '<p>It works</p>',
}

test.each(['plain', 'tls'] as const)(
  'a mail passes the %s port with a certificate that an authority has signed',
  async (kind) => {
    const served = await signedByAuthority()
    const started = await startSmtp({ certificate: () => served })
    undos.push(() => started.smtp.stop())
    const ports = [kind === 'tls' ? started.tlsPort : started.port]
    const submit = createSubmission({
      listening: () => ({ ports, tlsPorts: [started.tlsPort] }),
      certificate: () => served,
    })
    expect(await submit(mail)).toMatch(/^250 /)
    expect(started.mails).toHaveLength(1)
  },
)

test('nothing is sent to a server that has another certificate', async () => {
  const [served, expected] = [await signedByAuthority(), await signedByAuthority()]
  const { smtp, port, mails } = await startSmtp({ certificate: () => served })
  undos.push(() => smtp.stop())
  const submit = createSubmission({
    listening: () => ({ ports: [port], tlsPorts: [] }),
    certificate: () => expected,
  })
  await expect(submit(mail)).rejects.toThrow(/certificate/)
  expect(mails).toEqual([])
})
