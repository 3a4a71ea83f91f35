import { expect, test } from 'vitest'
import { caughtMailSubscribersOf } from '../../src/app/caught-mail-subscribers.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { webhooksOn } from '../support/webhooks-on.ts'

describeEachDatabase('the queue of webhooks', (open) => {
  test.each([
    [true, 1],
    [false, 0],
  ])('has rows where the server sends them (%s: %i)', async (isOn, rows) => {
    const { db, webhooks, events, teamId } = await webhooksOn(await open(), { isOn })
    const columns = { team_id: teamId, name: 'CI', kind: 'standard' as const, url_sealed: 'x' }
    const wanted = { events: '["member.left"]', on_mail: 0, contents: 0, created_at: 0 }
    await db.sql
      .insertInto('webhooks')
      .values({ ...columns, ...wanted })
      .execute()
    events.emit('happened', { teamId, event: 'member.left', data: { member: 'Eve' } })
    await webhooks.idle()
    const found = await db.sql.selectFrom('webhook_deliveries').select('id').execute()
    expect(found).toHaveLength(rows)
    // Caught mail writes its rows in its own transaction.
    expect(caughtMailSubscribersOf({ hasWebhooks: isOn })).toHaveLength(1 + rows)
  })
})
