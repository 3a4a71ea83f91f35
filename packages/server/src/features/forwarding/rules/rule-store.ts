import { sql, type Insertable, type Updateable } from 'kysely'
import type { Sql, Tx } from '../../../db/database.ts'
import { isApproved } from '../delivery/caught-mail-store.ts'
import type { Schema } from '../../../db/schema.ts'
import { inTeam, newestFirst } from '../../../db/dialects.ts'
import { asManyAsFit } from '../../../lib/shares/in-groups.ts'

export type RuleRow = Awaited<ReturnType<typeof listRules>>[number]

/** Oldest first. */
export function listRules(db: Sql, teamId: number) {
  return rulesOf(db, teamId).orderBy('rule.id').execute()
}

export function findRule(db: Sql, teamId: number, ruleId: number): Promise<RuleRow | undefined> {
  return rulesOf(db, teamId).where('rule.id', '=', ruleId).executeTakeFirst()
}

function rulesOf(db: Sql, teamId: number) {
  return db
    .selectFrom('forwarding_rules as rule')
    .selectAll('rule')
    .select(sql<number>`case when ${sql.raw(isApproved)} then 1 else 0 end`.as('is_approved'))
    .leftJoin('suppressed_addresses as stop', 'stop.email_key', 'rule.email_key')
    .select('stop.created_at as suppressed_at')
    .leftJoin('inboxes', (join) =>
      join.onRef('inboxes.team_id', '=', 'rule.team_id').onRef('inboxes.id', '=', 'rule.inbox_id'),
    )
    .select('inboxes.name as inbox_name')
    .where('rule.team_id', '=', teamId)
}

export async function insertRule(
  tx: Tx,
  rule: Insertable<Schema['forwarding_rules']>,
): Promise<number> {
  const { id } = await tx
    .insertInto('forwarding_rules')
    .values(rule)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function changeRule(
  db: Sql,
  ruleId: number,
  changes: Updateable<Schema['forwarding_rules']>,
): Promise<void> {
  await db.updateTable('forwarding_rules').set(changes).where('id', '=', ruleId).execute()
}

/** False when there is none that was not disabled. */
export async function disableRulesOf(
  tx: Tx,
  { teamId, inbox, at }: { teamId: number; inbox: number; at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('forwarding_rules')
    .set({ disabled_at: at })
    .where('team_id', '=', teamId)
    .where('inbox_id', '=', inbox)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Its deliveries go with it. False when there was none. */
export async function deleteRule(db: Sql, teamId: number, ruleId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('forwarding_rules')
    .where('team_id', '=', teamId)
    .where('id', '=', ruleId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Keeps that the address agreed, and uses the token up; undefined when it is not valid, or was mailed
 * to another address than the rule has.
 */
export function confirmRule(
  db: Sql,
  tokenId: string,
  at: number,
): Promise<{ team_id: number } | undefined> {
  return db
    .updateTable('forwarding_rules')
    .set({ confirmed_at: at, withdrawn_at: null, token_id: null, token_expires_at: null })
    .where('token_id', '=', tokenId)
    .where('token_expires_at', '>', at)
    .whereRef('token_email_key', '=', 'email_key')
    .returning('team_id')
    .executeTakeFirst()
}

/** The address that a still valid token was mailed to; null when there is none. */
export async function addressAsked(db: Sql, tokenId: string): Promise<string | null> {
  const row = await db
    .selectFrom('forwarding_rules')
    .select('token_email_key')
    .where('token_id', '=', tokenId)
    .executeTakeFirst()
  return row?.token_email_key ?? null
}

/** Whether a verified member of the team has this address, in its comparable form. */
export async function isMembersAddress(
  db: Sql,
  teamId: number,
  emailKey: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .innerJoin('team_members', 'team_members.user_id', 'users.id')
    .select('users.id')
    .where('users.email_key', '=', emailKey)
    .where('users.email_verified_at', 'is not', null)
    .where('team_members.team_id', '=', teamId)
    .executeTakeFirst()
  return row !== undefined
}

/** The names that an email template mentions; undefined when the team or the user is gone. */
export function namesOf(
  db: Sql,
  { teamId, userId }: { teamId: number; userId: number },
): Promise<{ team: string; by: string } | undefined> {
  return db
    .selectFrom('teams')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .select(['teams.name as team', 'users.name as by'])
    .where('teams.id', '=', teamId)
    .executeTakeFirst()
}

/**
 * Reads what rules compare, for the newest mails. A mail may have a thousand recipients, so all mails together have a
 * limit of bytes; one mail is read in any case.
 */
export async function newestTraits(
  db: Sql,
  teamId: number,
  { limit, recipientBytes }: { limit: number; recipientBytes: number },
) {
  // Both databases know the bytes of a text without reading it.
  const sizes = await db
    .selectFrom('mails')
    .select((is) => ['id', is.fn<number>('octet_length', ['recipient_keys']).as('bytes')])
    .where(inTeam(db, teamId))
    .where('trashed_at', 'is', null)
    .orderBy(newestFirst)
    .limit(limit)
    .execute()
  if (sizes.length === 0) return []
  const ids = asManyAsFit(sizes, ({ bytes }) => bytes, recipientBytes).map(({ id }) => id)
  const rows = await db
    .selectFrom('mails')
    .select(['inbox_id', 'from_address', 'recipient_keys', 'subject'])
    .where('team_id', '=', teamId)
    .where('id', 'in', ids)
    .where('trashed_at', 'is', null)
    .execute()
  return rows.map(({ inbox_id, from_address, recipient_keys, subject }) => ({
    inbox_id,
    sender: from_address,
    recipients: JSON.parse(recipient_keys) as string[],
    subject,
  }))
}
