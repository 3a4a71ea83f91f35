import type { QueryClient } from '@tanstack/react-query'
import type { HeldList } from './held-list.ts'
import type { ListFilter } from './list-filter.ts'

/** Brings something that became known into a list. */
export type ListEdit = (list: HeldList, filter: ListFilter) => HeldList

/**
 * What became known about a team's mail while lists of it were being fetched. A reply says what was
 * true when it was asked for; whatever became known meanwhile is brought into it before it is shown,
 * so that a mark made while a page loads is not taken back by that page.
 */
export type ChangeJournal = {
  note: (edit: ListEdit) => void
  /** Brings an edit that the server has yet to confirm into every list, until it is let go. */
  keep: (edit: ListEdit) => () => void
  /** Runs a fetch and gives its list as it is now. */
  during: (filter: ListFilter, fetch: () => Promise<HeldList>) => Promise<HeldList>
}

export function createChangeJournal(): ChangeJournal {
  let edits: ListEdit[] = []
  const kept = new Set<ListEdit>()
  let running = 0
  return {
    note(edit) {
      if (running > 0) edits.push(edit)
    },
    keep(edit) {
      kept.add(edit)
      return () => void kept.delete(edit)
    },
    async during(filter, fetch) {
      const start = edits.length
      running += 1
      try {
        const list = await fetch()
        return [...kept, ...edits.slice(start)].reduce((edited, edit) => edit(edited, filter), list)
      } finally {
        running -= 1
        if (running === 0) edits = []
      }
    },
  }
}

const journals = new WeakMap<QueryClient, Map<number, ChangeJournal>>()

/** The one journal of a team's mail in a cache. */
export function journalOf(queryClient: QueryClient, team: number): ChangeJournal {
  const ofTeams = journals.get(queryClient) ?? new Map<number, ChangeJournal>()
  journals.set(queryClient, ofTeams)
  const journal = ofTeams.get(team) ?? createChangeJournal()
  ofTeams.set(team, journal)
  return journal
}
