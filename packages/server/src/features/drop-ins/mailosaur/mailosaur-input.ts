import { z } from 'zod'
import { invalid } from '../../../errors.ts'
import { faultText, fewMembers, readJson as readAny } from '../../../lib/json/read-json.ts'
import type { MailCriteria } from '../../mails/mails.ts'

/** What Mailosaur's calls take. */

export const validationProblem = (field: string, description: string) =>
  invalid({ [field]: [description] })

const hourMs = 60 * 60_000
const minuteMs = 60_000
const perPage = { usual: 50, most: 1_000 }
/** Deeper pages would only cost time. */
const mostPages = 1_000

export type ListQuery = { start: number; limit: number; receivedFrom: number; isOfSent: boolean }

/**
 * Without a time, mail of the last hour is meant, as in the original; the hour begins at a whole minute, so that a
 * program that polls asks the same thing each time.
 */
export function readListQuery(query: URLSearchParams, now: number): ListQuery {
  const page = wholeNumber(query, 'page', { usual: 0, least: 0, most: mostPages })
  const limit = wholeNumber(query, 'itemsPerPage', { ...perPage, least: 1 })
  return {
    start: page * limit,
    limit,
    receivedFrom: readTime(query.get('receivedAfter')) ?? now - hourMs - (now % minuteMs),
    isOfSent: query.get('dir')?.toLowerCase() === 'sent',
  }
}

type Bounds = { usual: number; least: number; most: number }

function wholeNumber(query: URLSearchParams, name: string, { usual, least, most }: Bounds): number {
  const written = query.get(name) ?? ''
  if (written === '') return usual
  const value = /^\d{1,9}$/.test(written) ? Number(written) : Number.NaN
  if (value >= least && value <= most) return value
  throw validationProblem(name, `Pass a whole number from ${least} to ${most}`)
}

/** Clients do not encode the query, so the plus of a zone comes as a space. */
function readTime(written: string | null): number | null {
  if (!written) return null
  const time = Date.parse(written.replace(/ (\d\d:?\d\d)$/, '+$1'))
  if (Number.isNaN(time)) throw validationProblem('receivedAfter', 'Pass a date and time')
  return time
}

const longestText = 1_000
const text = z
  .string()
  .max(longestText)
  .nullish()
  .transform((value) => value?.trim() ?? '')

const criteria = z.object({
  sentFrom: text,
  sentTo: text,
  subject: text,
  body: text,
  match: z
    .string()
    .nullish()
    .transform((value) => value?.toLowerCase() ?? 'all')
    .pipe(z.enum(['all', 'any', ''])),
})

export function readCriteria(body: Buffer): MailCriteria {
  const read = readJson(criteria, body)
  const { sentFrom: from, sentTo: to, subject, body: inBody, match } = read
  if (`${from}${to}${subject}${inBody}` === '') {
    throw validationProblem(
      'criteria',
      'Search needs at least one of sentFrom, sentTo, subject and body',
    )
  }
  return { from, to, subject, body: inBody, match: match === 'any' ? 'any' : 'all' }
}

const server = z.object({ name: text })

export function readServerName(rule: z.ZodType<string>, body: Buffer): string {
  const { name } = readJson(server, body)
  if (name === '') throw validationProblem('name', 'Servers need a name')
  const read = rule.safeParse(name)
  if (read.success) return read.data
  throw validationProblem('name', read.error.issues[0]?.message ?? 'This is not valid')
}

function readJson<Schema extends z.ZodType>(schema: Schema, body: Buffer): z.output<Schema> {
  const given = readAny(body, fewMembers)
  if ('fault' in given) throw validationProblem('', faultText(given.fault))
  const read = schema.safeParse(given.value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw validationProblem(issue?.path.join('.') ?? '', 'This is not valid')
}
