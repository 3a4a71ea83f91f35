import type { Insertable } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import type { Schema, UserRow } from '../../db/schema.ts'
import type { MailedToken } from './account-rules.ts'

type TokenPurpose = Schema['account_tokens']['purpose']

/** The new user's id, or null when the address already has an account, even one just being made. */
export async function insertUser(
  db: Sql,
  user: Insertable<Schema['users']>,
): Promise<number | null> {
  const row = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export function userByEmail(db: Sql, key: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').where('email_key', '=', key).selectAll().executeTakeFirst()
}

/** All accounts in the order of their addresses, each with how many teams it is in. */
export function listUsers(db: Sql) {
  return db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .where('email_key', '<>', openUserKey)
    .select((eb) => [
      'users.id',
      'users.email',
      'users.name',
      'users.email_verified_at',
      'users.disabled_at',
      'users.operator_at',
      'users.created_at',
      eb
        .selectFrom('team_members')
        .whereRef('team_members.user_id', '=', 'users.id')
        .select((count) => eb.cast<number>(count.fn.countAll(), 'integer').as('count'))
        .as('teams'),
    ])
    .orderBy('email_key')
    .execute()
}

export function userById(db: Sql, id: number): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .selectAll()
    .executeTakeFirst()
}

/**
 * The time from which a user may come in: the address was proven then, or the owner of a team that the user is still
 * in vouched for it. Operations that need a proven address ask for `email_verified_at` themselves.
 */
export async function admittedAt(
  db: Sql,
  { id, email_verified_at }: Pick<UserRow, 'id' | 'email_verified_at'>,
): Promise<number | null> {
  if (email_verified_at !== null) return email_verified_at
  const row = await db
    .selectFrom('team_members')
    .where('user_id', '=', id)
    .where('vouched_at', 'is not', null)
    .select('vouched_at')
    .orderBy('vouched_at')
    .limit(1)
    .executeTakeFirst()
  return row?.vouched_at ?? null
}

/** Replaces the comparable address for the one user of open mode, who has none. No address is like it. */
export const openUserKey = 'open mode'

export async function hasAccounts(db: Sql): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .where('email_key', '!=', openUserKey)
    .where('deleted_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateUser(
  db: Sql,
  userId: number,
  changes: Partial<
    Pick<
      UserRow,
      | 'name'
      | 'email'
      | 'email_key'
      | 'pending_email'
      | 'pending_unconfirmed'
      | 'email_verified_at'
      | 'password_hash'
      | 'disabled_at'
    >
  >,
): Promise<void> {
  await db.updateTable('users').set(changes).where('id', '=', userId).execute()
}

/** Writes the name of an account, and its address in another spelling; false when its address has changed. */
export async function renameUser(
  db: Sql,
  { id, email_key }: Pick<UserRow, 'id' | 'email_key'>,
  changes: Pick<UserRow, 'name' | 'email'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set(changes)
    .where('id', '=', id)
    .where('email_key', '=', email_key)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteUser(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', userId).execute()
}

/**
 * From then on the account belongs to no person, and its address is free. The row stays for as long as teams that it
 * owned are going.
 */
export async function markDeleted(tx: Tx, userId: number, at: number): Promise<void> {
  const erased = { email: '', email_key: `deleted: ${userId}`, password_hash: '' }
  await tx
    .updateTable('users')
    .set({
      ...erased,
      pending_email: null,
      email_verified_at: null,
      operator_at: null,
      deleted_at: at,
    })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('account_tokens').where('user_id', '=', userId).execute()
  await tx.deleteFrom('identities').where('user_id', '=', userId).execute()
}

/** Rows of deleted accounts whose teams have all gone. */
export async function deleteMarkedUsers(db: Sql): Promise<void> {
  await db
    .deleteFrom('users')
    .where('deleted_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('teams').select('teams.id').whereRef('owner_id', '=', 'users.id'))),
    )
    .execute()
}

/** Does nothing when the account has meanwhile moved to another address. */
export async function markVerified(db: Sql, userId: number, key: string, at: number) {
  await db
    .updateTable('users')
    .set({ email_verified_at: at })
    .where('id', '=', userId)
    .where('email_key', '=', key)
    .where('email_verified_at', 'is', null)
    .execute()
}

/**
 * Moves an account to its pending address; false when that has changed meanwhile, or there is none. Fails on the
 * unique key of addresses when another account has that one.
 */
export async function moveUser(
  db: Sql,
  userId: number,
  { email, email_key, at }: { email: string; email_key: string; at: number },
): Promise<boolean> {
  const moved = await db
    .updateTable('users')
    .set({ email, email_key, email_verified_at: at, pending_email: null })
    .where('id', '=', userId)
    .where('pending_email', '=', email)
    .returning('id')
    .execute()
  return moved.length > 0
}

/** Replaces the user's earlier tokens of that purpose: only the newest mail's link works. */
export async function replaceToken(db: Sql, token: Schema['account_tokens']): Promise<void> {
  await deleteTokens(db, token.user_id, token.purpose)
  await db.insertInto('account_tokens').values(token).execute()
}

export async function deleteTokens(db: Sql, userId: number, purpose: TokenPurpose): Promise<void> {
  await db
    .deleteFrom('account_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()
}

export function findToken(
  db: Sql,
  id: string,
  purpose: TokenPurpose,
): Promise<(MailedToken & Pick<UserRow, 'pending_unconfirmed'> & { user_id: number }) | undefined> {
  return db
    .selectFrom('account_tokens as token')
    .innerJoin('users', 'users.id', 'token.user_id')
    .where('token.id', '=', id)
    .where('token.purpose', '=', purpose)
    .select([
      'token.user_id',
      'token.email',
      'token.expires_at',
      'users.email as user_email',
      'users.pending_email',
      'users.pending_unconfirmed',
      'users.email_verified_at',
    ])
    .executeTakeFirst()
}

/** Whether the token was still there: only one of two uses at once finds it. */
export async function takeToken(db: Sql, id: string): Promise<boolean> {
  const taken = await db.deleteFrom('account_tokens').where('id', '=', id).returning('id').execute()
  return taken.length > 0
}

export async function deleteExpiredTokens(db: Sql, now: number): Promise<void> {
  await db.deleteFrom('account_tokens').where('expires_at', '<=', now).execute()
}
