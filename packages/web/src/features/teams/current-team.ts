import type { Team } from '@mailstop/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { useTeams } from './use-teams.ts'

/**
 * Which team is looked at. The choice is kept in this browser, so that every tab agrees; one that
 * is not (or no longer) the user's gives way to the first team, which is then the choice.
 */
const storageKey = 'currentTeamId'
const listeners = new Set<() => void>()

/** Lasts as long as the page when storage is blocked. */
let chosen: string | null = null

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
  chosen = String(id)
  try {
    localStorage.setItem(storageKey, chosen)
  } catch {
    // Storage can be blocked or full.
  }
  for (const listener of listeners) listener()
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey) ?? chosen
  } catch {
    return chosen
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
