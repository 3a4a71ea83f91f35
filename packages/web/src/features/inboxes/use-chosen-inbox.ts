import { tagKey } from '@mailstop/contract'
import { useSearchParams } from 'react-router'
import { useInboxes } from '../../lib/inboxes/use-inboxes.ts'

/** The query of an address that shows an inbox. */
export const inboxSearch = (name: string) => `?${new URLSearchParams({ inbox: name })}`

/** The inboxes of a team that has several, and the one that the address names. */
export function useChosenInbox(team: number, hasSeveral: boolean) {
  const [params] = useSearchParams()
  const name = params.get('inbox')
  const list = useInboxes(team, { enabled: hasSeveral })
  const chosen = list.data?.find((one) => tagKey(one.name) === tagKey(name ?? ''))
  return { name, list, chosen }
}
