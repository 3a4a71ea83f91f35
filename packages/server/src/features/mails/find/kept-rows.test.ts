import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPostgres } from '../../../../test/support/databases.ts'
import { insertTeam } from '../../../../test/support/store-rows.ts'
import { createKeptRows } from './kept-rows-store.ts'

/** A team whose newest mails are far apart, and which has many others before. */
async function unevenTeam() {
  const db = await openPostgres()
  const { teamId } = await insertTeam(db, 'ann')
  await sql`
    insert into mails (id, team_id, received_at, subject, from_name, from_address, recipients,
      envelope_from, envelope_to, attachment_count, size, read_at)
    select case when n <= 70000 then n else 70000 + 10 * (n - 70000) end, ${teamId}, n,
      '', '', '', '[]', '', '[]', 0, 1, case when n % 2 = 0 then 1 end
    from generate_series(1, 71000::int) as numbers (n)`.execute(db.longReads)
  return { ...db, teamId }
}

test('rows that are read for several searches are bounded, however many there are', async () => {
  const scope = await unevenTeam()
  // More than are estimated, as the others are far apart.
  const kept = createKeptRows(scope, { from: 1, end: 80_001, mails: 16_000 })
  const sparse = Array.from({ length: 1_000 }, (_, at) => 80_000 - 10 * at)
  const ofSparse = { ids: sparse, unread: sparse.filter((id) => (id / 10) % 2 === 1) }
  expect(await kept.among(sparse, [])).toEqual(ofSparse)
  const dense = Array.from({ length: 70_000 }, (_, at) => 70_000 - at)
  expect(await kept.among([...sparse, ...dense], [])).toBe(null)
  expect(await kept.among(sparse, [])).toEqual(ofSparse)
}, 60_000)
