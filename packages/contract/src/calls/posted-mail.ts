import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'
import { idField, isOneLine } from '../rules/fields.ts'
import { limits } from '../rules/limits.ts'
import { inboxName } from './inboxes.ts'
import { dataReply } from '../rules/replies.ts'
import { teamParams } from './teams.ts'

const oneLine = (most: number) => z.string().max(most).refine(isOneLine)

/** An addr-spec without comments. What tests send need not exist. */
const address = oneLine(320).regex(/^[^\s<>@,;"()]+@[^\s<>@,;"()]+$/)

/** An address, alone or with a display name. */
export const mailPerson = z.union([
  address,
  z.strictObject({ email: address, name: oneLine(limits.emailLength).optional() }),
])
const people = z.array(mailPerson).max(limits.recipientsPosted).default([])

/** Fields that the other parts of a posted mail set, so that `headers` cannot contradict them. */
const ownHeaders =
  /^(?:from|sender|to|cc|bcc|reply-to|subject|x-tags|mime-version|content-.*|return-path|received)$/i

const headers = z
  .record(
    z
      .string()
      .max(100)
      .regex(/^[!-9;-~]+$/),
    oneLine(limits.headerLength),
  )
  .superRefine((given, context) => {
    const names = Object.keys(given)
    if (names.length > limits.headersPosted) {
      context.addIssue(`Headers must be at most ${limits.headersPosted}`)
    }
    for (const name of names.filter((each) => ownHeaders.test(each))) {
      context.addIssue({ code: 'custom', path: [name], message: `${name} cannot be set here` })
    }
  })

const attachment = z.strictObject({
  // No two parts of the pattern that follow each other may be white space: megabytes of it would be divided between
  // them in all ways.
  /** Base64, also with the prefix of a data URL. */
  content: z.string().regex(/^(?:data:[^,]{0,200},)?[A-Za-z0-9+/\s]*(?:={1,2}\s*)?$/),
  filename: oneLine(limits.filenameLength).min(1),
  /** When left out, the extension of the name decides. */
  content_type: z
    .string()
    .max(200)
    .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/)
    .optional(),
  /** The html shows the file by this name: `cid:…`. */
  content_id: z
    .string()
    .max(200)
    .regex(/^[!-;=?-~]+$/)
    .optional(),
})

export const postedMail = z
  .strictObject({
    from: mailPerson,
    to: people,
    cc: people,
    bcc: people,
    reply_to: people,
    subject: oneLine(limits.headerLength).default(''),
    text: z.string().optional(),
    html: z.string().optional(),
    headers: headers.default({}),
    /** Become the header `X-Tags`. */
    tags: z
      .array(z.string().regex(/^[A-Za-z0-9 _.@-]{1,100}$/))
      .max(20)
      .default([]),
    attachments: z.array(attachment).max(limits.filesPosted).default([]),
  })
  .refine(({ to, cc, bcc }) => to.length + cc.length + bcc.length > 0, {
    path: ['to'],
    message: 'Name a recipient in to, cc or bcc',
  })
export type PostedMail = z.output<typeof postedMail>
/** The input of a client. */
export type NewMail = z.input<typeof postedMail>

const addressList = z
  .string()
  .max(320 * limits.recipientsPosted)
  .transform((text) => text.split(',').map((each) => each.trim()))
  .pipe(z.array(address).min(1).max(limits.recipientsPosted))

export const postMail = defineEndpoint({
  kind: 'message',
  call: 'POST /api/teams/{team}/mails',
  action: 'import_mail',
  scope: 'mail:send',
  summary:
    'Puts a mail into the inbox as if it had come by SMTP: its source as `message/rfc822`, or JSON from which the server makes it. `from` and `to` of the query are the envelope of a source, in place of the addresses in its header. An inbox that is named takes what it takes by SMTP. A full team answers 409.',
  params: teamParams,
  query: z.strictObject({
    from: address.optional(),
    /** Addresses separated by commas. */
    to: addressList.optional(),
    /** The name of the inbox that gets it; without one, the first. */
    inbox: inboxName.optional(),
  }),
  headers: z.object({
    /**
     * Any text of the client's own. For a day, another request of the team with the same key and the same
     * content is answered with the mail of the first, and keeps no other.
     */
    'idempotency-key': z
      .string()
      .min(1)
      .max(100)
      .regex(/^[ -~]+$/)
      .optional(),
  }),
  body: postedMail,
  reply: dataReply(
    z.object({
      id: idField,
      /** Where the mail stands in the team's order of arrival; null when that is not known. */
      marker: z.string().nullable(),
    }),
  ),
})
