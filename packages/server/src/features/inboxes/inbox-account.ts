import { createWildcard, foldCase } from '../../lib/wildcard.ts'
import type { SmtpAccount } from '../../smtp/smtp.ts'
import type { InboxRow } from './inbox-store.ts'

/** What decides which mail an inbox takes. */
export type InboxTerms = Pick<
  InboxRow,
  'team_id' | 'id' | 'recipients' | 'per_minute' | 'archived_at'
>

export const listOf = (json: string) => JSON.parse(json) as string[]

/** An inbox as SMTP knows it. */
export function accountOf(row: InboxTerms): SmtpAccount {
  const patterns = listOf(row.recipients).map(createWildcard)
  function takes(recipient: string): boolean {
    const folded = foldCase(recipient)
    return patterns.some((matches) => matches(folded))
  }
  return {
    id: row.team_id,
    inbox: row.id,
    ...(patterns.length > 0 && { takes }),
    ...(row.per_minute !== null && { perMinute: row.per_minute }),
    ...(row.archived_at !== null && { isArchived: true }),
  }
}
