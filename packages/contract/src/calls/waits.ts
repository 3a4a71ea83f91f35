import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'
import { limits } from '../rules/limits.ts'
import { mail, mailConditions, mailSelection, mailSummary } from './mails.ts'
import { dataReply } from '../rules/replies.ts'
import { teamParams } from './teams.ts'

/** The conditions of a wait that a mail can fail. */
export const unmetCondition = z.enum(['from', 'to', 'subject', 'tag', 'inbox', 'q', 'after'])
export type UnmetCondition = z.output<typeof unmetCondition>

/** A mail that a wait did not answer with, and the conditions that it fails. */
export const passedOverMail = mailSummary
  .pick({ id: true, from: true, to: true, subject: true, received_at: true, tags: true })
  .extend({ failed: z.array(unmetCondition) })
export type PassedOverMail = z.output<typeof passedOverMail>

/** What `no_mail` adds to an error of a wait. */
export type NoMailDetails = {
  /** The newest mails that arrived while it waited or after its marker, the newest first. */
  saw: PassedOverMail[]
  /** The newest mails from before that resemble what was asked for. */
  near: PassedOverMail[]
}

export const getMailMarker = defineEndpoint({
  call: 'GET /api/teams/{team}/mails/marker',
  action: 'read_mail',
  scope: 'mail:read',
  summary:
    'A marker of this moment: as `after` it selects the mail that arrives from now on. It holds for a day.',
  params: teamParams,
  reply: dataReply(z.object({ marker: z.string() })),
})

export const getLatestMail = defineEndpoint({
  call: 'GET /api/teams/{team}/mails/latest',
  action: 'read_mail',
  scope: 'mail:read',
  summary:
    'The newest mail that the query selects, with its contents. Does not mark it read. Without such a mail the answer is 404 `no_mail`.',
  params: teamParams,
  query: z.strictObject(mailSelection),
  reply: dataReply(mail),
})

const numberUpTo = (maximum: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .refine((value) => value <= maximum)

export const waitForMail = defineEndpoint({
  call: 'GET /api/teams/{team}/mails/wait',
  action: 'read_mail',
  scope: 'mail:read',
  summary:
    'Answers with the mail that the query selects as soon as there is one, and does not mark it read. With `count` it answers with a list as soon as there are so many; `count=0` asserts that none arrives within the timeout. After `timeout` milliseconds without enough mail the answer is 404 `no_mail`, which lists what arrived instead. To wait longer, ask again with the same `after`.',
  params: teamParams,
  query: z
    .strictObject({
      ...mailConditions,
      timeout: numberUpTo(limits.waitMs).optional(),
      count: numberUpTo(limits.mailsAwaited).optional(),
      /** Which mails are meant where more match: the newest ones, newest first, or the oldest ones after `after`. */
      order: z.enum(['newest', 'oldest']).default('newest'),
    })
    .refine(
      ({ from, to, subject, tag, inbox, q, after }) =>
        [from, to, subject, tag, inbox, q, after].some(Boolean),
      {
        path: ['to'],
        message: 'Pass at least one of to, from, subject, tag, inbox, q and after',
      },
    )
    .refine(({ order, after }) => order === 'newest' || after, {
      path: ['after'],
      message: 'Pass after with order=oldest',
    }),
  reply: z.object({
    data: z.union([mail, z.array(mail)]),
    meta: z.object({
      /** Pass it as `after` to go on behind the last of these mails. */
      marker: z.string(),
      waited_ms: z.number().int(),
    }),
  }),
})
