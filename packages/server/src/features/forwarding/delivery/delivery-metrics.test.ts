import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { forwardingOn } from '../../../../test/support/forwarding-on.ts'
import { startRelay } from '../../../../test/support/mailer-on.ts'
import { createMeter } from '../../../lib/process/meter.ts'

const any = { from: null, to: null, subject: null }
const mail = (subject: string) => `From: a@b.test\r\nSubject: ${subject}\r\n\r\n`
const answers = new Map([
  ['bad', 550],
  ['busy', 451],
])

describeEachDatabase('deliveries', (open) => {
  test('show the operator what waits, for how long, and how attempts ended', async () => {
    const relay = await startRelay(({ source }) => {
      const responseCode = answers.get(/^Subject: (\w+)/m.exec(source)?.[1] ?? '')
      return responseCode ? Object.assign(new Error('no'), { responseCode }) : null
    })
    const db = await open()
    const metrics = await createMeter()
    const { registry } = metrics
    const options = { mailUrl: relay.url, metrics }
    const { rules, asker, receive, deliveries, clock } = await forwardingOn(db, options)
    const empty = await registry.metrics()
    expect(empty).toContain('mailstop_deliveries{state="queued"} 0')
    expect(empty).toContain('mailstop_deliveries_oldest_seconds 0')
    const rule = await rules.create(asker, { name: 'r', email: 'ann@example.com', rules: any })
    for (const subject of ['good', 'bad', 'busy']) await receive(mail(subject))
    deliveries.wake()
    await deliveries.idle()
    clock.time += 7_000
    const text = await registry.metrics()
    for (const state of ['queued', 'sent', 'failed']) {
      expect(text).toContain(`mailstop_deliveries{state="${state}"} 1`)
    }
    expect(text).toContain('mailstop_deliveries{state="cancelled"} 0')
    expect(text).toContain('mailstop_deliveries_oldest_seconds 7')
    for (const outcome of ['postponed', 'sent', 'failed']) {
      expect(text).toContain(`mailstop_delivery_attempts_total{outcome="${outcome}"} 1`)
    }
    await rules.update(asker, rule.id, { status: 'disabled' })
    expect(await registry.metrics()).toContain('mailstop_deliveries{state="cancelled"} 1')
    clock.time += 24 * 60 * 60_000
    expect(await registry.metrics()).toContain('mailstop_deliveries{state="sent"} 0')
  })
})
