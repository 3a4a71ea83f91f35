import type { Authentication, DnsFinding } from '@mailstop/contract'

export type DnsFacts = Pick<Authentication, 'spf' | 'dkim' | 'dmarc' | 'records'> & {
  /** The texts of the domain of MAIL FROM. */
  spfTexts: string[]
}

/** RFC 7208 section 4.6.4. */
const mostLookups = 10

export const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text)

/** What the records of a domain say about the mail that production will send. `docs/inspection-outgoing.md` lists these. */
export function dnsFindings({ spf, dkim, dmarc, records, spfTexts }: DnsFacts): DnsFinding[] {
  const isMissing = (name: string, type: string) =>
    records.some((each) => each.name === name && each.type === type && each.problem !== 'no_answer')
  const spfRecords = spfTexts.filter(isSpf)
  const bits = Math.min(...dkim.flatMap(({ key_bits }) => key_bits ?? []))
  const share = /;\s*pct\s*=\s*(\d{1,2})\s*(?:;|$)/i.exec(dmarc.record ?? '')?.[1]
  const all: [rule: string, level: DnsFinding['level'], fires: boolean, message: string][] = [
    [
      'spf-missing',
      'warn',
      spf.domain !== null && spfRecords.length === 0 && isMissing(spf.domain, 'TXT'),
      `${spf.domain} has no SPF record.`,
    ],
    [
      'spf-several',
      'fail',
      spfRecords.length > 1,
      `${spf.domain} has ${spfRecords.length} SPF records: with more than one, none counts.`,
    ],
    [
      'spf-allows-all',
      'fail',
      spfRecords.some((text) => /\s\+?all(?:\s|$)/i.test(text)),
      'The SPF record has +all: it allows every server of the world.',
    ],
    [
      'spf-lookups',
      'fail',
      (spf.lookups ?? 0) > mostLookups,
      `The SPF record needs more than ${mostLookups} questions to DNS: receivers give up.`,
    ],
    [
      'dkim-key-weak',
      'fail',
      dkim.some(({ result }) => result === 'policy'),
      'A DKIM key has fewer than 1024 bits: receivers ignore it.',
    ],
    ['dkim-key-short', 'warn', bits < 2_048, `A DKIM key has ${bits} bits: 2048 are usual.`],
    [
      'dmarc-missing',
      'warn',
      dmarc.domain !== null && dmarc.record === null && isMissing(`_dmarc.${dmarc.domain}`, 'TXT'),
      `${dmarc.domain} has no DMARC record.`,
    ],
    [
      'dmarc-observes',
      'info',
      dmarc.policy === 'none',
      'The DMARC policy is none: mail that fails is delivered all the same.',
    ],
    ['dmarc-share', 'info', share !== undefined, `The DMARC policy is for ${share} % of the mail.`],
    [
      'dmarc-no-reports',
      'info',
      dmarc.record !== null && !/;\s*rua\s*=/i.test(dmarc.record),
      'The DMARC record names no address for reports (rua).',
    ],
    [
      'mx-missing',
      'warn',
      records.some(
        ({ name, type, problem }) =>
          type === 'MX' && problem === 'not_found' && name === dmarc.domain,
      ),
      `${dmarc.domain} has no MX record: answers may not arrive.`,
    ],
    [
      'too-many-questions',
      'warn',
      records.some(({ problem }) => problem === 'not_asked'),
      'There is more to ask than DNS was asked: the results are not complete.',
    ],
  ]
  return all.flatMap(([name, level, fires, message]) =>
    fires ? [{ rule: `dns.${name}`, level, message }] : [],
  )
}
