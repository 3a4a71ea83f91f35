import { z } from 'zod'
import { defineEndpoint } from '../../rules/endpoint.ts'
import { timeField } from '../../rules/fields.ts'
import { limits } from '../../rules/limits.ts'
import { dataReply } from '../../rules/replies.ts'
import { mailParams } from '../mails.ts'

/** The parts of the check of a mail that ask other servers. Each is off until the operator turns it on. */
export const getOutgoingChecks = defineEndpoint({
  method: 'GET',
  path: '/api/outgoing-checks',
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

export const spamRule = z.object({
  name: z.string(),
  score: z.number(),
  /** Null where the engine says none. */
  description: z.string().nullable(),
})

export const spamScore = z.object({
  engine: z.enum(['spamassassin', 'rspamd']),
  /** Null where the mail was not scored, which `skipped` explains. */
  score: z.number().nullable(),
  /** The score from which the engine takes a mail for spam; null where it was not scored. */
  threshold: z.number().nullable(),
  /** The rules that fired, those that add most first. At most `limits.spamRulesShown`. */
  rules: z.array(spamRule),
  took_ms: z.number().int(),
  /** `too_large`: the mail has more than `limits.spamCheckBytes`. */
  skipped: z.enum(['too_large']).nullable(),
})
export type SpamScore = z.output<typeof spamScore>

export const checkSpam = defineEndpoint({
  method: 'POST',
  path: '/api/teams/{team}/mails/{mail}/inspection/spam',
  action: 'read_mail',
  scope: 'mail:read',
  summary: 'Has the spam filter of the operator score a mail.',
  params: mailParams,
  reply: dataReply(spamScore),
})

/** Why a link may work only once, or do something when it is asked for. */
export const oneTimeReason = z.enum(['unsubscribe', 'verify', 'confirm', 'reset', 'token'])
export type OneTimeReason = z.output<typeof oneTimeReason>

/** An address of http or https that a mail links to. */
export const checkableLink = z.object({
  url: z.string(),
  /** Null for a link that may be asked for without harm, as far as one can tell. */
  one_time: oneTimeReason.nullable(),
})
export type CheckableLink = z.output<typeof checkableLink>

/**
 * `waiting`: not asked yet. `skipped`: it looks like a link that works once, and `one_time` does not name it.
 * `ok`: answered with 2xx. `broken`: answered with 4xx or 5xx. `no_head`: the server does not answer HEAD.
 * `looping`: it led to more than five other addresses. `refused`: it leads to where this server asks nobody, such as a
 * private network. `failed`: there was no answer.
 */
export const linkOutcome = z.enum([
  'waiting',
  'skipped',
  'ok',
  'broken',
  'no_head',
  'looping',
  'refused',
  'failed',
])

export const linkCheck = z.object({
  url: z.string(),
  method: z.enum(['HEAD', 'GET']),
  outcome: linkOutcome,
  /** The last status; null where nothing answered. */
  status: z.number().int().nullable(),
  /** Where it was sent on to, in order, each cut to `limits.shownAddress` characters. */
  redirects: z.array(z.string()),
  /** Why it was refused or failed, in a sentence. */
  reason: z.string().nullable(),
  checked_at: timeField.nullable(),
})
export type LinkCheck = z.output<typeof linkCheck>

const urlsField = z
  .array(z.string().min(1).max(limits.checkedAddress))
  .max(limits.linksCheckedAtOnce)

export const checkLinksBody = z
  .strictObject({
    /** Links of the mail, each as `listLinkChecks` has it. */
    urls: urlsField.default([]),
    /** More of them: those that look as if they worked once are asked for only when they are named here. */
    one_time: urlsField.default([]),
    /** Asks one link with GET, as a reader's browser would. */
    get: z.boolean().default(false),
  })
  .refine(({ urls, one_time }) => urls.length + one_time.length <= limits.linksCheckedAtOnce, {
    path: ['urls'],
  })
  .refine(({ urls, one_time }) => urls.length + one_time.length > 0, { path: ['urls'] })
  .refine(({ urls, one_time, get }) => !get || urls.length + one_time.length === 1, {
    path: ['get'],
  })

export const checkLinks = defineEndpoint({
  method: 'POST',
  path: '/api/teams/{team}/mails/{mail}/inspection/link-checks',
  action: 'change_mail',
  scope: 'mail:write',
  summary:
    'Asks links of a mail with HEAD whether they work. The answers follow, as live events and in the list.',
  params: mailParams,
  body: checkLinksBody,
  accepted: true,
  /** What is waiting, and what was known from the last quarter of an hour. */
  reply: dataReply(z.object({ checks: z.array(linkCheck) })),
})

export const listLinkChecks = defineEndpoint({
  method: 'GET',
  path: '/api/teams/{team}/mails/{mail}/inspection/link-checks',
  action: 'read_mail',
  scope: 'mail:read',
  summary:
    'The links of a mail that can be checked, and what the checks of the last 15 minutes said.',
  params: mailParams,
  reply: dataReply(
    z.object({
      /** Each address once, in the order of the mail. */
      links: z.array(checkableLink),
      /** Whether the mail has more links than are listed. */
      cut: z.boolean(),
      checks: z.array(linkCheck),
    }),
  ),
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

export const dnsRecord = z.object({
  name: z.string(),
  type: z.enum(['TXT', 'MX', 'A', 'AAAA']),
  /** As text, each cut to `limits.shownRecord` characters. */
  values: z.array(z.string()),
  /** Why there are none: `not_found`, or the name server gave no answer. */
  problem: z.enum(['not_found', 'no_answer', 'not_asked']).nullable(),
})
export type DnsRecord = z.output<typeof dnsRecord>

export const dnsFinding = z.object({
  rule: z.string(),
  level: z.enum(['fail', 'warn', 'info']),
  message: z.string(),
})
export type DnsFinding = z.output<typeof dnsFinding>

export const authentication = z.object({
  /** Null where no address was given: then SPF was not evaluated, and its record is only shown. */
  ip: z.string().nullable(),
  spf: z.object({
    result: authResult.nullable(),
    /** The domain of MAIL FROM; null where the mail has none. */
    domain: z.string().nullable(),
    record: z.string().nullable(),
    /** Questions that the record asks for, includes counted; null where they were not counted. */
    lookups: z.number().int().nullable(),
    /** Whether the domain is that of From, as DMARC asks for. */
    aligned: z.boolean(),
    comment: z.string().nullable(),
  }),
  dkim: z.array(
    z.object({
      domain: z.string().nullable(),
      selector: z.string().nullable(),
      result: authResult,
      algorithm: z.string().nullable(),
      key_bits: z.number().int().nullable(),
      aligned: z.boolean(),
      comment: z.string().nullable(),
    }),
  ),
  dmarc: z.object({
    result: authResult,
    /** The domain of From. */
    domain: z.string().nullable(),
    policy: z.string().nullable(),
    record: z.string().nullable(),
    comment: z.string().nullable(),
  }),
  /** Null where the mail has no ARC set. */
  arc: z.object({ result: authResult, comment: z.string().nullable() }).nullable(),
  findings: z.array(dnsFinding),
  /** Every question that was asked, with its answer. */
  records: z.array(dnsRecord),
  took_ms: z.number().int(),
})
export type Authentication = z.output<typeof authentication>

export const checkAuthentication = defineEndpoint({
  method: 'POST',
  path: '/api/teams/{team}/mails/{mail}/inspection/authentication',
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
