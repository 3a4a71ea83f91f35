import { expect, test } from 'vitest'
import { createMeter } from '../../lib/process/meter.ts'
import { describeEachDatabase } from '../../../test/support/databases.ts'
import { answers, ok, setUpWebhook } from '../../../test/webhooks/webhook-receiver.ts'

const minute = 60_000
const hour = 60 * minute

describeEachDatabase('the log of webhooks', (open) => {
  const setUp = async (given?: Parameters<typeof setUpWebhook>[1]) =>
    setUpWebhook(await open(), given)

  test('whose port is never asked are refused when they are saved', async () => {
    const { webhooks, asker, given, webhook } = await setUp()
    const url = 'https://ci.example.test:25/hook'
    const refused = {
      errors: {
        url: [
          expect.stringContaining('This address is not asked: its port is 25, and OUTBOUND_ALLOW'),
        ],
      },
    }
    await expect(webhooks.create(asker, { ...given, url })).rejects.toMatchObject(refused)
    await expect(webhooks.update(asker, webhook.id, { url })).rejects.toMatchObject(refused)
    expect(await webhooks.list(asker)).toHaveLength(1)
  })

  test('keep nothing of a message that is deleted for good, and say that it is gone', async () => {
    const { webhooks, asker, webhook, receive, receiver, db, clock, log } = await setUp({
      changed: { kind: 'slack' },
    })
    const remove = (id: number) => db.sql.deleteFrom('mails').where('id', '=', id).execute()
    const [gone] = [await receive('Subject: secret\r\n\r\n'), await receive()]
    await webhooks.work()
    clock.time += minute
    const other = await receive()
    await webhooks.work()
    expect(receiver.posted[0]?.body).toContain('secret')
    await remove(gone)
    await webhooks.removeOld()
    expect(
      await db.sql.selectFrom('webhook_deliveries').select('request').orderBy('id').execute(),
    ).toMatchObject([{ request: null }, { request: null }, { request: expect.any(String) }])
    const first = (await log()).at(-1)
    expect(first).toMatchObject({ mail: null, request: null, state: 'sent' })
    const again = webhooks.replay(asker, webhook.id, { id: first?.id ?? 0 })
    await expect(again).rejects.toThrow('The message was deleted')
    await db.sql.updateTable('mails').set({ trashed_at: 1 }).where('id', '=', other).execute()
    expect((await log())[0]).toMatchObject({ mail: null, request: null })
  })

  test('lead from a chat to the drill that ended, and name it in their log', async () => {
    const { receiver, webhooks, events, teamId, log } = await setUp({
      changed: { kind: 'mattermost', events: ['drill.ended'] },
    })
    const url = 'https://mail.example.com/box/team/failures/drills/3?team=1'
    const data = { drill: '3', scenario: 'flaky', inbox: 'main', result: '2 of 214 lost.', url }
    events.emit('happened', { teamId, event: 'drill.ended', data })
    await webhooks.work()
    expect(receiver.posted[0]?.body).toContain(`[Open in Mailstop](${url})`)
    expect(receiver.posted[0]?.body).not.toContain('Url')
    expect(await log()).toMatchObject([{ about: 'flaky in main: 2 of 214 lost.' }])
  })

  test('are counted by how their attempts ended, and by what waits', async () => {
    const metrics = await createMeter()
    const { webhooks, receive, receiver, clock } = await setUp({ answer: answers(500), metrics })
    const shown = () => metrics.registry.metrics()
    await receive()
    await receive()
    expect(await shown()).toContain('mailstop_webhook_deliveries_queued 2')
    await webhooks.work()
    expect(await shown()).toContain('mailstop_webhook_attempts_total{outcome="postponed"} 1')
    receiver.answer = ok
    clock.time += hour
    await webhooks.work()
    expect(await shown()).toContain('mailstop_webhook_attempts_total{outcome="sent"} 2')
    expect(await shown()).toContain('mailstop_webhook_deliveries_queued 0')
  })
})
