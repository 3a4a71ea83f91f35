import { limits } from '@mailstop/contract'
import { z } from 'zod'
import { Refusal } from '../../../errors.ts'
import { wholeNumber } from '../named-mail.ts'
import { readJson, type JsonFault, type JsonLimits } from '../../../lib/json/read-json.ts'

/**
 * What Mailpit's calls take. Names of fields match in any case, unknown ones are left out, and null is the
 * same as nothing: so Go's decoder reads JSON.
 */

const fold = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, each]) =>
          each === null ? [] : [[name.toLowerCase(), each]],
        ),
      )
    : value

export const folded = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess(fold, z.object(shape))

const text = z.string().default('')
const list = <Item extends z.ZodType>(item: Item, most: number) =>
  z.array(item).max(most).default([])

/** The most mails that one change may name. */
const mostIds = 10_000
const ids = list(z.union([z.string().max(100), z.int().transform(String)]), mostIds)

export const readStatus = folded({ read: z.boolean().default(false), ids, search: text })
export const deletion = folded({ ids })
export const tagChange = folded({ ids, tags: list(z.string().max(1_000), 1_000) })
export const tagName = folded({ name: text })
export const release = folded({ to: list(z.string().max(1_000), 100) })

const name = z.string().max(limits.filenameLength).default('')
const subject = z.string().max(limits.headerLength).default('')

const person = folded({ name, email: text })
const mostPeople = limits.recipientsPosted

export const sentMail = folded({
  from: person.prefault({}),
  to: list(person, mostPeople),
  cc: list(person, mostPeople),
  bcc: list(z.string(), mostPeople),
  replyto: list(person, mostPeople),
  subject,
  text,
  html: text,
  /** Their names are the mail's. */
  headers: z
    .record(z.string().max(100), z.string().max(limits.headerLength))
    .refine((given) => Object.keys(given).length <= limits.headersPosted, {
      message: `more than ${limits.headersPosted} headers`,
    })
    .default({}),
  tags: list(z.string().max(200), 100),
  attachments: list(
    folded({ content: text, filename: name, contenttype: text, contentid: name }),
    limits.filesPosted,
  ),
})
export type SentMail = z.output<typeof sentMail>

/** Twice what the longest list of ids has. */
const manyIds: JsonLimits = { members: 2 * mostIds, depth: 8 }

/** Refuses a body that is no JSON of this form, and says where it is not. */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  bytes: Uint8Array,
  most = manyIds,
): z.output<Schema> {
  const given = readJson(bytes, most)
  if ('fault' in given) throw refused(faultTexts[given.fault] ?? 'invalid JSON')
  const read = schema.safeParse(given.value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw refused(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'invalid'}`)
}

/** Faults that the original names; it says of all others that they are no JSON. */
const faultTexts: Partial<Record<JsonFault, string>> = {
  empty: 'EOF',
  members: 'the body has too many fields',
  depth: 'the body is nested too deeply',
}

export const refused = (message: string) => new Refusal('invalid', { message })

/** Pages of lists. What is no number is left out, as is a date that cannot be read. */
const mostListed = 1_000

export function readPage(query: URLSearchParams) {
  const start = wholeNumber(query.get('start')) ?? 0
  const limit = wholeNumber(query.get('limit')) ?? 50
  const before = Date.parse(query.get('before') ?? '')
  return {
    start,
    // 0 is all.
    limit: limit === 0 ? mostListed : Math.min(limit, mostListed),
    before: Number.isNaN(before) ? null : before,
  }
}
