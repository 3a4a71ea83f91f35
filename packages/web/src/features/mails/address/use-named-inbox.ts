import type { CountedInbox } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { countersQuery } from '../store/counters-query.ts'

/**
 * The inbox that the address names: null where the team has none of that name, undefined where it names none, and
 * until the inboxes are known. When somebody renames the shown inbox, the address follows.
 */
export function useNamedInbox(
  team: number,
  name: string | undefined,
): CountedInbox | null | undefined {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const inboxes = useQuery(countersQuery(team)).data?.inboxes
  const named =
    name === undefined
      ? undefined
      : inboxes?.find((one) => one.name.toLowerCase() === name.toLowerCase())
  const [shown, setShown] = useState<{ id: number; name: string } | null>(null)
  if (named && name !== undefined && (shown?.id !== named.id || shown.name !== name)) {
    setShown({ id: named.id, name })
  }
  const isGone = named === undefined && shown !== null && shown.name === name
  const renamed = isGone ? inboxes?.find(({ id }) => id === shown.id)?.name : undefined
  useEffect(() => {
    if (renamed === undefined) return
    const query = new URLSearchParams(search)
    query.set('inbox', renamed)
    void navigate(`${pathname}?${query}`, { replace: true, state: state as unknown })
  }, [navigate, pathname, search, state, renamed])
  return name === undefined || inboxes === undefined ? undefined : (named ?? null)
}
