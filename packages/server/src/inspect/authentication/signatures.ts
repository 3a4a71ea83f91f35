import { Readable } from 'node:stream'
import type { DKIMResult } from 'mailauth'
import type { InspectedMail } from '../mail/inspected-mail.ts'

/** What the library says of it, and the field that it is. */
export type ReadSignature = DKIMResult & { field: InspectedMail['fields'][number] }

const mostSignatures = 10
const mostSignatureCharacters = 16 * 1024
const mostFields = 200

/**
 * What can be said of the DKIM signatures of a mail without DNS. The library is given the signatures, the names of the
 * other fields and the body: without a key it can verify no field, and so much of a header as a stranger may send costs
 * it the square of its time. The body comes in one piece for the same reason.
 */
export async function readSignatures(mail: InspectedMail): Promise<ReadSignature[]> {
  const signatures = mail
    .fieldsOf('dkim-signature')
    .filter(({ value }) => value.length <= mostSignatureCharacters)
    .slice(0, mostSignatures)
  if (signatures.length === 0) return []
  // It is large, and few of the mails that are caught are signed.
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js')
  const header = [
    ...signatures.map(({ value }) => `DKIM-Signature: ${value}`),
    ...mail.fields
      .filter(({ name }) => name.toLowerCase() !== 'dkim-signature')
      .slice(0, mostFields)
      .map(({ name }) => `${name}: x`),
  ]
  const whole = Buffer.concat([Buffer.from(`${header.join('\r\n')}\r\n\r\n`), bodyOf(mail)])
  const { results } = await dkimVerify(Readable.from([whole]), {
    strict: true,
    curTime: mail.envelope.receivedAt,
    resolver: async () => Promise.reject(Object.assign(new Error('no DNS'), { code: 'ENODATA' })),
  })
  return signatures.flatMap((field, index) => {
    const result = results[index]
    return result ? [{ ...result, field }] : []
  })
}

/** Lines end as they do on the way, also those of a mail that was handed over with line feeds alone. */
function bodyOf({ source, root }: InspectedMail): Buffer {
  const body = source.subarray(root.bodyStart)
  if (!body.includes('\n') || body.includes('\r\n')) return body
  return Buffer.from(body.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')
}

/** RFC 6376 section 6.1.3 step 3; unknown where the signature could not be read so far. */
export function bodyResult({ bodyHash, bodyHashExpecting }: DKIMResult) {
  if (bodyHash === undefined || bodyHashExpecting === undefined) return 'unknown'
  return bodyHash === bodyHashExpecting ? 'pass' : 'fail'
}

/** A signature of RSA is as long as its key. */
export const keyBits = ({ algo, signature }: DKIMResult): number | null =>
  algo?.startsWith('rsa') && signature ? Buffer.from(signature, 'base64').length * 8 : null
