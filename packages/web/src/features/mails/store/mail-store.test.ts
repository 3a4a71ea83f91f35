import type { MailSummary } from '@mailstop/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { queryKeys } from '../../../lib/api/queries.ts'
import { withChange, type HeldList } from './held-list.ts'
import { createMailStore } from './mail-store.ts'

const filter = { filter: 'all' } as const
const list: HeldList = {
  mails: [2, 1].map((id) => ({ id, flagged: false, read_at: null }) as MailSummary),
  total: 2,
  totalIsExact: true,
  next: null,
}
const flag = { flagged: true }
const flagged = ({ mails }: HeldList) => mails.filter((one) => one.flagged).map(({ id }) => id)
const ids = ({ mails }: HeldList) => mails.map(({ id }) => id)

/** A store whose one list is `held`, and its clock. */
function storeOf(held?: HeldList) {
  const clock = { time: 0 }
  const queryClient = new QueryClient()
  if (held) queryClient.setQueryData(queryKeys.mailList(7, filter), held)
  return { clock, queryClient, store: createMailStore(queryClient, 7, () => clock.time) }
}

/** A change of many mails that waits for its reply. */
const changed = (count: number) => async () => ({ count })

test('what becomes known while a list is fetched is in what was fetched', async () => {
  const { store } = storeOf(list)
  const fetched = await store.fetching(filter, async () => {
    store.applyChange([2], flag)
    store.remove([1])
    return list
  })
  expect(flagged(fetched)).toEqual([2])
  expect(ids(fetched)).toEqual([2])
})

test('what was known before the fetch is not applied to it again', async () => {
  const { store } = storeOf()
  store.applyChange([1], flag)
  const early = store.fetching(filter, async () => {
    store.applyChange([2], flag)
    const late = await store.fetching(filter, async () => list)
    expect(flagged(late)).toEqual([])
    return list
  })
  expect(flagged(await early)).toEqual([2])
})

test('a failed fetch leaves nothing behind', async () => {
  const { store } = storeOf()
  const failing = store.fetching(filter, async () => {
    store.applyChange([1], flag)
    throw new Error('lost')
  })
  await expect(failing).rejects.toThrow('lost')
  expect(flagged(await store.fetching(filter, async () => list))).toEqual([])
})

test('a change that the server has yet to confirm is in every reply until then', async () => {
  const { store } = storeOf()
  const settle = store.untilConfirmed((held) => withChange(held, new Set([1]), flag))
  expect(flagged(await store.fetching(filter, async () => list))).toEqual([1])
  settle()
  expect(flagged(await store.fetching(filter, async () => list))).toEqual([])
})

test('mails that are removed can be put back at their places', () => {
  const { store } = storeOf(list)
  const putBack = store.remove([2])
  expect(ids(store.listOf(filter) ?? list)).toEqual([1])
  putBack()
  expect(ids(store.listOf(filter) ?? list)).toEqual([2, 1])
})

test.each([true, false])('a change of a list leaves it outdated or not: %s', async (outdated) => {
  const { store, queryClient } = storeOf(list)
  const queryKey = queryKeys.mailList(7, filter)
  if (outdated) await queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
  store.applyChange([1], flag)
  expect(flagged(store.listOf(filter) ?? list)).toEqual([1])
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(outdated)
})

test('a list is stale until it is fetched again', () => {
  const { store } = storeOf(list)
  store.markStale()
  expect(store.listOf(filter)?.isStale).toBe(true)
})

test('a list that becomes stale while it is fetched is stale still', async () => {
  const { store } = storeOf()
  const fetched = await store.fetching(filter, async () => {
    store.markStale()
    return list
  })
  expect(fetched.isStale).toBe(true)
  expect((await store.fetching(filter, async () => list)).isStale).toBeUndefined()
})

test('a fetch that goes on from a list that was replaced begins again', async () => {
  const { store, queryClient } = storeOf(list)
  const fetchedFrom: (HeldList | undefined)[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: queryKeys.mailList(7, filter),
    staleTime: Infinity,
    async queryFn() {
      const held = store.listOf(filter)
      fetchedFrom.push(held)
      return fetchedFrom.length === 1 ? new Promise<HeldList>(() => undefined) : (held ?? list)
    },
  })
  const leave = observer.subscribe(() => undefined)
  void observer.refetch()
  const around = { ...list, mails: list.mails.slice(1), previous: 'newer' }
  store.replaceList(filter, around)
  await vi.waitFor(() => expect(fetchedFrom).toEqual([list, around]))
  expect(store.listOf(filter)).toEqual(around)
  leave()
})

test('a deletion is expected once', () => {
  const { store } = storeOf()
  store.expectDeleted(7)
  expect([7, 7, 8].map(store.isOwnDeletion)).toEqual([true, false, false])
})

test('a deletion that failed has no event', () => {
  const { store } = storeOf()
  const forget = store.expectDeleted(7)
  forget()
  expect(store.isOwnDeletion(7)).toBe(false)
})

test('each change of many mails has one event', async () => {
  const { store } = storeOf()
  await store.changingMany(changed(3))
  await store.changingMany(changed(3))
  expect([1, 2, 3].map(() => store.isOwnBulkChange())).toEqual([true, true, false])
})

test('an event that was lost does not hide what another window does later', async () => {
  const { clock, store } = storeOf()
  await store.changingMany(changed(3))
  clock.time = 11_000
  expect(store.isOwnBulkChange()).toBe(false)
})

test('a change of nothing, and one that failed, have no event', async () => {
  const { store } = storeOf()
  await store.changingMany(changed(0))
  const failing = store.changingMany(async () => {
    throw new Error('lost')
  })
  await expect(failing).rejects.toThrow('lost')
  expect(store.isOwnBulkChange()).toBe(false)
})

test('subscribers learn of each burst of new mail', () => {
  const { store } = storeOf()
  const heard: number[] = []
  const unsubscribe = store.subscribe(() => heard.push(store.arrivals().mails))
  store.announce(2)
  store.announce(2)
  unsubscribe()
  store.announce(5)
  expect(heard).toEqual([2, 2])
})
