import { z } from 'zod'
import { isOneLine } from '../../rules/fields.ts'
import { limits } from '../../rules/limits.ts'

/**
 * When a step acts: before the reply to a command, when the first bytes of a mail's content arrive (`content`), or when
 * the content is complete (`end`). In the order of a session, each with its words.
 */
export const labPointTexts = {
  auth: 'At AUTH',
  mail: 'At MAIL',
  rcpt: 'At RCPT',
  data: 'At DATA',
  content: 'While the content arrives',
  end: 'After the content',
  rset: 'At RSET',
  noop: 'At NOOP',
  quit: 'At QUIT',
}
export type LabPoint = keyof typeof labPointTexts
export const labPoints = Object.keys(labPointTexts) as LabPoint[]

/** What is counted together. */
export const labKeyTexts = {
  session: 'each connection',
  sender: 'each sender',
  recipient: 'each recipient',
  'sender+recipient': 'each sender and recipient',
  inbox: 'the inbox',
}
export type LabKey = keyof typeof labKeyTexts
export const labKeys = Object.keys(labKeyTexts) as LabKey[]

const whole = (least: number, most: number) => z.number().int().min(least).max(most)

/** `*` matches any characters or none. */
const pattern = z.string().min(1).max(limits.patternLength).refine(isOneLine)

const code = whole(400, 599)
const enhanced = z
  .string()
  .regex(/^[45]\.\d{1,3}\.\d{1,3}$/, 'An enhanced code is written like 4.7.1')
/** Lines are separated by a line feed. */
const text = z
  .string()
  .min(1)
  .max(limits.replyText)
  .regex(/^[\x20-\x7e\n]*$/, 'A reply has printable ASCII characters alone')
  .refine((value) => value.split('\n').length <= limits.replyLines, {
    message: `A reply has at most ${limits.replyLines} lines`,
  })

const reply = z.strictObject({ code, enhanced: enhanced.optional(), text })
export type LabReply = z.output<typeof reply>

const oneOf = z.strictObject({
  /** Refuses. After a 421 the connection is closed. */
  reply: reply.optional(),
  /** Waits, then goes on to the next step. Delays add up. */
  delay_ms: whole(1, limits.labDelayMs).optional(),
  /** Ends the connection without a reply. After the content the mail is kept as accepted. */
  drop: z.enum(['close', 'reset']).optional(),
  /** Refuses for so many seconds after the first attempt. */
  greylist_s: whole(1, limits.scenarioSeconds).optional(),
  /** Refuses what is beyond so many in so many seconds. */
  rate: z.strictObject({ count: whole(1, 100_000), per_s: whole(1, 3_600) }).optional(),
  /** Reads the content no faster, in bytes a second. */
  throttle_bps: whole(1, 10_000_000).optional(),
  /** Never answers. After the content the mail is kept as accepted. */
  silence: z.literal(true).optional(),
  /** Goes on without looking at further steps. `discard` answers 250 and keeps nothing. */
  accept: z.enum(['catch', 'discard']).optional(),
})
export type LabActionName = keyof z.output<typeof oneOf>
const named = Object.keys(oneOf.shape) as LabActionName[]

/** What `greylist_s` and `rate` answer stands beside them. */
const actions = oneOf.extend(reply.partial().shape)

export const actionOfStep = (step: Pick<LabStep, 'do'>): LabActionName =>
  named.find((name) => step.do[name] !== undefined) ?? 'accept'

const fields = z.strictObject({
  at: z.enum(labPoints),
  when: z
    .strictObject({
      sender: pattern.optional(),
      recipient: pattern.optional(),
      subject: pattern.optional(),
      helo: pattern.optional(),
      address: z
        .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
          error: 'Enter an IP address or a network such as 10.0.0.0/8',
        })
        .optional(),
      /** Counts what has the same `key`, from 1. */
      attempt: z
        .strictObject({
          from: whole(1, 1_000_000).optional(),
          to: whole(1, 1_000_000).optional(),
        })
        .optional(),
    })
    .optional(),
  /** What `attempt`, `greylist_s` and `rate` count together. */
  key: z.enum(labKeys).optional(),
  /** Percent. The same seed chooses the same mails. */
  chance: whole(1, 100).optional(),
  do: actions,
})

/** Points before these do not know it yet. */
const sender: LabPoint[] = ['mail', 'rcpt', 'data', 'content', 'end']
const recipient = sender.slice(1)
const knownAt = { sender, recipient, 'sender+recipient': recipient, subject: ['end'] }

/** One step of a scenario: when it acts, for what, and what it does. */
export const labStep = fields.superRefine(({ at, when = {}, key = '', do: action }, context) => {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: path.split('.'), message })
  const [only, another] = named.filter((name) => action[name] !== undefined)
  const isCounted = only === 'greylist_s' || only === 'rate'
  const isUnknown = (name: string) =>
    name in knownAt && !knownAt[name as keyof typeof knownAt].includes(at)

  if (!only || another) refuse('do', `Name one of ${named.join(', ')}`)
  if (at === 'content' && (only === 'reply' || isCounted)) {
    const possible = 'delay_ms, drop, throttle_bps, silence and accept'
    refuse('at', `While content arrives, only ${possible} are possible`)
  }
  if (only === 'throttle_bps' && at !== 'content') {
    refuse('do.throttle_bps', 'Only content is slowed down')
  }
  if (action.accept === 'discard' && at !== 'end') {
    refuse('do.accept', 'Only a whole mail is discarded: use it at end')
  }
  if (
    !isCounted &&
    [action.code, action.enhanced, action.text].some((part) => part !== undefined)
  ) {
    refuse('do.code', 'It belongs to greylist_s and rate')
  }
  for (const { code: number = 451, enhanced: second } of [action.reply ?? {}, action]) {
    if (second !== undefined && second[0] !== String(number)[0]) {
      refuse('do.enhanced', 'Both codes begin with the same digit')
    }
  }
  for (const name of ['sender', 'recipient', 'subject'] as const) {
    if (when[name] !== undefined && isUnknown(name)) {
      refuse(`when.${name}`, `The ${name} is not known yet: use it at ${knownAt[name].join(', ')}`)
    }
  }
  if (when.attempt && (when.attempt.from ?? 1) > (when.attempt.to ?? Infinity)) {
    refuse('when.attempt', 'It begins before it ends')
  }
  if (isUnknown(key)) refuse('key', 'It is not known yet at this point')
})
export type LabStep = z.output<typeof labStep>

export const labSteps = z.array(labStep).min(1).max(limits.stepsPerScenario)
