import type { Database } from '../../../db/database.ts'
import type { Words } from '../../../db/search-index.ts'

/** A condition on the words of a mail and on its row. */
export type MailSearch =
  | { kind: 'words'; words: Words }
  | { kind: 'row'; test: RowTest }
  | { kind: 'all'; parts: MailSearch[] }
  | { kind: 'any'; parts: MailSearch[] }
  | { kind: 'not'; part: MailSearch }

export type RowTest =
  | { is: 'unread' | 'flagged' }
  | { column: 'size' | 'received_at'; atLeast: number }
  /** A pattern of LIKE with `\` as its escape, for comparable addresses. */
  | { address: 'sender' | 'recipient'; like: string }

export const isUnread: MailSearch = { kind: 'row', test: { is: 'unread' } }
export const isFlagged: MailSearch = { kind: 'row', test: { is: 'flagged' } }
export const not = (part: MailSearch): MailSearch => ({ kind: 'not', part })

/** The conditions that all have to be met; null asks for nothing. */
export function conditionsOf(search: MailSearch | null): MailSearch[] {
  if (search === null) return []
  return search.kind === 'all' ? search.parts : [search]
}

/** Whether what it finds changes when mail is read or flagged. */
export function asksForMarks(search: MailSearch): boolean {
  switch (search.kind) {
    case 'words':
      return false
    case 'row':
      return 'is' in search.test
    case 'not':
      return asksForMarks(search.part)
    case 'all':
    case 'any':
      return search.parts.some(asksForMarks)
  }
}

/** A team's mail, in a database and not in a transaction on it. */
export type SearchScope = Pick<Database, 'dialect' | 'sql' | 'searches' | 'wordsSettled'> & {
  teamId: number
}
