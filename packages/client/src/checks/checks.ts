import type { Requests } from '../request.ts'
import type { Finding, Inspection, Mail } from '../types.ts'

/** The check of a mail: what would go wrong with it in real inboxes. */

export type CheckOptions = {
  /** Ids of rules that do not count, such as `size.gmail-clip`, or sections, such as `accessibility`. */
  ignore?: readonly string[] | undefined
  /** The least level that counts: `fail` without it. */
  failOn?: 'fail' | 'warn' | 'info' | undefined
}

/** A matcher gets the mail alone, so it is kept from where it came. */
const origins = new WeakMap<object, Requests>()

export function from<M extends Mail>(requests: Requests, mail: M): M {
  origins.set(mail, requests)
  return mail
}

export async function checkOf(requests: Requests, id: number): Promise<Inspection> {
  const path = `teams/current/mails/${id}/inspection`
  return ((await requests.json({ path })) as { data: Inspection }).data
}

export class UnknownRule extends TypeError {}

/** Refuses what names no rule and no section: it would ignore nothing, and nobody would know. */
export async function requireRules(requests: Requests, ignore: readonly string[]): Promise<void> {
  if (ignore.length === 0) return
  const { data } = (await requests.json({ path: 'inspection-rules' })) as { data: { id: string }[] }
  const known = new Set(data.flatMap(({ id }) => [id, id.split('.', 1)[0] ?? id]))
  for (const name of ignore.filter((one) => !known.has(one))) {
    const likes = [...known].map((id) => ({ id, likeness: likenessOf(id, name) }))
    const nearest = likes.reduce((best, one) => (one.likeness > best.likeness ? one : best))
    throw new UnknownRule(
      `There is no rule or section "${name}" to ignore. The nearest is "${nearest.id}".`,
    )
  }
}

/** The share of pairs of letters that two names have in common. */
function likenessOf(one: string, other: string): number {
  const [pairs, others] = [one, other].map(
    (name) => new Set(Array.from(name.slice(1), (letter, at) => `${name[at]}${letter}`)),
  ) as [Set<string>, Set<string>]
  const common = [...pairs].filter((pair) => others.has(pair)).length
  return common / Math.max(1, pairs.size + others.size - common)
}

/** The check of a mail that a client has returned. */
export async function checkOfMail(mail: Mail, { ignore = [] }: CheckOptions): Promise<Inspection> {
  const requests = origins.get(mail)
  if (!requests) throw new TypeError('toPassCheck() takes a mail that the Mailstop client returned')
  await requireRules(requests, ignore)
  return checkOf(requests, mail.id)
}

const levels = ['info', 'warn', 'fail']

/** Findings that count, the worst first. */
export function findingsThatCount(
  { sections }: Inspection,
  { ignore = [], failOn = 'fail' }: CheckOptions,
): Finding[] {
  const least = levels.indexOf(failOn)
  if (least === -1) throw new TypeError(`failOn is one of ${levels.join(', ')}`)
  return sections
    .flatMap(({ findings }) => findings)
    .filter(({ level, rule }) => {
      const [section = ''] = rule.split('.', 1)
      return levels.indexOf(level) >= least && !ignore.includes(rule) && !ignore.includes(section)
    })
    .toSorted((a, b) => levels.indexOf(b.level) - levels.indexOf(a.level))
}

/** One finding in one line: `fail  size.gmail-clip  The html has …  (html line 12)`. */
export function findingLine({ level, rule, message, where }: Finding): string {
  const place = where && `  (${where.part}${where.line === null ? '' : ` line ${where.line}`})`
  return `${level}  ${rule}  ${message}${place ?? ''}`
}
