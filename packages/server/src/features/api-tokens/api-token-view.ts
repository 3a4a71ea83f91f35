import type { ApiToken, TokenScope } from '@mailstop/contract'
import { inboxReferenceOf } from '../../db/known-inbox.ts'
import type { tokensOf } from './api-token-store.ts'

type Row = Awaited<ReturnType<typeof tokensOf>>[number]

/** The scopes as they were written. */
export const scopesOf = ({ scopes }: { scopes: string }) => JSON.parse(scopes) as TokenScope[]

export const tokenView = (row: Row): ApiToken => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scopes: scopesOf(row),
  inbox: inboxReferenceOf(row),
  created_by: row.creator_id === null ? null : { id: row.creator_id, name: row.creator_name ?? '' },
  created_at: timeText(row.created_at),
  expires_at: textOrNull(row.expires_at),
  last_used_at: textOrNull(row.last_used_at),
  last_used_address: row.last_used_address,
  last_used_agent: row.last_used_agent,
})

const timeText = (time: number) => new Date(time).toISOString()
export const textOrNull = (time: number | null) => (time === null ? null : timeText(time))
