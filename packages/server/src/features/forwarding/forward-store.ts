import type { Sql, Tx } from '../../db/database.ts'
import { isMembersAddress } from './rules/rule-store.ts'

type NewForward = {
  mailId: number
  outboxId: string
  recipient: string
  userId: number
  at: number
}

/** Keeps that a mail is on its way to someone. */
export async function insertForward(tx: Tx, forward: NewForward): Promise<void> {
  await tx
    .insertInto('mail_forwards')
    .values({
      mail_id: forward.mailId,
      outbox_id: forward.outboxId,
      recipient: forward.recipient,
      user_id: forward.userId,
      state: 'queued',
      last_error: null,
      created_at: forward.at,
      settled_at: null,
    })
    .execute()
}

/**
 * Who forwards, and whether the address is a verified member's, or agreed to get what a rule forwards. Undefined when
 * the team or the user is gone.
 */
export async function findForwarder(
  db: Sql,
  { userId, teamId, emailKey }: { userId: number; teamId: number; emailKey: string },
): Promise<{ team: string; created_at: number; isStranger: boolean } | undefined> {
  const forwarder = await db
    .selectFrom('teams')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .select(['teams.name as team', 'users.created_at'])
    .where('teams.id', '=', teamId)
    .executeTakeFirst()
  if (!forwarder) return undefined
  const isKnown =
    (await isMembersAddress(db, teamId, emailKey)) || (await hasAgreed(db, teamId, emailKey))
  return { ...forwarder, isStranger: !isKnown }
}

async function hasAgreed(db: Sql, teamId: number, emailKey: string): Promise<boolean> {
  const rule = await db
    .selectFrom('forwarding_rules')
    .select('id')
    .where('team_id', '=', teamId)
    .where('email_key', '=', emailKey)
    .where('confirmed_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return rule !== undefined
}

/** The newest of a mail first. */
export function listForwards(sql: Sql, mailId: number, limit: number) {
  return sql
    .selectFrom('mail_forwards')
    .leftJoin('users', 'users.id', 'mail_forwards.user_id')
    .select([
      'mail_forwards.id',
      'mail_forwards.recipient',
      'mail_forwards.state',
      'mail_forwards.last_error',
      'mail_forwards.created_at',
      'users.name as by',
    ])
    .where('mail_forwards.mail_id', '=', mailId)
    .orderBy('mail_forwards.id', 'desc')
    .limit(limit)
    .execute()
}

type Change = { state: 'queued' | 'sent' | 'failed'; lastError: string | null; at: number | null }

/** The mail whose forward this was, and its marks; undefined when it is gone. */
export async function settleForward(
  tx: Tx,
  outboxId: string,
  { state, lastError, at }: Change,
): Promise<
  | {
      id: number
      team_id: number
      read_at: number | null
      flagged_at: number | null
      recipient: string
    }
  | undefined
> {
  const forward = await tx
    .updateTable('mail_forwards')
    .set({ state, last_error: lastError, settled_at: at })
    .where('outbox_id', '=', outboxId)
    .returning(['mail_id', 'recipient'])
    .executeTakeFirst()
  if (!forward) return undefined
  const mail = await tx
    .selectFrom('mails')
    .select(['id', 'team_id', 'read_at', 'flagged_at'])
    .where('id', '=', forward.mail_id)
    .executeTakeFirst()
  return mail && { ...mail, recipient: forward.recipient }
}
