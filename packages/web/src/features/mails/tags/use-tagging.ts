import { countText, tagKey, updateMail, updateMails } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/api-client.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { queryKeys } from '../../../lib/api/queries.ts'
import { toast } from '../../../ui/popups/toast.ts'
import { callsFor, changeFailureText } from '../change/bulk-changes.ts'
import { scopeQuery, type MailScope } from '../address/list-filter.ts'
import { useMailStore } from '../store/mail-store.ts'

export type TagChange = { add_tags?: string[]; remove_tags?: string[] }

/** One or more mails, or all that a list selects. */
export type Tagged = { ids: readonly number[] } | { scope: MailScope }

/**
 * Adds and removes tags. A change of one mail is shown at once and reverted with a toast if the server
 * refuses it. After a change of more mails, their tags are fetched.
 */
export function useTagging(team: number): (which: Tagged, change: TagChange) => Promise<void> {
  const queryClient = useQueryClient()
  const store = useMailStore(team)
  const params = { team: String(team) }

  async function tagOne(id: number, change: TagChange): Promise<void> {
    const before = store.marksOf(id)?.tags
    if (before) store.applyChange([id], { tags: changedTags(before, change) })
    try {
      const { data } = await call(updateMail, {
        params: { ...params, mail: String(id) },
        body: change,
      })
      store.applyChange([id], { tags: data.tags })
    } catch (error) {
      if (before) store.applyChange([id], { tags: before })
      throw error
    }
  }

  /** Returns how many mails were changed. */
  async function tagMany(which: Tagged, change: TagChange): Promise<number> {
    const update = (query: ReturnType<typeof scopeQuery>, ids?: number[]) =>
      store.changingMany(() =>
        call(updateMails, { params, query, body: { ...change, ...(ids && { ids }) } }),
      )
    if ('scope' in which) return (await update(scopeQuery(which.scope))).count
    let count = 0
    for (const ids of callsFor(which.ids)) count += (await update({}, ids)).count
    return count
  }

  return async (which, change) => {
    const ids = 'ids' in which ? which.ids : []
    const [id] = ids
    try {
      if (id !== undefined && ids.length === 1) await tagOne(id, change)
      else {
        try {
          const count = await tagMany(which, change)
          toast.success(count === 0 ? 'Nothing to change' : `${countText(count)} changed`)
        } finally {
          void store.refetch()
        }
      }
    } catch (error) {
      toast.error(tooManyText(error) ?? changeFailureText(error, ids))
    }
    void queryClient.invalidateQueries({ queryKey: queryKeys.tags(team), exact: true })
  }
}

const tooManyText = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.errors['add_tags']?.[0] : undefined

/** Predicts the tags that the server will store: sorted, and each once. */
export function changedTags(
  tags: readonly string[],
  { add_tags = [], remove_tags = [] }: TagChange,
): string[] {
  const removed = new Set(remove_tags.map(tagKey))
  const kept = tags.filter((tag) => !removed.has(tagKey(tag)))
  const byKey = new Map(add_tags.map((tag) => [tagKey(tag), tag]))
  for (const tag of kept) byKey.set(tagKey(tag), tag)
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag)
}
