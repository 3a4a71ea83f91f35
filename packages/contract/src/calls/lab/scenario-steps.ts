import { z } from 'zod'
import { isOneLine } from '../../rules/fields.ts'
import { limits } from '../../rules/limits.ts'

/**
 * When a step acts: before the reply to a command, when the first bytes of a mail's content arrive (`content`), or when
 * the content is complete (`end`).
 */
export const labPoints = [
  'auth',
  'mail',
  'rcpt',
  'data',
  'content',
  'end',
  'rset',
  'noop',
  'quit',
] as const
export type LabPoint = (typeof labPoints)[number]

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

const answer = { code, enhanced: enhanced.optional(), text }
const optionalAnswer = { code: code.optional(), enhanced: answer.enhanced, text: text.optional() }

const actions = z.strictObject({
  /** Refuses. After a 421 the connection is closed. */
  reply: z.strictObject(answer).optional(),
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
  /** The reply of `greylist_s` and `rate`. */
  ...optionalAnswer,
})

const named = [
  'reply',
  'delay_ms',
  'drop',
  'greylist_s',
  'rate',
  'throttle_bps',
  'silence',
  'accept',
] as const
export type LabActionName = (typeof named)[number]

export const actionOfStep = (step: Pick<LabStep, 'do'>): LabActionName =>
  named.find((name) => step.do[name] !== undefined) ?? 'accept'

export const labKeys = ['session', 'sender', 'recipient', 'sender+recipient', 'inbox'] as const

/** Steps before these do not know it yet. */
const knowsSender: readonly LabPoint[] = ['mail', 'rcpt', 'data', 'content', 'end']
const knowsRecipient = knowsSender.slice(1)

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

type Problem = [path: string[], message: string, holds: boolean]

/** What does not fit together, each with the field that it is about. */
function problemsOf({ at, when = {}, key, do: action }: z.output<typeof fields>): Problem[] {
  const given = named.filter((name) => action[name] !== undefined)
  const [only] = given
  const answers = [action.reply ?? {}, action]
  const hasAnswer = [action.code, action.enhanced, action.text].some((part) => part !== undefined)
  const later = (what: string, points: readonly LabPoint[]) =>
    `The ${what} is not known yet: use it at ${points.join(', ')}`
  return [
    [['do'], `Name one of ${named.join(', ')}`, given.length !== 1],
    [
      ['at'],
      'While content arrives, only delay_ms, drop, throttle_bps, silence and accept are possible',
      at === 'content' && ['reply', 'greylist_s', 'rate'].some((name) => name === only),
    ],
    [
      ['do', 'throttle_bps'],
      'Only content is slowed down',
      only === 'throttle_bps' && at !== 'content',
    ],
    [
      ['do', 'accept'],
      'Only a whole mail is discarded: use it at end',
      action.accept === 'discard' && at !== 'end',
    ],
    [
      ['do', 'code'],
      'It belongs to greylist_s and rate',
      hasAnswer && only !== 'greylist_s' && only !== 'rate',
    ],
    [
      ['do', 'enhanced'],
      'Both codes begin with the same digit',
      answers.some(
        ({ code: number = 451, enhanced: second }) =>
          second !== undefined && second[0] !== String(number)[0],
      ),
    ],
    [
      ['when', 'sender'],
      later('sender', knowsSender),
      when.sender !== undefined && !knowsSender.includes(at),
    ],
    [
      ['when', 'recipient'],
      later('recipient', knowsRecipient),
      when.recipient !== undefined && !knowsRecipient.includes(at),
    ],
    [['when', 'subject'], later('subject', ['end']), when.subject !== undefined && at !== 'end'],
    [
      ['when', 'attempt'],
      'It begins before it ends',
      when.attempt !== undefined && (when.attempt.from ?? 1) > (when.attempt.to ?? Infinity),
    ],
    [
      ['key'],
      'It is not known yet at this point',
      (key === 'sender' && !knowsSender.includes(at)) ||
        (key?.includes('recipient') === true && !knowsRecipient.includes(at)),
    ],
  ]
}

/** One step of a scenario: when it acts, for what, and what it does. */
export const labStep = fields.superRefine((step, context) => {
  for (const [path, message, isWrong] of problemsOf(step)) {
    if (isWrong) context.addIssue({ code: 'custom', path, message })
  }
})
export type LabStep = z.output<typeof labStep>

export const labSteps = z.array(labStep).min(1).max(limits.stepsPerScenario)
