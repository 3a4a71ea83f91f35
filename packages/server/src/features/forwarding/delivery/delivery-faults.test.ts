import { expect, test } from 'vitest'
import type { Database } from '../../../db/database.ts'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { forwardingOn } from '../../../../test/support/forwarding-on.ts'
import { startRelay } from '../../../../test/support/mailer-on.ts'
import { createDeliveryCaps } from './delivery-caps.ts'
import { createLimiter } from '../../../attempts/attempts.ts'
import { createQueueStore } from '../../../queue/queue-store.ts'

const any = { from: null, to: null, subject: null }
const hour = 60 * 60_000

/** A store that refuses to keep that a delivery was sent, for as long as the test wants it. */
function refusingToSettle(db: Database) {
  const fault = { isOn: true, count: 0 }
  const sql = db.sql.withPlugin({
    transformQuery({ node }) {
      if (!fault.isOn || node.kind !== 'UpdateQueryNode') return node
      if (!JSON.stringify(node).includes('"sent"')) return node
      fault.count += 1
      throw new Error('the store is away')
    },
    transformResult: async ({ result }) => result,
  })
  return { fault, db: { ...db, sql } }
}

describeEachDatabase('of deliveries', (open) => {
  async function setUp(options: Parameters<typeof forwardingOn>[1], db?: Database) {
    const forwarding = await forwardingOn(db ?? (await open()), options)
    const { rules, asker, deliveries } = forwarding
    const rule = await rules.create(asker, { name: 'r', email: 'ann@example.com', rules: any })
    async function work() {
      deliveries.wake()
      await deliveries.idle()
      return rules.deliveries(asker, rule.id)
    }
    return { ...forwarding, work }
  }

  test('one that cannot be made into a message fails, and delays no other', async () => {
    const { url, received } = await startRelay()
    const good = new Uint8Array(Buffer.from('From: a@b.test\r\n\r\nHi\r\n'))
    const sources = [{} as Uint8Array, good]
    const sourceOf = async () => sources.shift()
    const { receive, work } = await setUp({ mailUrl: url, sourceOf })
    await receive()
    await receive()
    expect(await work()).toMatchObject([
      { state: 'sent' },
      { state: 'failed', answer: expect.stringMatching(/^Cannot be sent: /) },
    ])
    expect(received).toHaveLength(1)
  })

  test('one whose mail is damaged in the store fails at once and says so, and delays no other', async () => {
    const { url, received } = await startRelay()
    const { receive, work, db } = await setUp({ mailUrl: url })
    const damaged = await receive()
    await receive()
    const source = Buffer.from([1, 2, 3, 4])
    await db.sql
      .updateTable('mail_sources')
      .set({ source })
      .where('mail_id', '=', damaged)
      .execute()
    expect(await work()).toMatchObject([
      { state: 'sent' },
      { state: 'failed', answer: 'The stored bytes of the message are damaged' },
    ])
    expect(received).toHaveLength(1)
  })

  test('one whose mail cannot be read is tried again later, and delays no other', async () => {
    const { url, received } = await startRelay()
    const good = new Uint8Array(Buffer.from('From: a@b.test\r\n\r\nHi\r\n'))
    let asked = 0
    const sourceOf = async () => {
      asked += 1
      if (asked === 1) throw new Error('it is damaged')
      return good
    }
    const { receive, work, clock } = await setUp({ mailUrl: url, sourceOf })
    await receive()
    await receive()
    expect(await work()).toMatchObject([
      { state: 'sent' },
      { state: 'queued', attempts: 1, answer: 'it is damaged' },
    ])
    clock.time += hour
    expect(await work()).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
    expect(received).toHaveLength(2)
  })

  test('one whose mail has no source waits, and is not asked for again at once', async () => {
    const { url } = await startRelay()
    let asked = 0
    const sourceOf = async () => {
      asked += 1
      if (asked > 100) throw new Error('asked again and again')
      return undefined
    }
    const { receive, work } = await setUp({ mailUrl: url, sourceOf })
    await receive()
    expect(await work()).toMatchObject([{ state: 'queued', attempts: 0 }])
    expect(asked).toBe(1)
  })

  test('one that was sent while the store was away is not sent again', async () => {
    const { url, received } = await startRelay()
    const { fault, db } = refusingToSettle(await open())
    const { receive, work, clock } = await setUp({ mailUrl: url }, db)
    await receive()
    expect(await work()).toMatchObject([{ state: 'queued' }])
    clock.time += hour
    await work()
    expect(fault.count).toBe(2)
    fault.isOn = false
    expect(await work()).toMatchObject([{ state: 'sent', attempts: 1 }])
    expect(received).toHaveLength(1)
  })

  test('one is kept as ended, whatever characters the relay answers with', async () => {
    const { url } = await startRelay(() =>
      Object.assign(new Error('no\0such\u0007user'), { responseCode: 550 }),
    )
    const { receive, work } = await setUp({ mailUrl: url })
    await receive()
    expect(await work()).toMatchObject([
      { state: 'failed', answer: expect.stringMatching(/no such user/) },
    ])
  })

  test('one that a killed process was sending ends too where there is no relay any more', async () => {
    const { receive, db, clock, deliveriesBy, rules, asker } = await setUp({})
    await receive()
    const claim = { claim: 'dead', now: clock.time, until: clock.time + 90_000 }
    await createQueueStore(db, 'rule_deliveries').claimNext(claim)
    clock.time += 25 * hour + 1
    await deliveriesBy(null).removeOld()
    const [rule] = await rules.list(asker)
    expect(await rules.deliveries(asker, rule?.id ?? 0)).toMatchObject([
      { state: 'failed', answer: 'Not sent within a day' },
    ])
  })

  test('those beyond a team’s share take nothing of what an address gets of others', async () => {
    const { sql } = await open()
    const now = () => 1
    const limiter = createLimiter({ sql, now })
    const { count } = createDeliveryCaps({ limiter, caps: { team: 1, address: 2 }, now })
    const to = (team_id: number) => count({ team_id, email_key: 'a@b.test' })
    expect(await to(1)).toBeNull()
    for (let more = 0; more < 5; more += 1) {
      expect(await to(1)).toMatchObject({ of: { team_id: 1 } })
    }
    expect(await to(2)).toBeNull()
    expect(await to(3)).toMatchObject({ of: { email_key: 'a@b.test' } })
  })
})
