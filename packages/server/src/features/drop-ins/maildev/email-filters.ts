import { limits } from '@mailstop/contract'
import { Refusal } from '../../../errors.ts'
import { searchTerms, type MailSearch } from '../../mails/mails.ts'
import { wholeNumber } from '../named-mail.ts'

/** What MailDev's list is asked for: fields by their paths, such as `from.address`, with the whole value of each. */
export type EmailFilters = readonly (readonly [path: string, value: string])[]

const most = 20
const paging = ['skip', 'limit', 'sort']

export function readFilters(query: URLSearchParams): EmailFilters {
  const filters = [...query].filter(([name]) => !paging.includes(name))
  if (filters.length <= most && filters.every((each) => each.join('').length < longest)) {
    return filters
  }
  throw refused(`A list has at most ${most} filters, each of ${longest} characters.`)
}
const longest = limits.queryLength

/** Finds all mail that the filters keep, and more; null finds all mail. So few have to be read. */
export const searchOf = (filters: EmailFilters): MailSearch | null =>
  searchTerms.all(filters.map(([path, value]) => partOf(path, value)))

function partOf(path: string, value: string): MailSearch | null {
  if (path === 'read' && value === 'false') return searchTerms.isUnread
  const match = /^(?:(from|to|cc)\.(?:address|name)|subject)$/.exec(path)
  return match && searchTerms.within((match[1] ?? 'subject') as 'from' | 'subject', value)
}

export const keeps = (filters: EmailFilters, email: object): boolean =>
  filters.every(([path, value]) => valuesAt(email, path.split('.')).includes(value))

/** A list has the values of each of its items. */
function valuesAt(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, path))
  const [name, ...rest] = path
  if (typeof value !== 'object' || value === null) return name === undefined ? [String(value)] : []
  if (name === undefined || !Object.hasOwn(value, name)) return []
  return valuesAt((value as Record<string, unknown>)[name], rest)
}

export function pageOf(query: URLSearchParams) {
  return {
    skip: wholeNumber(query.get('skip')) ?? 0,
    limit: wholeNumber(query.get('limit')),
    sort: (['asc', 'desc'] as const).find((order) => order === query.get('sort')),
  }
}

export const refused = (message: string) => new Refusal('invalid', { message })
