import type { Authentication, DnsFinding } from '@mailstop/contract'

export type DnsFacts = Pick<Authentication, 'spf' | 'dkim' | 'dmarc' | 'records'> & {
  /** The texts of the domain of MAIL FROM. */
  spfTexts: string[]
  /** The tags of the DMARC record. */
  dmarcTags: Map<string, string>
}

type Rule = {
  rule: string
  level: DnsFinding['level']
  /** What is said where the rule fires; null: it does not. */
  says(facts: DnsFacts): string | null
}

/** RFC 7208 section 4.6.4. */
const mostLookups = 10

export const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text)

const spfRecords = ({ spfTexts }: DnsFacts) => spfTexts.filter(isSpf)

const whereAll = (facts: DnsFacts, qualifier: RegExp) =>
  spfRecords(facts).some((text) => text.split(/\s+/).some((term) => qualifier.test(term)))

const wasAnswered = ({ records }: DnsFacts, name: string | null, type: string) =>
  records.some((each) => each.name === name && each.type === type && each.problem !== 'no_answer')

const shortest = ({ dkim }: DnsFacts) =>
  Math.min(
    ...dkim.flatMap(({ key_bits, algorithm }) =>
      key_bits && algorithm?.startsWith('rsa') ? [key_bits] : [],
    ),
  )

/** What the records of a domain say about the mail that production will send. `docs/inspection-outgoing.md` has them all. */
export const dnsRules: Rule[] = [
  {
    rule: 'dns.spf-missing',
    level: 'warn',
    says: (facts) =>
      facts.spf.domain &&
      spfRecords(facts).length === 0 &&
      wasAnswered(facts, facts.spf.domain, 'TXT')
        ? `${facts.spf.domain} has no SPF record.`
        : null,
  },
  {
    rule: 'dns.spf-several',
    level: 'fail',
    says: (facts) =>
      spfRecords(facts).length > 1
        ? `${facts.spf.domain} has ${spfRecords(facts).length} SPF records: with more than one, none counts.`
        : null,
  },
  {
    rule: 'dns.spf-allows-all',
    level: 'fail',
    says: (facts) =>
      whereAll(facts, /^\+?all$/i)
        ? 'The SPF record ends with +all: it allows every server of the world.'
        : null,
  },
  {
    rule: 'dns.spf-lookups',
    level: 'fail',
    says: ({ spf }) =>
      (spf.lookups ?? 0) > mostLookups
        ? `The SPF record needs more than ${mostLookups} questions to DNS: receivers give up.`
        : null,
  },
  {
    rule: 'dns.dkim-key-weak',
    level: 'fail',
    says: (facts) =>
      shortest(facts) < 1_024
        ? `A DKIM key has ${shortest(facts)} bits: receivers ignore it.`
        : null,
  },
  {
    rule: 'dns.dkim-key-short',
    level: 'warn',
    says: (facts) =>
      shortest(facts) >= 1_024 && shortest(facts) < 2_048
        ? `A DKIM key has ${shortest(facts)} bits: 2048 are usual.`
        : null,
  },
  {
    rule: 'dns.dmarc-missing',
    level: 'warn',
    says: ({ dmarc, ...facts }) =>
      dmarc.domain &&
      dmarc.record === null &&
      wasAnswered({ dmarc, ...facts }, `_dmarc.${dmarc.domain}`, 'TXT')
        ? `${dmarc.domain} has no DMARC record.`
        : null,
  },
  {
    rule: 'dns.dmarc-observes',
    level: 'info',
    says: ({ dmarc }) =>
      dmarc.policy === 'none'
        ? 'The DMARC policy is none: mail that fails is delivered all the same.'
        : null,
  },
  {
    rule: 'dns.dmarc-share',
    level: 'info',
    says: ({ dmarcTags }) =>
      Number(dmarcTags.get('pct') ?? 100) < 100
        ? `The DMARC policy is for ${dmarcTags.get('pct')?.slice(0, 3)} % of the mail.`
        : null,
  },
  {
    rule: 'dns.dmarc-no-reports',
    level: 'info',
    says: ({ dmarc, dmarcTags }) =>
      dmarc.record !== null && !dmarcTags.has('rua')
        ? 'The DMARC record names no address for reports (rua).'
        : null,
  },
  {
    rule: 'dns.mx-missing',
    level: 'warn',
    says: (facts) =>
      facts.records.some(
        ({ name, type, problem }) =>
          name === facts.dmarc.domain && type === 'MX' && problem === 'not_found',
      )
        ? `${facts.dmarc.domain} has no MX record: answers may not arrive.`
        : null,
  },
  {
    rule: 'dns.too-many-questions',
    level: 'warn',
    says: ({ records }) =>
      records.some(({ problem }) => problem === 'not_asked')
        ? 'The mail and its records ask for more than DNS was asked: the results are not complete.'
        : null,
  },
]

export const dnsFindings = (facts: DnsFacts): DnsFinding[] =>
  dnsRules.flatMap(({ rule, level, says }) => {
    const message = says(facts)
    return message === null ? [] : [{ rule, level, message }]
  })
