import type { InfiniteData } from '@tanstack/react-query'
import type { MailSummary } from '@mailstop/contract'
import type { MailPage } from './merge-head.ts'

/** The cached list: pages keyed by the cursor each was asked with. */
export type MailPages = InfiniteData<MailPage, string | null>

/** What can change about a mail once it is caught. */
export type MailChange = Partial<Pick<MailSummary, 'read_at' | 'flagged'>>

export function mailsOf(pages: Pick<MailPages, 'pages'> | undefined): MailSummary[] {
  return pages?.pages.flatMap((page) => page.data) ?? []
}

/** The same pages with one mail changed; the very same object when none of them holds it. */
export function withChange(pages: MailPages, id: number, change: MailChange): MailPages {
  if (!holds(pages, id)) return pages
  return mapPages(pages, (page) => ({
    ...page,
    data: page.data.map((mail) => (mail.id === id ? { ...mail, ...change } : mail)),
  }))
}

/** The same pages without one mail, counted down; the very same object when none holds it. */
export function withoutMail(pages: MailPages, id: number): MailPages {
  if (!holds(pages, id)) return pages
  return mapPages(pages, ({ data, meta }) => ({
    data: data.filter((mail) => mail.id !== id),
    meta: { ...meta, total: Math.max(0, meta.total - 1) },
  }))
}

/** The mail to select when `id` goes: the next one, else the one before it. */
export function neighbourOf(mails: readonly MailSummary[], id: number): MailSummary | null {
  const index = mails.findIndex((mail) => mail.id === id)
  return index < 0 ? null : (mails[index + 1] ?? mails[index - 1] ?? null)
}

/** The mail `step` rows from the selected one, stopping at the ends; the first if none is. */
export function stepFrom(
  mails: readonly MailSummary[],
  id: number | null,
  step: number,
): MailSummary | null {
  const index = mails.findIndex((mail) => mail.id === id)
  if (index < 0) return mails[0] ?? null
  return mails[Math.min(mails.length - 1, Math.max(0, index + step))] ?? null
}

function holds(pages: MailPages, id: number): boolean {
  return pages.pages.some((page) => page.data.some((mail) => mail.id === id))
}

function mapPages(pages: MailPages, change: (page: MailPage) => MailPage): MailPages {
  return { ...pages, pages: pages.pages.map(change) }
}
