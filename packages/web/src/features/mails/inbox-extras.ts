import type { Mail, MailSummary } from '@mailstop/contract'
import { createContext, type ReactNode } from 'react'
import type { ListFilter } from './address/list-filter.ts'

/** A command of curl, or a test. */
export type CodeKind = 'curl' | 'test'

/** A place of a mail in one of its parts. Lines and columns count from 1. */
export type MailPlace = { part: 'html' | 'text' | 'source'; line: number; column: number | null }

/** A mail to be shared. `secret` is what only its recipient should have. */
export type SharedMail = { id: number; hasFiles: boolean; secret: 'code' | 'link' | null }

/** Parts of other features in the inbox. `app/` provides them. */
export type InboxExtras = {
  /** Opens the dialog that forwards a mail; null where this may not be done. */
  onForward: ((mail: Pick<MailSummary, 'id'>) => void) | null
  /** Opens the dialog that makes a link for people without an account; null where this may not be done. */
  onShare: ((mail: SharedMail) => void) | null
  /** Saves a mail as a file. */
  onDownload: (mail: Pick<MailSummary, 'id'>) => void
  /** Code that gets a mail, or that waits for one like it. */
  codeFor: (mail: Pick<MailSummary, 'id' | 'to' | 'subject'>, kind: CodeKind) => Promise<string>
  /** The outcomes of forwarding a mail. */
  renderForwards: (mail: Mail) => ReactNode
  /** What a check of the mail found. It leads to places of the mail; `last` is where it has led before. */
  renderCheck: (
    mail: Mail,
    last: MailPlace | null,
    onPlace: (place: MailPlace) => void,
  ) => ReactNode
  /** How much it found, in a few characters. */
  renderCheckCount: (mail: Mail) => ReactNode
  /** More items for the menu of the list. */
  renderListItems: (filter: ListFilter, total: number) => ReactNode
  /** Says above the list that mail of an inbox, or of any, fails on purpose; null where none does. */
  renderScenarios: (inbox: string | null) => ReactNode
  /** Says above the list that new mail breaks guards; null where there is none. */
  renderViolations: () => ReactNode
  /** The guards that the open mail breaks. */
  renderGuards: (mail: Pick<MailSummary, 'id' | 'broken_guards'>) => ReactNode
  /** Says below the list why mail does not come; null where there is nothing to say. */
  renderFailures: () => ReactNode
  /** What is beside an inbox without mail, under the link to the credentials; on a phone a line of it alone. */
  renderWaiting: (what: 'pane' | 'line') => ReactNode
  /** Host and port to which apps send in open mode, where they need no credentials; otherwise null. */
  openAddress: string | null
}

export const InboxExtrasContext = createContext<InboxExtras>({
  onForward: () => {},
  onShare: () => {},
  onDownload: () => {},
  codeFor: async () => '',
  renderForwards: () => null,
  renderCheck: () => null,
  renderCheckCount: () => null,
  renderListItems: () => null,
  renderScenarios: () => null,
  renderViolations: () => null,
  renderGuards: () => null,
  renderFailures: () => null,
  renderWaiting: () => null,
  openAddress: null,
})
