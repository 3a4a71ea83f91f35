import { describe, expect, test } from 'vitest'
import { signed } from './cases/authentication-cases.ts'
import { checkedSection, type TestMail } from './mail-of.ts'

async function sectionOf(mail: TestMail) {
  const { facts, findings } = await checkedSection('authentication', mail)
  return { ...facts, rules: findings.map(({ rule }) => rule) }
}

test('what a signature says is shown', async () => {
  const mail = await signed({ expires: new Date('2026-12-01T00:00:00Z') })
  expect(await sectionOf(mail)).toMatchObject({
    from_domain: 'example.com',
    return_path_domain: 'example.com',
    return_path_aligned: true,
    signatures: [
      {
        domain: 'example.com',
        selector: 'one',
        algorithm: 'rsa-sha256',
        canonicalization: 'relaxed/relaxed',
        signed_headers: expect.arrayContaining(['From', 'Subject', 'To']) as unknown,
        body_hash: 'pass',
        aligned: true,
        expires_at: '2026-12-01T00:00:00.000Z',
      },
    ],
    arc_sets: 0,
  })
})

test.each([
  ['shop.example.com', true],
  ['com', false],
  ['example.org', false],
  ['example.com.evil.test', false],
])('a signature of %s fits a sender of example.com: %s', async (signingDomain, aligned) => {
  expect((await sectionOf(await signed({ signingDomain }))).signatures).toMatchObject([{ aligned }])
})

describe('a mail that opendkim 2.11 signed', () => {
  const header = [
    'From: Shop <shop@example.com>',
    'To: ada@example.net',
    'Subject: Your order',
    'Date: Tue, 24 Nov 2026 10:00:00 +0000',
    'Message-ID: <1@example.com>',
  ]
  const body = 'Hello  there \t\r\n\r\n\tB\u00c3\u00a4r  and\t bye \r\n.\r\n\r\n\r\n'
  const b =
    'IWEDFWQkn5ViTnlCg9R66/FcamQW10+KLdGU4ilNlFdrN4aevXNgR5s6H5J5jdEHr\r\n\t fN47RhmXed7mFaelgznK2xUsLKyETgH/0I3oz6AQH48pPdNBhMOKWYXGee11/LH13o\r\n\t 2+Oyo3dqwuRDbW1EA12cJ9SKZOt0zGeVvwFr9cjBND0mxIjmuk0iimNnwXWTZ1Vuiz\r\n\t 3DmlAbQtoNJYmiG/DvMxvKCJR7j2GmidXXl0+Rd95TAMvKGH7dCydteCSQs8tSBgFr\r\n\t CX1MAXzIMxm6cPrRw2AqND1GB31CS6nDuEbCZTR65Fc1SL0pzn7E5qsjFger3pVz37\r\n\t SWzzA2I218lgA=='
  const signedBy = (form: string, algorithm: string, hash: string) =>
    `DKIM-Signature: v=1; a=${algorithm}; c=${form}; d=example.com; s=deb;\r\n\tt=1795512000; bh=${hash};\r\n\th=From:To:Subject:Date;\r\n\tb=${b}`
  const mailOf = (fields: string[], text: string): TestMail => ({
    source: Buffer.from(`${fields.join('\r\n')}\r\n\r\n${text}`, 'latin1'),
  })

  // The hashes are those that Debian's opendkim 2.11.0~beta2 wrote for the body.
  test.each([
    ['simple/simple', 'rsa-sha256', 'SHreF1eKgd8/t0kQ4eL3EHnLLBzPp6Fk4U+TZaBUGes='],
    ['relaxed/simple', 'rsa-sha1', 'loI7181f7F7YyJtjYIwA4k981YY='],
    ['simple/relaxed', 'rsa-sha1', 'FVHfQ2R/Xym812LPMGFkP+Fce6Q='],
    ['relaxed/relaxed', 'rsa-sha256', 'gYMFfJFnyTT2+pQ5xFdnPHLXpDNhLew9uMjAUqHfz4s='],
  ])('in the form %s by %s has its body until it is altered', async (form, algorithm, hash) => {
    const signature = signedBy(form, algorithm, hash)
    const resultOf = async (fields: string[], text: string) =>
      (await sectionOf(mailOf([signature, ...fields], text))).signatures.map((one) => one.body_hash)
    expect(await resultOf(header, body)).toEqual(['pass'])
    for (const altered of [`${body}A footer`, body.slice(1), body.replace('\r\n\r\n', '\r\n')]) {
      expect(await resultOf(header, altered)).toEqual(['fail'])
    }
    // Whether a field was altered shows only with the key, which is in DNS.
    for (const index of header.keys()) {
      const altered = header.map((line, at) => (at === index ? `${line}x` : line))
      expect(await resultOf(altered, body)).toEqual(['pass'])
    }
  })

  test('is as long as its key, and names the fields that it covers', async () => {
    const signature = signedBy(
      'relaxed/relaxed',
      'rsa-sha256',
      'gYMFfJFnyTT2+pQ5xFdnPHLXpDNhLew9uMjAUqHfz4s=',
    )
    expect(await sectionOf(mailOf([signature, ...header], body))).toMatchObject({
      rules: [],
      signatures: [{ signed_headers: ['From', 'To', 'Subject', 'Date'] }],
    })
  })
})

test('of a mail with many signatures, the first ten are read', async () => {
  const { source = '' } = await signed()
  const [signature] = source.toString().split('\r\nFrom: ', 1)
  const many = `${signature}\r\n`.repeat(200) + source.toString()
  expect((await sectionOf({ source: many })).signatures).toHaveLength(10)
})
