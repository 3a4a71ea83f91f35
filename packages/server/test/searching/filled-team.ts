import { sql } from 'kysely'
import type { Database } from '../../src/db/database.ts'
import { facts } from '../../src/features/mails/find/words/mail-facts.ts'
import { tagRows } from '../../src/features/mails/rows/mail-tags.ts'
import { addTagCounts, insertMailTags } from '../../src/features/mails/rows/tag-store.ts'
import { insertVerifiedTeam } from '../support/factories.ts'
import { newInbox } from '../support/store-rows.ts'
import { manyMails } from './query-plans.ts'
import { indexNewWords, writeNewWords } from './word-indexes.ts'

/** A team with much mail, tags, marks, words and a second inbox, beside another that has more. */
export async function filledTeam(db: Database) {
  const [teamId, other] = [await insertVerifiedTeam(db, 1), await insertVerifiedTeam(db, 2)]
  const ids = await manyMails(db, teamId, other)
  await fillSecondInbox(db, teamId, ids)
  await db.sql
    .updateTable('team_counters')
    .set({ total: 4_000, unread: 1_300, flagged: 23 })
    .execute()
  await tagSome(db, teamId, ids)
  if (db.dialect.name === 'postgres') {
    const inSecond = new Set(ofSecondInbox(ids))
    const mails = ids
      .toSorted((a, b) => a - b)
      .map((id) => ({
        id,
        words: inSecond.has(id) ? ` ${facts.inbox(teamId, 2)} shipped ` : ' shipped ',
      }))
    await writeNewWords(db, teamId, mails)
    await indexNewWords(db, teamId, mails.length)
  }
  return { db, teamId, ids }
}

/** One tag is on a tenth of the team's mail, another on three mails; there are many of others. */
async function tagSome(db: Database, teamId: number, ids: number[]) {
  const named = [
    { name: 'run42', of: ids.filter((_, index) => index % 10 === 0) },
    { name: 'run43', of: ids.slice(0, 3) },
  ]
  await db.transaction(async (tx) => {
    for (const { name, of } of named) {
      await insertMailTags(
        tx,
        of.flatMap((id) => tagRows(teamId, id, [name])),
      )
      const count = { total: of.length, unread: 0, newest_mail: of.at(-1) ?? 0 }
      await addTagCounts(tx, [{ team_id: teamId, key: name, name, ...count }])
    }
  })
  await sql`insert into mail_tags (team_id, mail_id, key, name)
    select team_id, id, 'other', 'other' from mails where team_id <> ${teamId}`.execute(db.sql)
  await sql`insert into team_tags (team_id, key, name, total, unread, newest_mail)
    select ${teamId}, id, id, 1, 0, id from mails where team_id = ${teamId}`.execute(db.sql)
  await sql`insert into mail_marks (team_id, mail_id, key)
    select team_id, mail_id, 'guard:' || key from mail_tags`.execute(db.sql)
  if (db.dialect.name === 'postgres') {
    await sql`vacuum analyze mail_tags, team_tags, mail_marks`.execute(db.sql)
  }
}

/** One in forty is in a second inbox. */
async function fillSecondInbox(db: Database, teamId: number, ids: number[]): Promise<void> {
  const those = ofSecondInbox(ids)
  await db.sql.updateTable('mails').set({ inbox_id: 2 }).where('id', 'in', those).execute()
  const count = { name: '', total: those.length, unread: 0, newest_mail: 0 }
  const named = { id: 2, name: 'two', name_key: 'two' }
  await db.sql
    .insertInto('inboxes')
    .values([newInbox(teamId, 'first'), { ...newInbox(teamId, 'second'), ...named }])
    .execute()
  await db.sql
    .insertInto('team_tags')
    .values({ team_id: teamId, key: ':2', ...count })
    .execute()
  if (db.dialect.name === 'postgres') await sql`vacuum analyze mails`.execute(db.sql)
}

const ofSecondInbox = (ids: number[]) => ids.filter((_, index) => index % 40 === 0)
