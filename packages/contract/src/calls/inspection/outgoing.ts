import { z } from 'zod'
import { defineEndpoint } from '../../rules/endpoint.ts'
import { timeField } from '../../rules/fields.ts'
import { limits } from '../../rules/limits.ts'
import { dataReply } from '../../rules/replies.ts'
import { mailParams } from '../mails.ts'
import { finding } from './inspection.ts'
import { oneTimeReason } from './section-facts.ts'

/** The parts of the check of a mail that ask other servers. Each is off until the operator turns it on. */
export const getOutgoingChecks = defineEndpoint({
  call: 'GET /api/outgoing-checks',
  access: 'signed-in',
  summary: 'Which parts of the check of a mail may ask other servers.',
  reply: dataReply(
    z.object({
      /** `click`: when somebody asks for the score; `open`: already when the check of a mail is opened. */
      spam_check: z.enum(['off', 'click', 'open']),
      link_checks: z.boolean(),
      dns_checks: z.boolean(),
    }),
  ),
})

const spamScore = z.object({
  engine: z.enum(['spamassassin', 'rspamd']),
  score: z.number(),
  /** The score from which the engine takes a mail for spam. */
  threshold: z.number(),
  /** The rules that fired, those that add most first. At most `limits.spamRulesShown`. */
  rules: z.array(
    z.object({ name: z.string(), score: z.number(), description: z.string().nullable() }),
  ),
})
export type SpamScore = z.output<typeof spamScore>

export const checkSpam = defineEndpoint({
  call: 'POST /api/teams/{team}/mails/{mail}/inspection/spam',
  action: 'read_mail',
  scope: 'mail:read',
  summary: 'Has the spam filter of the operator score a mail.',
  params: mailParams,
  reply: dataReply(spamScore),
})

/** An address of http or https that a mail links to. */
const checkableLink = z.object({
  url: z.string(),
  /** Null for a link that may be asked for without harm, as far as one can tell. */
  one_time: oneTimeReason.nullable(),
})
export type CheckableLink = z.output<typeof checkableLink>

const linkCheck = z.object({
  url: z.string(),
  method: z.enum(['HEAD', 'GET']),
  /**
   * `waiting`: not asked yet. `ok`: answered with 2xx. `broken`: answered with 4xx or 5xx. `no_head`: the server does
   * not answer HEAD. `looping`: it led to more than five other addresses. `refused`: it leads to where this server asks
   * nobody, such as a private network. `failed`: there was no answer.
   */
  outcome: z.enum(['waiting', 'ok', 'broken', 'no_head', 'looping', 'refused', 'failed']),
  /** The last status; null where nothing answered. */
  status: z.number().int().nullable(),
  /** Where it was sent on to, in order, each cut to `limits.shownAddress` characters. */
  redirects: z.array(z.string()),
  /** Why it was refused or failed, in a sentence. */
  reason: z.string().nullable(),
  checked_at: timeField.nullable(),
})
export type LinkCheck = z.output<typeof linkCheck>

const linkChecks = dataReply(
  z.object({
    /** Each address once, in the order of the mail. */
    links: z.array(checkableLink),
    /** Whether the mail has more links than are listed. */
    cut: z.boolean(),
    /** They are kept for a quarter of an hour. */
    checks: z.array(linkCheck),
  }),
)

const urls = z.array(z.string().min(1).max(limits.checkedAddress)).default([])

export const checkLinks = defineEndpoint({
  call: 'POST /api/teams/{team}/mails/{mail}/inspection/link-checks',
  action: 'change_mail',
  scope: 'mail:write',
  showsMail: true,
  summary: `Asks links of a mail with HEAD whether they work, ${limits.linksCheckedAtOnce} at most. The answers follow, as live events and in the list.`,
  params: mailParams,
  body: z
    .strictObject({
      /** Links of the mail, each as `listLinkChecks` has it. */
      urls,
      /** More of them: those that look as if they worked once are asked for only when they are named here. */
      one_time: urls,
      /** Asks one link with GET, as a reader's browser would. */
      get: z.boolean().default(false),
    })
    .refine(
      ({ urls: some, one_time, get }) => {
        const count = some.length + one_time.length
        return count > 0 && count <= (get ? 1 : limits.linksCheckedAtOnce)
      },
      { path: ['urls'] },
    ),
  accepted: true,
  reply: linkChecks,
})

export const listLinkChecks = defineEndpoint({
  call: 'GET /api/teams/{team}/mails/{mail}/inspection/link-checks',
  action: 'read_mail',
  scope: 'mail:read',
  summary:
    'The links of a mail that can be checked, and what the checks of the last 15 minutes said.',
  params: mailParams,
  reply: linkChecks,
})

/** What SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489) and ARC (RFC 8617) call their results. */
export const authResult = z.enum([
  'pass',
  'fail',
  'softfail',
  'neutral',
  'policy',
  'none',
  'temperror',
  'permerror',
])

const text = z.string().nullable()
const status = z.object({ result: authResult, comment: text })

export const dnsRecord = z.object({
  name: z.string(),
  type: z.enum(['TXT', 'MX', 'A', 'AAAA']),
  /** As text, each cut to `limits.shownRecord` characters. */
  values: z.array(z.string()),
  /** Why there are none: `not_found`, or the name server gave no answer. */
  problem: z.enum(['not_found', 'no_answer', 'not_asked']).nullable(),
})
export type DnsRecord = z.output<typeof dnsRecord>

const dnsFinding = finding.omit({ where: true })
export type DnsFinding = z.output<typeof dnsFinding>

export const authentication = z.object({
  /** Null where no address was given: then SPF was not evaluated, and its record is only shown. */
  ip: text,
  spf: status.extend({
    result: authResult.nullable(),
    /** The domain of MAIL FROM; null where the mail has none. */
    domain: text,
    record: text,
    /** Questions that the record asks for, includes counted; null where they were not counted. */
    lookups: z.number().int().nullable(),
    /** Whether the domain is that of From, as DMARC asks for. */
    aligned: z.boolean(),
  }),
  dkim: z.array(
    status.extend({
      domain: text,
      selector: text,
      algorithm: text,
      key_bits: z.number().int().nullable(),
      aligned: z.boolean(),
    }),
  ),
  /** The domain is that of From. */
  dmarc: status.extend({ domain: text, policy: text, record: text }),
  /** Null where the mail has no ARC set. */
  arc: status.nullable(),
  findings: z.array(dnsFinding),
  /** Every question that was asked, with its answer. */
  records: z.array(dnsRecord),
})
export type Authentication = z.output<typeof authentication>

export const checkAuthentication = defineEndpoint({
  call: 'POST /api/teams/{team}/mails/{mail}/inspection/authentication',
  action: 'read_mail',
  scope: 'mail:read',
  summary: 'Checks SPF, DKIM, DMARC and ARC of a mail against DNS.',
  params: mailParams,
  body: z.strictObject({
    /** The address that production sends from; the one that sent the mail here is a developer's. */
    ip: z.union([z.ipv4(), z.ipv6()]).optional(),
  }),
  reply: dataReply(authentication),
})
