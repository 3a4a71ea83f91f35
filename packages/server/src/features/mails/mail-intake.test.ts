import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/databases.ts'
import { insertTeam } from '../../../test/factories.ts'
import type { Database } from '../../db/database.ts'
import { createEvents } from '../../events.ts'
import { createIntake } from './mail-intake.ts'

function intakeOf(db: Pick<Database, 'nextIds' | 'write'>) {
  const events = createEvents((error) => {
    throw error
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- the intake asks nothing else of a store
  return createIntake({ db: db as any, events })
}

const mailFor = (teamId: number) => ({
  teamId,
  envelope: { from: 'a@b.test', to: ['c@d.test'] },
  source: new Uint8Array(Buffer.from('Subject: x\r\n\r\n')),
  receivedAt: 1,
})

test('a mail that follows at once on the answer to another is not left waiting', async () => {
  let id = 0
  const intake = intakeOf({
    nextIds: async (_, count) => Array.from({ length: count }, () => (id += 1)),
    write: async () => {},
  })
  for (let round = 0; round < 50; round += 1) {
    const first = await intake.receive(mailFor(1))
    const second = await intake.receive(mailFor(1)).then(() => intake.receive(mailFor(1)))
    expect(second.id).toBe(first.id + 2)
  }
})

describeEachDatabase('the intake', (open) => {
  test('takes mail after mail from clients that wait for each answer', async () => {
    const db = await open()
    const teamId = await insertTeam(db, 1)
    const intake = intakeOf(db)
    const client = async () => {
      for (let sent = 0; sent < 20; sent += 1) await intake.receive(mailFor(teamId))
    }
    await Promise.all([client(), client(), client()])
    await intake.idle()
    const { total } = await db.sql
      .selectFrom('team_counters')
      .select('total')
      .where('team_id', '=', teamId)
      .executeTakeFirstOrThrow()
    expect(total).toBe(60)
  })
})
