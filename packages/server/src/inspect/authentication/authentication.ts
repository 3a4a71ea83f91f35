import type { DKIMResult } from 'mailauth'
import type { FactsOf } from '@mailstop/contract'
import { domainOf, isSameOrganization } from '../mail/domains.ts'
import type { InspectedMail } from '../mail/inspected-mail.ts'
import { atField, excerpt } from '../mail/places.ts'
import { defineSection, fail, info, warn, type Rule } from '../section.ts'
import { bodyResult, keyBits, type ReadSignature, readSignatures } from './signatures.ts'

/** What may be wrong with the proof of where a mail comes from. */
const authenticationRules = {
  unsigned: info(
    'The mail has no DKIM signature.',
    'Gmail and Yahoo want one of every sender, which often the relay of production adds.',
    'Make sure that the relay of production signs, or sign in the application.',
    'February 2024 (sender guidelines of Gmail and Yahoo)',
  ),
  'body-changed': fail(
    'The body is not as it was signed.',
    'The hash of the body differs from that of the signature (RFC 6376 section 6.1.3): every receiver counts the mail as unsigned.',
    'Sign last, behind everything that changes the text, its encoding or its lines, such as a relay that adds a footer.',
  ),
  'from-not-signed': fail(
    'A signature does not cover the sender.',
    'RFC 6376 section 5.4 wants From among the signed fields; receivers ignore a signature without it.',
    'Name From among the fields that are signed.',
  ),
  'invalid-signature': warn(
    'A signature is not written as RFC 6376 wants it.',
    'Receivers may ignore it (section 6.1.1), and count the mail as unsigned.',
    'Let a maintained library write the signature.',
  ),
  'weak-algorithm': warn(
    'A signature uses SHA-1.',
    'RFC 8301 section 3.1 forbids rsa-sha1 for signing and for verifying.',
    'Sign with rsa-sha256.',
    '2018',
  ),
  'weak-key': warn(
    'A signature was made with a key of less than 1,024 bits.',
    'RFC 8301 section 3.2 forbids receivers to accept it.',
    'Make a key of 2,048 bits, and publish it under a new selector.',
    '2018',
  ),
  'body-length': warn(
    'A signature covers only the beginning of the body.',
    'Anybody can add text behind it (RFC 6376 section 8.2), so that Gmail and others distrust the tag l=.',
    'Sign the whole body, without l=.',
  ),
  expired: warn(
    'A signature had expired when the mail arrived.',
    'Receivers may count it as no signature (RFC 6376 section 3.5, x=).',
    'Let it be valid for some days, and check the clock of the signer.',
  ),
  'unsigned-fields': info(
    'A signature does not cover all fields that readers see.',
    'Whoever passes the mail on can change them (RFC 6376 section 5.4.1 advises to sign From, Subject, Date, To and others).',
    'Name them among the fields that are signed.',
  ),
  'not-aligned': warn(
    'Neither a signature nor the return path belongs to the domain of the sender.',
    'DMARC wants one of both to be of the domain in From (RFC 7489 section 3.1): the mail fails it, whatever else is right.',
    'Sign with a key of the domain in From.',
  ),
} satisfies Record<string, Rule>

export const authentication = defineSection({
  id: 'authentication',
  needsHtml: false,
  rules: authenticationRules,
  async check(mail, report): Promise<FactsOf<'authentication'>> {
    const fromDomain = domainOf(mail.from?.address)
    const returnDomain = domainOf(mail.envelope.from)
    const isAligned = (domain: string | null | undefined) =>
      Boolean(domain && fromDomain && isSameOrganization(domain, fromDomain))
    const read = await readSignatures(mail)

    if (mail.fieldsOf('dkim-signature').length === 0) report('unsigned', 'There is no signature.')
    for (const signature of read) {
      const { signingDomain, selector, field, status } = signature
      const name = excerpt(`${selector}._domainkey.${signingDomain}`)
      for (const rule of faultsOf(signature, mail)) {
        const about = rule === 'invalid-signature' ? `${name} (${status.comment})` : name
        const message = `${authenticationRules[rule].what.slice(0, -1)}: ${about}`
        report(rule, message, atField(field))
      }
    }
    const isReturnAligned = isAligned(returnDomain)
    const isSigned = read.some(({ signingDomain }) => isAligned(signingDomain))
    if (read.length > 0 && fromDomain !== null && !isReturnAligned && !isSigned) {
      const domains = `${excerpt(fromDomain)}, and the return path of ${excerpt(returnDomain ?? 'nobody')}`
      report('not-aligned', `The sender is of ${domains}; no signature is of the sender.`)
    }
    return {
      from_domain: fromDomain,
      return_path_domain: returnDomain,
      return_path_aligned: isReturnAligned,
      signatures: read.map((signature) => ({
        domain: excerpt(signature.signingDomain ?? ''),
        selector: excerpt(signature.selector ?? ''),
        algorithm: excerpt(signature.algo ?? ''),
        canonicalization: excerpt(signature.format ?? 'simple/simple'),
        signed_headers: signedFields(signature).slice(0, 100),
        body_hash: bodyResult(signature),
        aligned: isAligned(signature.signingDomain),
        expires_at: signature.expiresAfter ?? null,
      })),
      arc_sets: mail.fieldsOf('arc-seal').length,
    }
  },
})

const signedFields = ({ signingHeaders }: DKIMResult): string[] =>
  signingHeaders?.keys.split(': ').filter(Boolean) ?? []

type Fault = keyof typeof authenticationRules

function faultsOf(signature: ReadSignature, mail: InspectedMail): Fault[] {
  if (signature.status.comment === 'From field not signed') return ['from-not-signed']
  if (signature.bodyHash === undefined) return ['invalid-signature']
  const names = signedFields(signature).map((name) => name.toLowerCase())
  const isOpen = (name: string) => !names.includes(name) && mail.fieldsOf(name).length > 0
  const expiry = signature.expiresAfter ? Date.parse(signature.expiresAfter) : Infinity
  const all: [Fault, boolean][] = [
    ['body-changed', bodyResult(signature) === 'fail'],
    ['weak-algorithm', signature.algo === 'rsa-sha1'],
    ['weak-key', (keyBits(signature) ?? 2_048) < 1_024],
    ['body-length', signature.canonBodyLengthLimited === true],
    ['expired', expiry < mail.envelope.receivedAt],
    ['unsigned-fields', ['subject', 'date', 'to', 'cc'].some(isOpen)],
  ]
  return all.filter(([, isSo]) => isSo).map(([rule]) => rule)
}
