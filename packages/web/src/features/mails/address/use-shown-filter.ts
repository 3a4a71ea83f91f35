import { useState } from 'react'
import type { ListFilter } from './list-filter.ts'
import { searchProblemOf, useMailListQuery } from '../store/use-mails.ts'

/**
 * The filter whose list is shown. While another search of the same mail is fetched, the last list that
 * was there stays. A search that is still being typed and cannot be read keeps it too, and `problem`
 * says why.
 */
export function useShownFilter(team: number, wanted: ListFilter, isTyped: boolean) {
  const { data, isPending, error, errorUpdateCount } = useMailListQuery(team, wanted)
  const [last, setLast] = useState<ListFilter | null>(null)
  if (data !== undefined && last !== wanted) setLast(wanted)

  const problem = searchProblemOf(error)
  // A list that failed before is shown as it is, although it is fetched again then.
  const isLate = isPending && errorUpdateCount === 0
  const stays =
    data === undefined &&
    last !== null &&
    isSameBut(last, wanted) &&
    (isLate || (isTyped && problem !== null))
  return { shown: stays ? last : wanted, problem: stays ? problem : null }
}

/** Whether two filters differ by their search alone. */
const isSameBut = (one: ListFilter, other: ListFilter) =>
  one.filter === other.filter &&
  one.inbox === other.inbox &&
  one.sndr === other.sndr &&
  one.rcpt === other.rcpt
