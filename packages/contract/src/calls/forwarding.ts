import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'
import { idField, idParam, isOneLine, nameField, timeField, emailField } from '../rules/fields.ts'
import { limits } from '../rules/limits.ts'
import { dataReply, messageReply } from '../rules/replies.ts'
import { inboxReference } from './inboxes.ts'
import { teamParams } from './teams.ts'
import { mailParams } from './mails.ts'

/** One addr-spec that a relay can be asked to deliver to (RFC 5321 section 4.5.3.1). */
export const recipientField = emailField.refine((address) => {
  const [local = '', domain = ''] = address.split('@')
  return local.length <= 64 && domain.split('.').every((label) => label.length <= 63)
})

export const forwardMailBody = z.strictObject({ email: recipientField })

/** The check of the form; the server checks the address strictly. */
export const forwardMailForm = z.strictObject({ email: z.string().trim().min(1) })

export const forwardMail = defineEndpoint({
  call: 'POST /api/teams/{team}/mails/{mail}/forward',
  action: 'forward_mail',
  scope: 'mail:forward',
  summary: 'Forwards a mail to one address. The mail shows the result.',
  params: mailParams,
  body: forwardMailBody,
  reply: messageReply,
})

/**
 * The pattern of a whole address or subject, regardless of case; `*` matches any characters. An empty pattern is the
 * same as none: every value matches.
 */
const patternField = z
  .string()
  .trim()
  .max(limits.patternLength)
  .refine(isOneLine)
  .transform((pattern) => pattern || null)

/** All that are set must match, so a rule without patterns matches every mail. */
const givenPatterns = z.strictObject({
  /** The From address. */
  from: patternField.nullable().default(null),
  /** Any one address of To, Cc or the envelope. */
  to: patternField.nullable().default(null),
  subject: patternField.nullable().default(null),
})

export const rule = z.object({
  id: idField,
  name: z.string(),
  /** Mail that matches is sent on to this address. */
  email: z.string(),
  /** Pending until the holder of the address has agreed. Only an enabled rule forwards. */
  status: z.enum(['enabled', 'disabled', 'pending_verification']),
  rules: z.object({
    from: z.string().nullable(),
    to: z.string().nullable(),
    subject: z.string().nullable(),
  }),
  /** The only inbox whose mail it forwards; null: every inbox. */
  inbox: inboxReference.nullable(),
  /** When the holder of the address stopped this mail; null once that is undone. */
  withdrawn_at: timeField.nullable(),
  created_at: timeField,
})
export type Rule = z.output<typeof rule>

export const ruleParams = teamParams.extend({ rule: idParam })

export const createRuleBody = z.strictObject({
  name: nameField,
  email: recipientField,
  rules: givenPatterns.prefault({}),
  /** The only inbox whose mail it forwards; null: every inbox. */
  inbox: idField.nullable().optional(),
})

/** `rules` replaces all patterns. */
export const updateRuleBody = createRuleBody
  .extend({ rules: givenPatterns, status: z.enum(['enabled', 'disabled']) })
  .partial()
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    path: ['name'],
    message: 'Pass what is to change',
  })

export const listRules = defineEndpoint({
  call: 'GET /api/teams/{team}/forwarding-rules',
  action: 'read_team',
  summary: 'The forwarding rules of a team, oldest first.',
  params: teamParams,
  reply: dataReply(z.array(rule)),
})

export const createRule = defineEndpoint({
  call: 'POST /api/teams/{team}/forwarding-rules',
  action: 'change_rules',
  summary:
    'Adds a rule. It is enabled at once when the address is that of a verified member of the team; otherwise an email asks the address for approval.',
  params: teamParams,
  body: createRuleBody,
  reply: dataReply(rule),
})

export const updateRule = defineEndpoint({
  call: 'PATCH /api/teams/{team}/forwarding-rules/{rule}',
  action: 'change_rules',
  summary:
    'Changes a rule. With another address it needs approval again; one that waits for approval cannot be enabled or disabled.',
  params: ruleParams,
  body: updateRuleBody,
  reply: dataReply(rule),
})

export const deleteRule = defineEndpoint({
  call: 'DELETE /api/teams/{team}/forwarding-rules/{rule}',
  action: 'change_rules',
  summary: 'Removes a rule, and with it the mail that it has queued.',
  params: ruleParams,
  reply: messageReply,
})

export const resendRuleVerification = defineEndpoint({
  call: 'POST /api/teams/{team}/forwarding-rules/{rule}/resend-verification',
  action: 'change_rules',
  summary: 'Asks the address of a pending rule again, with a new link; those before it are void.',
  params: ruleParams,
  reply: messageReply,
})

export const confirmForwarding = defineEndpoint({
  call: 'POST /api/forwarding-verification/{token}',
  access: 'public',
  summary: 'Agrees, with the token of the mailed link, that a rule forwards mail to an address.',
  params: z.strictObject({ token: z.string().min(1).max(200) }),
  reply: messageReply,
})

/** One mail that a rule asked to be sent on. */
export const delivery = z.object({
  id: idField,
  /** Null when the mail is gone. */
  mail: z.object({ id: idField, subject: z.string() }).nullable(),
  /** Queued until the relay has accepted or refused it, or the rule no longer applies. */
  state: z.enum(['queued', 'sent', 'failed', 'cancelled']),
  attempts: z.number().int(),
  /** The last reply of the relay or error of the connection, or why there was no attempt. */
  answer: z.string().nullable(),
  created_at: timeField,
  /** When a queued delivery is tried next. */
  next_attempt_at: timeField.nullable(),
  /** When the delivery was settled. */
  settled_at: timeField.nullable(),
})
export type Delivery = z.output<typeof delivery>

export const listDeliveries = defineEndpoint({
  call: 'GET /api/teams/{team}/forwarding-rules/{rule}/deliveries',
  action: 'read_team',
  summary: `The newest ${limits.deliveriesShown} deliveries of a rule, the newest first.`,
  params: ruleParams,
  reply: dataReply(z.array(delivery)),
})

export const matchRules = defineEndpoint({
  call: 'GET /api/teams/{team}/forwarding-rules/matches',
  action: 'read_team',
  summary: `How many of the newest ${limits.mailsPreviewed} mails patterns would match. With \`inbox\`, mail of another one matches none.`,
  params: teamParams,
  query: z.strictObject({
    from: patternField.optional(),
    to: patternField.optional(),
    subject: patternField.optional(),
    inbox: idParam.optional(),
  }),
  reply: dataReply(z.object({ matched: z.number().int(), of: z.number().int() })),
})
