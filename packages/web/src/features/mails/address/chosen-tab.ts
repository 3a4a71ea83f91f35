import { useState } from 'react'
import { readStored, store } from '../../../lib/stored.ts'
import type { ListFilter } from './list-filter.ts'

type Tab = ListFilter['filter']

const storageKey = (team: number) => `inboxTab.${team}`

/** The tab of the inbox that the user chose last in this team. */
export const chosenTab = (team: number): Tab =>
  readStored(storageKey(team)) === 'unread' ? 'unread' : 'all'

export function useChosenTab(team: number): [Tab, (tab: Tab) => void] {
  const [tab, setTab] = useState(() => chosenTab(team))
  return [
    tab,
    (next) => {
      setTab(next)
      store(storageKey(team), next)
    },
  ]
}
