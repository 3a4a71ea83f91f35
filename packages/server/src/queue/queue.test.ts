import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../test/support/databases.ts'
import { enqueue, mailerOn, startRelay } from '../../test/support/mailer-on.ts'
import { createMeter } from '../lib/process/meter.ts'

describeEachDatabase('a queue', (open) => {
  test('does not count what it did after its claim had lapsed: the next process settles the row', async () => {
    const db = await open()
    const metrics = await createMeter()
    const relay = await startRelay()
    const outbox = () => db.sql.selectFrom('outbox').select(['claim', 'state']).execute()
    const { mailer } = mailerOn(db, {
      mailUrl: relay.url,
      metrics,
      async isSuppressed() {
        await db.sql.updateTable('outbox').set({ claim: 'next' }).execute()
        return false
      },
    })
    const said = { subject: 'x', text: 'x', html: 'x', link: 'http://localhost/x' }
    const stopUrl = 'http://localhost/stop'
    await enqueue(db, mailer, { kind: 'invitation', to: 'ann@example.com', stopUrl, ...said })
    await mailer.idle()
    expect(relay.received).toHaveLength(1)
    expect(await outbox()).toEqual([{ claim: 'next', state: 'queued' }])
    expect(await metrics.registry.metrics()).not.toContain('outcome="sent"')
  })
})
