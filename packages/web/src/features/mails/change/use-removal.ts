import { deleteMail, deleteMails, limits, restoreMails } from '@mailstop/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from '../../../lib/api-client.ts'
import { ApiError, errorText } from '../../../lib/api-error.ts'
import { toast } from '../../../ui/toast.ts'
import { bulkFailureText, isRefusal } from './bulk-failure.ts'
import { chunks } from './chunks.ts'
import { listQuery, type ListFilter } from '../list/list-filter.ts'
import { createMailCache } from '../list/mail-cache.ts'
import { mailKeys } from '../mail-keys.ts'
import { echoesOf, expectingEcho } from './own-echoes.ts'

/**
 * Moves mail to the trash and takes that back. The server keeps what was deleted for longer than the
 * minute in which it can be restored (`limits.undoMs`), so a deletion is done at once and survives the
 * page. The toast offers to undo it while it is shown, and its key for that whole minute.
 */
export function useRemoval(team: number) {
  const queryClient = useQueryClient()
  const cache = useMemo(() => createMailCache(queryClient, team), [queryClient, team])
  const offers = offersOf(queryClient, team)

  const offerUndo = useCallback(
    (text: string, takeBack: () => Promise<void>) => {
      let isOver = false
      const withdraw = () => {
        isOver = true
        offers.delete(offer)
        toast.dismiss(id)
      }
      const undo = () => {
        if (isOver) return
        withdraw()
        takeBack().catch((error: unknown) => toast.error(errorText(error)))
      }
      for (const one of offers) if (!isOpen(one)) offers.delete(one)
      const offer = { undo, until: Date.now() + limits.undoMs }
      offers.add(offer)
      const id = toast.success(text, { action: { label: 'Undo', keys: 'z', onClick: undo } })
      return withdraw
    },
    [offers],
  )

  const restore = useCallback(
    async (deletions: readonly string[]) => {
      const params = { team: String(team) }
      try {
        for (const deletion of deletions) {
          await expectingEcho(echoesOf(queryClient, team), () =>
            call(restoreMails, { params, body: { deletion } }),
          )
        }
      } finally {
        // Also where the mails were not held, and in the counts of the pins.
        void cache.refetch()
      }
    },
    [cache, queryClient, team],
  )

  return {
    /** `onBack` runs when the mails are shown again, whether they were taken back or never went. */
    trash(ids: readonly number[], onBack: () => void) {
      const putBack = cache.takeOut(ids)
      let isBack = false
      const deletions = remove(queryClient, team, ids)
      const withdraw = offerUndo(trashedText(ids.length), async () => {
        isBack = true
        putBack()
        onBack()
        await restore(await deletions)
      })
      const settle = async () => {
        try {
          await deletions
          if (!isBack) cache.drop(ids)
        } catch (error) {
          withdraw()
          if (!isBack) {
            putBack()
            onBack()
          }
          const calls = chunks(ids, limits.mailsNamed).length
          toast.error(ids.length > 1 ? bulkFailureText(error, calls) : errorText(error))
          if (ids.length > 1) await cache.refetch()
        }
      }
      void settle()
    },

    /** Resolves when everything that the list selects is deleted. Whoever asked says why it failed. */
    async deleteAll(filter: ListFilter, flagged: 'spare' | 'include') {
      try {
        const { count, deletion } = await expectingEcho(echoesOf(queryClient, team), () =>
          call(deleteMails, {
            params: { team: String(team) },
            query: listQuery(filter),
            body: { flagged },
          }),
        )
        await cache.refetch()
        offerUndo(deletedText(count), () => restore([deletion]))
      } catch (error) {
        void cache.refetch()
        // Whoever asked may have turned away by now.
        if (!isRefusal(error)) toast.error(bulkFailureText(error))
        throw error
      }
    },

    undoLatest() {
      const latest = [...offers].at(-1)
      if (latest && isOpen(latest)) latest.undo()
    },
  }
}

type Offer = { undo: () => void; until: number }

const isOpen = ({ until }: Offer) => Date.now() < until

const offers = new WeakMap<QueryClient, Map<number, Set<Offer>>>()

/** What of a team can be taken back, the latest last. It outlives the screen, as the deletions do. */
function offersOf(queryClient: QueryClient, team: number): Set<Offer> {
  const ofTeams = offers.get(queryClient) ?? new Map<number, Set<Offer>>()
  offers.set(queryClient, ofTeams)
  const ofTeam = ofTeams.get(team) ?? new Set<Offer>()
  ofTeams.set(team, ofTeam)
  return ofTeam
}

/** Deletes mails and gives what names the deletions. */
async function remove(queryClient: QueryClient, team: number, ids: readonly number[]) {
  const echoes = echoesOf(queryClient, team)
  const params = { team: String(team) }
  const [only] = ids
  const deletions: string[] = []
  if (ids.length === 1 && only !== undefined) {
    const echo = echoes.expectDeleted(only)
    try {
      const reply = await call(deleteMail, { params: { ...params, mail: String(only) } })
      deletions.push(reply.deletion)
    } catch (error) {
      echo.forget()
      // Someone else was quicker: gone is gone.
      if (!(error instanceof ApiError && error.status === 404)) throw error
    }
  } else {
    for (const some of chunks(ids, limits.mailsNamed)) {
      const body = { ids: some, flagged: 'include' as const }
      const reply = await expectingEcho(echoes, () =>
        call(deleteMails, { params, query: {}, body }),
      )
      deletions.push(reply.deletion)
    }
  }
  for (const id of ids) {
    void queryClient.invalidateQueries({ queryKey: mailKeys.detail(team, id), refetchType: 'none' })
  }
  return deletions
}

const trashedText = (count: number) =>
  count === 1 ? 'Moved to trash' : `Moved ${count.toLocaleString('en')} mails to trash`

const deletedText = (count: number) =>
  count === 1 ? 'Deleted 1 mail' : `Deleted ${count.toLocaleString('en')} mails`
