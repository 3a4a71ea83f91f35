import type { Authentication, DnsFinding } from '@mailstop/contract'

export type DnsFacts = Pick<Authentication, 'spf' | 'dkim' | 'dmarc' | 'records'> & {
  /** The texts of the domain of MAIL FROM. */
  spfTexts: string[]
}

export const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text)

/** What the records of a domain say about the mail that production will send, the worst first (`docs/inspection-outgoing.md`). */
export function dnsFindings({ spf, dkim, dmarc, records, spfTexts }: DnsFacts): DnsFinding[] {
  const answered = (name: string, type: string, ...problems: unknown[]) =>
    records.some(
      (each) => each.name === name && each.type === type && problems.includes(each.problem),
    )
  const from = dmarc.domain ?? ''
  const spfs = spfTexts.filter(isSpf)
  const hasNoSpf = spfs.length === 0 && answered(spf.domain ?? '', 'TXT', null, 'not_found')
  const hasNoDmarc = !dmarc.record && answered(`_dmarc.${from}`, 'TXT', null, 'not_found')
  const bits = Math.min(...dkim.flatMap(({ key_bits }) => key_bits ?? []))
  const share = /;\s*pct\s*=\s*(\d{1,2})\s*(?:;|$)/i.exec(dmarc.record ?? '')?.[1]
  const says: Record<DnsFinding['level'], Record<string, string | false>> = {
    fail: {
      'spf-several': spfs.length > 1 && `${spf.domain} has several SPF records: then none counts.`,
      'spf-allows-all':
        spfs.some((text) => /\s\+?all(?:\s|$)/i.test(text)) &&
        'The SPF record has +all: it allows every server of the world.',
      // RFC 7208 section 4.6.4.
      'spf-lookups':
        (spf.lookups ?? 0) > 10 &&
        'The SPF record needs more than 10 questions to DNS: receivers give up.',
      'dkim-key-weak':
        dkim.some(({ result }) => result === 'policy') &&
        'A DKIM key has fewer than 1024 bits: receivers ignore it.',
    },
    warn: {
      'spf-missing': hasNoSpf && `${spf.domain} has no SPF record.`,
      'dkim-key-short': bits < 2_048 && `A DKIM key has ${bits} bits: 2048 are usual.`,
      'dmarc-missing': hasNoDmarc && `${from} has no DMARC record.`,
      'mx-missing':
        answered(from, 'MX', 'not_found') && `${from} has no MX record: answers may not arrive.`,
      'too-many-questions':
        records.some(({ problem }) => problem === 'not_asked') &&
        'There is more to ask than DNS was asked: the results are not complete.',
    },
    info: {
      'dmarc-observes':
        dmarc.policy === 'none' && 'The DMARC policy is none: mail that fails is delivered too.',
      'dmarc-share': share !== undefined && `The DMARC policy is for ${share} % of the mail.`,
      'dmarc-no-reports':
        dmarc.record !== null &&
        !/;\s*rua\s*=/i.test(dmarc.record) &&
        'The DMARC record names no address for reports (rua).',
    },
  }
  return (['fail', 'warn', 'info'] as const).flatMap((level) =>
    Object.entries(says[level]).flatMap(([name, message]) =>
      message === false ? [] : [{ rule: `dns.${name}`, level, message }],
    ),
  )
}
