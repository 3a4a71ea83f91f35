import type { Counters, Mail, MailFilter, MailSummary } from '@mailstop/contract'
import type { QueryClient } from '@tanstack/react-query'
import { mailKeys } from './mail-keys.ts'
import { mailsOf, withChange, withoutMail, type MailChange, type MailPages } from './mail-pages.ts'

export type MailMarks = Pick<MailSummary, 'read_at' | 'flagged'>

/**
 * The cached mail of one team: whatever becomes known about a mail is brought into every list that
 * holds it, into its detail and into the counters, without asking the server.
 */
export function createMailCache(queryClient: QueryClient, team: number) {
  const lists = () =>
    queryClient
      .getQueriesData<MailPages>({ queryKey: mailKeys.lists(team) })
      .map(([key, pages]) => ({
        key,
        filter: key[key.length - 1] as MailFilter,
        pages,
      }))

  /** What is known of a mail's marks, from wherever it is held. */
  function marksOf(id: number): MailMarks | null {
    for (const { pages } of lists()) {
      const found = mailsOf(pages).find((mail) => mail.id === id)
      if (found) return found
    }
    return queryClient.getQueryData<Mail>(mailKeys.detail(team, id)) ?? null
  }

  function count(change: (counters: Counters) => Counters) {
    queryClient.setQueryData<Counters>(
      mailKeys.counters(team),
      (counters) => counters && change(counters),
    )
  }

  return {
    lists,
    marksOf,

    change(id: number, change: MailChange) {
      const before = marksOf(id)
      if (before !== null) {
        const after = { ...before, ...change }
        const unread = Number(after.read_at === null) - Number(before.read_at === null)
        const flagged = Number(after.flagged) - Number(before.flagged)
        count((counters) => ({
          ...counters,
          unread: Math.max(0, counters.unread + unread),
          flagged: Math.max(0, counters.flagged + flagged),
        }))
      }
      queryClient.setQueriesData<MailPages>(
        { queryKey: mailKeys.lists(team) },
        (pages) => pages && withChange(pages, id, change),
      )
      queryClient.setQueryData<Mail>(
        mailKeys.detail(team, id),
        (mail) => mail && { ...mail, ...change },
      )
    },

    remove(id: number) {
      const before = marksOf(id)
      if (before !== null) {
        count((counters) => ({
          ...counters,
          total: Math.max(0, counters.total - 1),
          unread: Math.max(0, counters.unread - Number(before.read_at === null)),
          flagged: Math.max(0, counters.flagged - Number(before.flagged)),
        }))
      }
      queryClient.setQueriesData<MailPages>(
        { queryKey: mailKeys.lists(team) },
        (pages) => pages && withoutMail(pages, id),
      )
    },

    setPages(filter: MailFilter, change: (pages: MailPages) => MailPages) {
      queryClient.setQueryData<MailPages>(
        mailKeys.list(team, filter),
        (pages) => pages && change(pages),
      )
    },
  }
}
