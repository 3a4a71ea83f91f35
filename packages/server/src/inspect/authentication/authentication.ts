import type { DKIMResult } from 'mailauth'
import type { FactsOf } from '@mailstop/contract'
import { domainOf, isSameOrganization } from '../mail/domains.ts'
import type { InspectedMail } from '../mail/inspected-mail.ts'
import { atHeader, excerpt } from '../mail/places.ts'
import { defineSection } from '../section.ts'
import { authenticationRules } from './authentication-rules.ts'
import { bodyResult, keyBits, type ReadSignature, readSignatures } from './signatures.ts'

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
        report(rule, message, atHeader(field.value, field.line))
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
  const bits = keyBits(signature) ?? 2_048
  const expiry = signature.expiresAfter ? Date.parse(signature.expiresAfter) : Infinity
  const all: [Fault, boolean][] = [
    ['body-changed', bodyResult(signature) === 'fail'],
    ['weak-algorithm', signature.algo === 'rsa-sha1'],
    ['weak-key', bits < 1_024],
    ['short-key', bits >= 1_024 && bits < 2_048],
    ['body-length', signature.canonBodyLengthLimited === true],
    ['expired', expiry < mail.envelope.receivedAt],
    ['unsigned-fields', ['subject', 'date', 'to', 'cc'].some(isOpen)],
  ]
  return all.filter(([, isSo]) => isSo).map(([rule]) => rule)
}
