import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/support/databases.ts'
import { insertTeam, newInbox } from '../../../test/support/store-rows.ts'
import { createMeter } from '../../lib/process/meter.ts'
import { measureInboxes } from './inbox-metrics.ts'

describeEachDatabase('the inboxes of all teams', (open) => {
  test('are counted by state, once a minute at most', async () => {
    const db = await open()
    const clock = { time: 1_000_000 }
    const meter = await createMeter()
    measureInboxes(meter, { db, now: () => clock.time })
    const shown = async () => {
      const text = await meter.registry.metrics()
      return ['working', 'archived'].map((state) => {
        const [, count] =
          new RegExp(`^mailstop_inboxes{state="${state}"} (\\d+)$`, 'm').exec(text) ?? []
        return count
      })
    }
    expect(await shown()).toEqual(['0', '0'])
    for (const name of ['ann', 'bob']) {
      const { teamId } = await insertTeam(db, name)
      const first = newInbox(teamId, name)
      const other = (id: number) => ({
        ...first,
        id,
        name: `in${id}`,
        name_key: `in${id}`,
        username: `${name}${id}`,
      })
      const rows = [
        { ...first, archived_at: null, ended_at: null },
        { ...other(2), archived_at: null, ended_at: null },
        { ...other(3), archived_at: 1, ended_at: null },
        { ...other(4), archived_at: 1, ended_at: 1 },
      ]
      await db.sql.insertInto('inboxes').values(rows).execute()
    }
    clock.time += 59_999
    expect(await shown()).toEqual(['0', '0'])
    clock.time += 1
    expect(await shown()).toEqual(['4', '2'])
  })
})
