import type { Team } from '@mailstop/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { useTeams } from './use-teams.ts'

/**
 * Which team is looked at. The choice is kept in this browser, so that every tab agrees; one that
 * is not (or no longer) the user's gives way to the first team, which is then the choice.
 */
const storageKey = 'currentTeamId'
const listeners = new Set<() => void>()

/** The choice, as long as the page lasts, when it could not be stored. */
let unstored: string | null = null

/** The team that counts as current among those there are. */
export function currentOf(teams: readonly Team[], stored: string | null): Team | null {
  return teams.find(({ id }) => String(id) === stored) ?? teams[0] ?? null
}

/** Null until the teams are known. */
export function useCurrentTeam(): Team | null {
  const { data: teams } = useTeams()
  const stored = useSyncExternalStore(subscribe, readStored)
  const team = teams === undefined ? null : currentOf(teams, stored)
  const id = team?.id
  useEffect(() => {
    if (id !== undefined && String(id) !== readStored()) chooseTeam(id)
  }, [id])
  return team
}

export function chooseTeam(id: number): void {
  try {
    localStorage.setItem(storageKey, String(id))
    unstored = null
  } catch {
    // Storage can be blocked or full.
    unstored = String(id)
  }
  for (const listener of listeners) listener()
}

function readStored(): string | null {
  try {
    return unstored ?? localStorage.getItem(storageKey)
  } catch {
    return unstored
  }
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageKey || key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}
