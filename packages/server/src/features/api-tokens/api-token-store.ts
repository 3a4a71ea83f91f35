import type { Insertable } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import type { Schema, TokenRow } from '../../db/schema.ts'

export function insertToken(
  tx: Tx,
  token: Omit<Insertable<Schema['api_tokens']>, 'revoked_at' | `last_used_${string}`>,
): Promise<TokenRow> {
  return tx
    .insertInto('api_tokens')
    .values({
      ...token,
      revoked_at: null,
      last_used_at: null,
      last_used_address: null,
      last_used_agent: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Lists tokens that were not revoked, newest first, each with the name of the account that made it. */
export function tokensOf(sql: Sql, teamId: number) {
  return sql
    .selectFrom('api_tokens')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'api_tokens.created_by').on('users.deleted_at', 'is', null),
    )
    .leftJoin('inboxes', (join) =>
      join
        .onRef('inboxes.team_id', '=', 'api_tokens.team_id')
        .onRef('inboxes.id', '=', 'api_tokens.inbox_id'),
    )
    .selectAll('api_tokens')
    .select(['users.id as creator_id', 'users.name as creator_name', 'inboxes.name as inbox_name'])
    .where('api_tokens.team_id', '=', teamId)
    .where('revoked_at', 'is', null)
    .orderBy('api_tokens.id', 'desc')
    .execute()
}

export async function countLiving(tx: Tx, teamId: number, at: number): Promise<number> {
  const living = await tx
    .selectFrom('api_tokens')
    .select('id')
    .where('team_id', '=', teamId)
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', at)]))
    .execute()
  return living.length
}

/**
 * The only lookup by token: it selects the team. `creator_id` is null once that account cannot log in: it is gone, or
 * an operator disabled it. `member_id` is null also when its user has left the team.
 */
export function tokenByHash(sql: Sql, hash: string) {
  return sql
    .selectFrom('api_tokens')
    .innerJoin('teams', 'teams.id', 'api_tokens.team_id')
    .leftJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'api_tokens.created_by')
        .on('users.deleted_at', 'is', null)
        .on('users.disabled_at', 'is', null),
    )
    .leftJoin('team_members as makers', (join) =>
      join
        .onRef('makers.team_id', '=', 'api_tokens.team_id')
        .onRef('makers.user_id', '=', 'users.id'),
    )
    .where('api_tokens.hash', '=', hash)
    .where('api_tokens.revoked_at', 'is', null)
    .where('teams.deleted_at', 'is', null)
    .select([
      'api_tokens.id',
      'api_tokens.team_id',
      'api_tokens.scopes',
      'api_tokens.inbox_id',
      'api_tokens.expires_at',
      'api_tokens.last_used_at',
      'users.id as creator_id',
      'makers.user_id as member_id',
      'teams.owner_id',
    ])
    .executeTakeFirst()
}

export function tokenWithTeam(sql: Sql, tokenId: number) {
  return sql
    .selectFrom('api_tokens')
    .innerJoin('teams', 'teams.id', 'api_tokens.team_id')
    .leftJoin('inboxes', (join) =>
      join
        .onRef('inboxes.team_id', '=', 'api_tokens.team_id')
        .onRef('inboxes.id', '=', 'api_tokens.inbox_id'),
    )
    .where('api_tokens.id', '=', tokenId)
    .where('api_tokens.revoked_at', 'is', null)
    .where('teams.deleted_at', 'is', null)
    .select([
      'api_tokens.name',
      'api_tokens.scopes',
      'api_tokens.inbox_id',
      'inboxes.name as inbox_name',
      'api_tokens.expires_at',
      'teams.id as team_id',
      'teams.name as team_name',
      'teams.code as team_code',
    ])
    .executeTakeFirst()
}

/** Returns which of these tokens were not revoked and have a team that is there. */
export async function notRevoked(sql: Sql, tokenIds: number[]): Promise<number[]> {
  if (tokenIds.length === 0) return []
  const rows = await sql
    .selectFrom('api_tokens')
    .where('id', 'in', tokenIds)
    .where('revoked_at', 'is', null)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

type Which = { teamId: number; id?: number; createdBy?: number; inbox?: number }

/** Revokes tokens of a team that were not revoked yet; returns their ids. */
export async function revokeTokens(tx: Tx, { teamId, id, createdBy, inbox }: Which, at: number) {
  const rows = await tx
    .updateTable('api_tokens')
    .set({ revoked_at: at })
    .where('team_id', '=', teamId)
    .where('revoked_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(inbox !== undefined, (query) => query.where('inbox_id', '=', inbox ?? 0))
    .$if(createdBy !== undefined, (query) => query.where('created_by', '=', createdBy ?? 0))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Counts tokens, in all teams, that a user made and that have not ended. */
export async function countMadeBy(tx: Tx, userId: number, at: number): Promise<number> {
  const { count } = await tx
    .selectFrom('api_tokens')
    .innerJoin('teams', 'teams.id', 'api_tokens.team_id')
    .where('api_tokens.created_by', '=', userId)
    .where('api_tokens.revoked_at', 'is', null)
    .where('teams.deleted_at', 'is', null)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', at)]))
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function revokeMadeBy(tx: Tx, userId: number, at: number) {
  return tx
    .updateTable('api_tokens')
    .set({ revoked_at: at })
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(['id', 'team_id'])
    .execute()
}

type Use = { at: number; address: string; agent: string }

/** Writes nothing when another process has written a use that is newer than `since`. */
export async function writeUse(
  sql: Sql,
  tokenId: number,
  { at, address, agent }: Use,
  since: number,
): Promise<void> {
  await sql
    .updateTable('api_tokens')
    .set({ last_used_at: at, last_used_address: address, last_used_agent: agent })
    .where('id', '=', tokenId)
    .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<=', since)]))
    .execute()
}

export async function deleteEndedTokens(sql: Sql, before: number): Promise<void> {
  await sql
    .deleteFrom('api_tokens')
    .where((row) => row.or([row('revoked_at', '<', before), row('expires_at', '<', before)]))
    .execute()
}
