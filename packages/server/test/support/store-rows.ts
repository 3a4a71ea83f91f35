import type { Insertable } from 'kysely'
import type { Batch, Database } from '../../src/db/database.ts'
import type { NewMailRow, Schema } from '../../src/db/schema.ts'
import { newTeamCode } from '../../src/lib/team-code.ts'

/** Rows that satisfy every column, for tests that care about a few of them. */
export function newUser(name: string): Insertable<Schema['users']> {
  return {
    name,
    email: `${name}@example.com`,
    email_key: `${name}@example.com`,
    password_hash: 'none',
    email_verified_at: null,
    created_at: 1_700_000_000_000,
  }
}

export function newMail(id: number, teamId: number): NewMailRow {
  return {
    id,
    team_id: teamId,
    received_at: 1_700_000_000_000 + id,
    imported_at: null,
    dated_at: null,
    subject: `Mail ${id}`,
    snippet: `Text of mail ${id}`,
    from_name: 'Ann',
    from_address: 'ann@example.com',
    recipients: '[]',
    envelope_from: 'ann@example.com',
    envelope_to: '[]',
    login: null,
    attachment_count: 0,
    size: 0,
    read_at: null,
    flagged_at: null,
    trashed_at: null,
    sender_key: '',
    recipient_keys: '[]',
    other_people: null,
    inbox_id: 1,
  }
}

/** The first inbox of a team. */
export function newInbox(teamId: number, username: string): Insertable<Schema['inboxes']> {
  const name = { name: 'main', name_key: 'main', code: null }
  const at = { created_at: 1, credentials_at: 1 }
  return { team_id: teamId, id: 1, position: 1, ...name, username, password_sealed: '', ...at }
}

/** A user of that name with a team, as registering makes them. */
export async function insertTeam(
  database: Database,
  name: string,
): Promise<{ userId: number; teamId: number }> {
  return database.transaction(async (tx) => {
    const user = await tx
      .insertInto('users')
      .values(newUser(name))
      .returning('id')
      .executeTakeFirstOrThrow()
    const team = await tx
      .insertInto('teams')
      .values({
        name,
        type: 'personal',
        plan: 'free',
        code: newTeamCode(),
        owner_id: user.id,
        created_at: 1_700_000_000_000,
        deactivated_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('team_members')
      .values({ team_id: team.id, user_id: user.id, role: 'owner', created_at: 1 })
      .execute()
    await tx
      .insertInto('team_counters')
      .values({ team_id: team.id, total: 0, unread: 0, flagged: 0 })
      .execute()
    return { userId: user.id, teamId: team.id }
  })
}

/** A forwarding rule to an address that agreed; returns its id. */
export async function insertRule(
  { sql }: Database,
  teamId: number,
  email: string,
  columns: Partial<Insertable<Schema['forwarding_rules']>> = {},
): Promise<number> {
  const { id } = await sql
    .insertInto('forwarding_rules')
    .values({
      team_id: teamId,
      name: 'Rule',
      email,
      email_key: email,
      from_pattern: null,
      to_pattern: null,
      subject_pattern: null,
      created_at: 1_700_000_000_000,
      confirmed_at: 1_700_000_000_000,
      disabled_at: null,
      token_id: null,
      token_expires_at: null,
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What catching one mail with this source writes. */
export function mailBatch(id: number, teamId: number, source: Uint8Array, body = ''): Batch {
  return [
    { insert: 'mails', rows: [{ ...newMail(id, teamId), size: source.length }] },
    { insert: 'mail_sources', rows: [{ mail_id: id, team_id: teamId, source }] },
    {
      add: 'team_counters',
      key: 'team_id',
      rows: [{ team_id: teamId, total: 1, unread: 1, flagged: 0 }],
    },
    {
      index: [
        {
          mail_id: id,
          team_id: teamId,
          facts: '',
          sender: 'ann',
          recipients: 'bob',
          subject: 'mail',
          body,
        },
      ],
    },
  ]
}
