import type { Mail, MailSummary } from '@mailstop/contract'
import { createContext, type ReactNode } from 'react'
import type { ListFilter } from './list/list-filter.ts'

/** What other features add to the inbox, handed in where they are composed. */
export type InboxExtras = {
  /** Opens what sends a mail on. */
  onForward: (mail: Pick<MailSummary, 'id'>) => void
  /** Saves a mail as a file. */
  onDownload: (mail: Pick<MailSummary, 'id'>) => void
  /** What became of a mail that was sent on. */
  renderForwards: (mail: Mail) => ReactNode
  /** More items for the menu of the list. */
  renderListItems: (filter: ListFilter, total: number) => ReactNode
}

export const InboxExtrasContext = createContext<InboxExtras>({
  onForward: () => {},
  onDownload: () => {},
  renderForwards: () => null,
  renderListItems: () => null,
})
