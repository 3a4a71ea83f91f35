import { useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import type { ListFilter } from './list-filter.ts'
import { useMailListQuery } from './use-mails.ts'

/**
 * The filter whose list is shown. While another search of the same mail is fetched, the last list that
 * was there stays. A search that is still being typed and cannot be read keeps it too, and `problem`
 * says why.
 */
export function useShownFilter(team: number, wanted: ListFilter, isTyped: boolean) {
  const { data, isPending, error } = useMailListQuery(team, wanted)
  const [last, setLast] = useState<ListFilter | null>(null)
  if (data !== undefined && last !== wanted) setLast(wanted)

  const problem = searchProblemOf(error)
  const isLate = isPending && error === null
  const stays =
    data === undefined &&
    last !== null &&
    isSameBut(last, wanted) &&
    (isLate || (isTyped && problem !== null))
  return { shown: stays ? last : wanted, problem: stays ? problem : null }
}

/** Whether two filters differ by their search alone. */
const isSameBut = (one: ListFilter, other: ListFilter) =>
  one.filter === other.filter && one.sndr === other.sndr && one.rcpt === other.rcpt

/** The error of a search; null when the list failed for another reason. */
export function searchProblemOf(error: unknown): string | null {
  return error instanceof ApiError && error.status === 422
    ? (error.errors['q']?.[0] ?? error.errors['sndr']?.[0] ?? error.errors['rcpt']?.[0] ?? null)
    : null
}
