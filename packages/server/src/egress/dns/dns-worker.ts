import { authenticate as authenticateMail, spf, type AuthStatus, type DKIMResult } from 'mailauth'
import { authResult, type Authentication } from '@mailstop/contract'
import { limits } from '@mailstop/contract/limits'
import { createCountedResolver } from './counted-resolver.ts'
import { dnsFindings, isSpf } from './dns-findings-rules.ts'

export type AuthenticationOrder = {
  /** The address that production sends from; null: SPF is not evaluated. */
  ip: string | null
  /** The envelope sender; '' for a bounce. */
  sender: string
  /** Name servers; null: those of this machine. */
  servers: string[] | null
}

/** A mail with more signatures is shown with the first. */
const signaturesShown = 20
/** Nobody has it (RFC 5737), so that evaluating SPF for it goes through the whole record and counts its questions. */
const addressOfNobody = '192.0.2.254'

/** What DNS says of a mail. The library fetches nothing besides, with a resolver of ours and without BIMI. */
export async function authenticate(
  source: Uint8Array,
  { ip, sender, servers }: AuthenticationOrder,
): Promise<Authentication> {
  const resolver = createCountedResolver({ servers })
  try {
    const common = { resolver: resolver.resolve, sender, mta: 'mailstop' }
    const mail = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    const options = { ...common, ...(ip !== null && { ip }), disableBimi: true }
    const { dkim, spf: evaluated, dmarc, arc } = await authenticateMail(mail, options)
    const from = domainOf(dkim.headerFrom[0])
    const domain = domainOf(sender)
    if (from !== null) await resolver.resolve(from, 'MX').catch(() => {})
    const spfTexts = domain === null ? [] : await resolver.texts(domain)
    const whole = { ...common, ip: addressOfNobody, helo: 'mailstop.invalid', maxResolveCount: 20 }
    const counted = domain === null ? null : await spf(whole)
    const hasSpf = evaluated && ip !== null && domain !== null
    const facts = {
      spf: {
        ...(hasSpf ? statusOf(evaluated.status) : { result: null, comment: null }),
        domain,
        record: shown(spfTexts.find(isSpf)),
        lookups: counted?.lookups?.count ?? null,
        aligned: areRelated(from, domain),
      },
      dkim: dkim.results.slice(0, signaturesShown).map(signature),
      dmarc: {
        ...statusOf(dmarc ? dmarc.status : { result: 'none' }),
        domain: from,
        // Its types promise a policy, which is not there without a record.
        policy: (dmarc && dmarc.p) || null,
        record: dmarc ? shown(dmarc.rr) : null,
      },
      arc: arc && arc.status.result !== 'none' ? statusOf(arc.status) : null,
      records: resolver.records(),
    }
    return { ip, ...facts, findings: dnsFindings({ ...facts, spfTexts }) }
  } finally {
    resolver.end()
  }
}

/** What a stranger wrote, cut. */
const shown = (text: string | null | undefined) => text?.slice(0, limits.shownRecord) ?? null

function statusOf({ result, comment }: Pick<AuthStatus, 'result' | 'comment'>) {
  return { result: authResult.catch('none').parse(result), comment: shown(comment || null) }
}

const signature = ({ signingDomain, selector, algo, modulusLength, status }: DKIMResult) => ({
  ...statusOf(status),
  domain: shown(signingDomain),
  selector: shown(selector),
  algorithm: shown(algo),
  key_bits: modulusLength ?? null,
  aligned: Boolean(status.aligned),
})

const domainOf = (address = ''): string | null =>
  /@([^@\s]{1,255})$/.exec(address.trim())?.[1]?.toLowerCase() ?? null

/** Whether one of the two is the other or below it: relaxed alignment, as far as it is known without DNS. */
const areRelated = (one: string | null, other: string | null): boolean =>
  one !== null &&
  other !== null &&
  (`.${one}`.endsWith(`.${other}`) || `.${other}`.endsWith(`.${one}`))
