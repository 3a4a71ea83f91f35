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

/** A mail with more of them is shown with the first. */
const signaturesShown = 20

/** It designates no server of anybody (RFC 5737), so that evaluating SPF for it goes through the whole record. */
const addressOfNobody = '192.0.2.254'

/** What DNS says of a mail. The library fetches nothing besides, with a resolver of ours and without BIMI. */
export async function authenticate(
  source: Uint8Array,
  { ip, sender, servers }: AuthenticationOrder,
): Promise<Omit<Authentication, 'took_ms'>> {
  const resolver = createCountedResolver({ servers })
  try {
    const { resolve } = resolver
    const mail = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    const common = { resolver: resolve, sender, mta: 'mailstop' }
    const found = await authenticateMail(mail, {
      ...common,
      ...(ip !== null && { ip }),
      disableBimi: true,
    })
    const fromDomain = domainOf(found.dkim.headerFrom[0])
    const spfDomain = domainOf(sender)
    if (fromDomain) await resolve(fromDomain, 'MX').catch(() => {})
    const spfTexts = spfDomain ? await resolver.texts(spfDomain) : []
    const { dmarc, arc } = found
    const dmarcRecord = (dmarc && dmarc.rr) || null
    const facts = {
      spf: {
        ...(found.spf && ip !== null && spfDomain
          ? statusOf(found.spf.status)
          : { result: null, comment: null }),
        domain: spfDomain,
        record: shown(spfTexts.find(isSpf)),
        lookups: spfDomain ? await lookupsOf(sender, resolve) : null,
        aligned: areRelated(fromDomain, spfDomain),
      },
      dkim: found.dkim.results.slice(0, signaturesShown).map(signature),
      dmarc: {
        ...(dmarc ? statusOf(dmarc.status) : { result: 'none' as const, comment: null }),
        domain: fromDomain,
        policy: (dmarc && dmarc.p) || null,
        record: shown(dmarcRecord),
      },
      records: resolver.records(),
    }
    const findings = dnsFindings({ ...facts, spfTexts })
    return {
      ip,
      ...facts,
      arc: arc && arc.status.result !== 'none' ? statusOf(arc.status) : null,
      findings,
    }
  } finally {
    resolver.end()
  }
}

async function lookupsOf(
  sender: string,
  resolver: (name: string, type: string) => Promise<string[] | string[][]>,
): Promise<number | null> {
  const counted = await spf({
    sender,
    ip: addressOfNobody,
    helo: 'mailstop.invalid',
    mta: 'mailstop',
    resolver,
    maxResolveCount: 20,
  })
  return counted.lookups?.count ?? null
}

const shown = (text: string | null | undefined) => text?.slice(0, limits.shownRecord) ?? null

function statusOf({ result, comment }: Pick<AuthStatus, 'result' | 'comment'>) {
  const known = authResult.safeParse(result)
  return { result: known.success ? known.data : ('none' as const), comment: shown(comment || null) }
}

const signature = ({ signingDomain, selector, algo, modulusLength, status }: DKIMResult) => ({
  ...statusOf(status),
  domain: shown(signingDomain),
  selector: shown(selector),
  algorithm: shown(algo),
  key_bits: modulusLength ?? null,
  aligned: Boolean(status.aligned),
})

function domainOf(address: string | undefined): string | null {
  const domain = address
    ?.slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
  return domain && address?.includes('@') ? domain.slice(0, 255) : null
}

/** Whether one of the two is the other or below it, as far as relaxed alignment can be told without DNS. */
const areRelated = (one: string | null, other: string | null): boolean =>
  one !== null &&
  other !== null &&
  (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`))
