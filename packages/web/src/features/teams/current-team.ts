import type { Team } from '@mailstop/contract'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { queryKeys } from '../../lib/api/queries.ts'
import { ownName } from '../../lib/paths/base-path.ts'
import { readStored, store } from '../../lib/stored.ts'
import { teamsQuery, useTeams } from './use-teams.ts'

/**
 * The current team. Its id is stored in this browser, so that all tabs show the same team. A tab that
 * does not know the stored team fetches the teams again, because another tab may have just created or
 * joined it. If the user still has no such team, the first team replaces it and is stored, unless
 * another tab has just stored the id: that tab may be about to join the team.
 */
const storageKey = 'currentTeamId'
const listeners = new Set<() => void>()

/** The id, until the page is closed, if it could not be stored. */
let unstored: string | null = null

/** The id that another tab stored last. */
let heard: string | null = null

/** The current one of these teams. */
export function currentOf(teams: readonly Team[], stored: string | null): Team | null {
  return teams.find(({ id }) => String(id) === stored) ?? teams[0] ?? null
}

/** Null until the teams are loaded. */
export function useCurrentTeam(): Team | null {
  const stored = useSyncExternalStore(subscribe, readChoice)
  const { data: teams } = useTeams()
  const { isAsking, isForeign } = useTeamNamed(stored)
  const team = isAsking ? null : currentOf(teams ?? [], stored)
  const isReplaced = stored === null || (isForeign && stored !== heard)
  const id = isReplaced ? team?.id : undefined
  useEffect(() => {
    // Another tab may have selected a team since the last rendering.
    if (id !== undefined && readChoice() === stored) chooseTeam(id)
  }, [id, stored])
  return team
}

type NamedTeam = {
  team: Team | null
  /** It is not known, but may be as soon as the server has answered. */
  isAsking: boolean
  /** The server has been asked: the user has no such team. */
  isForeign: boolean
  /** How asking the server went. */
  question: UseQueryResult<Team[]>
}

/** The user's team with an id from outside: from another tab, an address or an earlier visit. */
export function useTeamNamed(id: string | null): NamedTeam {
  const queryClient = useQueryClient()
  const { data: teams } = useTeams()
  const team = teams?.find((one) => String(one.id) === id) ?? null
  const isUnknown = id !== null && teams !== undefined && team === null
  const secondLook = useQuery({
    queryKey: queryKeys.unknownTeam(id),
    async queryFn() {
      // An answer that is under way may be from before the team was.
      await queryClient.cancelQueries(teamsQuery)
      return await queryClient.fetchQuery({ ...teamsQuery, staleTime: 0, retry: false })
    },
    enabled: isUnknown,
    retry: false,
    staleTime: Infinity,
    // A user who is not in a team now can join it later.
    gcTime: 0,
  })
  return {
    team,
    isAsking: teams === undefined || (isUnknown && secondLook.isPending),
    isForeign: isUnknown && secondLook.isSuccess,
    question: secondLook,
  }
}

export function chooseTeam(id: number): void {
  unstored = store(storageKey, String(id)) ? null : String(id)
  for (const listener of listeners) listener()
}

/** Chooses another team in place of one that is known to be gone. */
export function replaceChoice(gone: number, next: number): void {
  if (readChoice() === String(gone)) chooseTeam(next)
}

const readChoice = () => unstored ?? readStored(storageKey)

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== ownName(storageKey) && key !== null) return
    heard = readChoice()
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}
