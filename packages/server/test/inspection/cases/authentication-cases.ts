import type { DKIMSignOptions } from 'mailauth'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { generateKeyPairSync } from 'node:crypto'
import { receivedAt, type RuleCases, sourceOf, type TestMail } from '../mail-of.ts'

const keyOf = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ type: 'pkcs1', format: 'pem' })
const keys = { good: keyOf(2_048), short: keyOf(1_024), weak: keyOf(768) }

type Signing = Partial<DKIMSignOptions> & { alter?: (signed: string) => string }

/** A mail as the library's signer signs it, and as it is altered behind that. */
export async function signed({
  alter = (mail) => mail,
  ...options
}: Signing = {}): Promise<TestMail> {
  const mail = sourceOf({ html: '<p>Hello  there</p>', text: 'Hello  there \n\n' })
  const usual = { signingDomain: 'example.com', selector: 'one', privateKey: keys.good }
  const signing = { ...usual, signTime: new Date(receivedAt - 60_000), ...options }
  const { signatures } = await dkimSign(mail, { ...signing, signatureData: [signing] })
  return { source: Buffer.from(alter(signatures + mail.toString('latin1')), 'latin1') }
}

const good = await signed()
const replaced = async (from: string | RegExp, to: string) =>
  signed({ alter: (mail) => mail.replace(from, to) })

export const authenticationCases: RuleCases = {
  'authentication.unsigned': { fires: [{}], spares: [good] },
  'authentication.body-changed': {
    fires: [
      await replaced(/\r\n$/, '\r\nA footer\r\n'),
      await replaced('--b--', '--b--\r\nSent by a relay'),
      await replaced(/bh=./, 'bh=x'),
      await signed({ canonicalization: 'simple/simple', alter: (mail) => `${mail} \r\n` }),
      await signed({
        maxBodyLength: 20,
        alter: (mail) => mail.replace('\r\n\r\n--b', '\r\n\r\n--c'),
      }),
    ],
    spares: [
      good,
      {},
      await replaced('Subject: Your order', 'Subject: Another'),
      await signed({ alter: (mail) => `${mail}\r\n\r\n` }),
      await signed({ canonicalization: 'simple/simple' }),
      await signed({ alter: (mail) => mail.replaceAll('\r\n', '\n') }),
      await signed({ maxBodyLength: 20, alter: (mail) => `${mail}A footer\r\n` }),
    ],
  },
  'authentication.from-not-signed': {
    fires: [await signed({ alter: (mail) => mail.replace(/ h=[^;]*/, ' h=Subject:Date') })],
    spares: [good],
  },
  'authentication.invalid-signature': {
    fires: [
      await replaced(' v=1;', ''),
      await replaced('v=1', 'v=2'),
      await replaced('a=rsa-sha256', 'a=rsa-sha3'),
      await replaced('relaxed/relaxed', 'loose/loose'),
      await replaced('d=example.com', 'd=example.com; d=example.com'),
      { headers: ['DKIM-Signature: hello'] },
    ],
    spares: [good, {}],
  },
  'authentication.weak-algorithm': {
    fires: [await signed({ algorithm: 'rsa-sha1' })],
    spares: [good],
  },
  'authentication.weak-key': {
    fires: [await signed({ privateKey: keys.weak })],
    spares: [good, await signed({ privateKey: keys.short })],
  },
  'authentication.body-length': {
    fires: [await signed({ maxBodyLength: 20 })],
    spares: [good],
  },
  'authentication.expired': {
    fires: [await signed({ expires: new Date(receivedAt - 1_000) })],
    spares: [good, await signed({ expires: new Date(receivedAt + 3_600_000) })],
  },
  'authentication.unsigned-fields': {
    fires: [await signed({ headerList: 'From:Date:To' })],
    spares: [good, await signed({ headerList: 'From:Date:To:Subject' })],
  },
  'authentication.not-aligned': {
    fires: [
      {
        ...(await signed({ signingDomain: 'relay.example' })),
        envelope: { from: 'a@relay.example' },
      },
    ],
    spares: [
      good,
      await signed({ signingDomain: 'relay.example' }),
      { ...good, envelope: { from: 'a@relay.example' } },
      { envelope: { from: 'a@relay.example' } },
    ],
  },
}
