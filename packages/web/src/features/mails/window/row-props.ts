import type { MailSummary } from '@mailstop/contract'
import type { MatchedWords } from './matched-words.ts'

/**
 * What a user does to a row. They approach it when the pointer or the focus reaches it and they may open its
 * mail next; they select it alone, or everything up to it.
 */
export type RowAct = 'open' | 'approach' | 'select' | 'selectTo' | 'flag' | 'tag' | 'trash'
export type OnAct = (act: RowAct, mail: MailSummary) => void

export type MailRowProps = {
  mail: MailSummary
  to: string
  /** The name of its inbox, where it is shown. */
  inbox: string | null
  opened: boolean
  selected: boolean
  /** The only row with a tab stop. The arrow keys lead to the others, and Tab leaves the list. */
  isTabStop: boolean
  /** Some mails are selected, so that every row shows its checkbox. */
  isSelecting: boolean
  /** Whether the row has everything on it. One that flies past has what a glance catches. */
  isComplete: boolean
  words: MatchedWords
  onAct: OnAct
  /** Shows all mail with a tag. */
  onTag: (tag: string) => void
}
