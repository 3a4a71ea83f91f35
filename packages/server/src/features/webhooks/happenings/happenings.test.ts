import type { WebhookEvent } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { insertTeam } from '../../../../test/support/store-rows.ts'
import { strictEvents } from '../../../../test/support/strict-events.ts'
import type { Database } from '../../../db/database.ts'
import { StoreSilent } from '../../../db/store-faults.ts'
import { changeWebhook, deleteWebhook, insertWebhook } from '../webhook-store.ts'
import { createHappenings } from './happenings.ts'

describeEachDatabase('what happened in teams', (open) => {
  async function setUp() {
    const db = await open()
    async function teamOf(name: string, ...wanted: WebhookEvent[]) {
      const { teamId } = await insertTeam(db, name)
      const webhook = await db.transaction((tx) =>
        insertWebhook(tx, {
          team_id: teamId,
          name: 'CI',
          kind: 'standard',
          url_sealed: '',
          events: JSON.stringify(wanted),
          on_mail: 0,
          contents: 0,
          created_at: 1,
        }),
      )
      return { teamId, webhook }
    }
    function happeningsOn(store: Pick<Database, 'sql' | 'transaction'> = db) {
      const events = strictEvents()
      const deps = {
        db: store as Database,
        events,
        isOn: true,
        now: () => 1,
        later: () => () => {},
      }
      const onError = (error: unknown): never => {
        throw error
      }
      return { events, ...createHappenings({ ...deps, onError }) }
    }
    const queued = () =>
      db.sql
        .selectFrom('webhook_deliveries')
        .select(['webhook_id', 'event', 'data'])
        .orderBy('id')
        .execute()
    return { db, teamOf, happeningsOn, queued }
  }

  test('is queued although a webhook of another team is removed meanwhile', async () => {
    const { db, teamOf, happeningsOn, queued } = await setUp()
    const ann = await teamOf('ann', 'member.joined')
    const bob = await teamOf('bob', 'member.joined')
    const eve = await teamOf('eve', 'member.joined')
    const { events, idle } = happeningsOn({
      sql: db.sql,
      async transaction(work) {
        await deleteWebhook(db.sql, bob.webhook)
        await changeWebhook(db.sql, eve.webhook, { off_at: 1 })
        return db.transaction(work)
      },
    })
    for (const { teamId } of [bob, ann, eve]) {
      events.emit('happened', { teamId, event: 'member.joined' })
    }
    await idle()
    expect(await queued()).toMatchObject([{ webhook_id: ann.webhook }])
  })

  test('is queued once the store can be read again', async () => {
    const { db, teamOf, happeningsOn, queued } = await setUp()
    const { teamId, webhook } = await teamOf('ann', 'member.joined')
    let isAway = true
    const sql = new Proxy(db.sql, {
      get(target, key) {
        if (isAway) throw new Error('The store is away')
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const { events, idle } = happeningsOn({ sql, transaction: db.transaction.bind(db) })
    events.emit('happened', { teamId, event: 'member.joined' })
    await expect(idle()).rejects.toThrow('away')
    isAway = false
    await idle()
    expect(await queued()).toMatchObject([{ webhook_id: webhook }])
  })

  test('is queued once, and once the store can be written again', async () => {
    const { db, teamOf, happeningsOn, queued } = await setUp()
    const ann = await teamOf('ann', 'member.joined', 'drill.ended')
    const bob = await teamOf('bob', 'member.joined')
    let writes = 0
    const { events, idle } = happeningsOn({
      sql: db.sql,
      async transaction(work) {
        writes += 1
        if (writes === 2) throw new StoreSilent(1_000)
        return db.transaction(work)
      },
    })
    for (let each = 0; each < 30; each += 1) {
      events.emit('happened', { teamId: ann.teamId, event: 'member.joined' })
    }
    events.emit('happened', { teamId: bob.teamId, event: 'member.joined' })
    await expect(idle()).rejects.toThrow('did not answer')
    events.emit('happened', { teamId: ann.teamId, event: 'drill.ended' })
    await idle()
    const rows = await queued()
    const those = rows.filter((row) => row.webhook_id === ann.webhook)
    expect(those).toHaveLength(31)
    expect(those.at(-1)).toMatchObject({ event: 'drill.ended' })
    expect(rows.filter((row) => row.webhook_id === bob.webhook)).toHaveLength(1)
  })

  test('is queued also in a flood, and the newest of what strangers cause', async () => {
    const { teamOf, happeningsOn, queued } = await setUp()
    const { teamId } = await teamOf('ann', 'drill.ended', 'smtp.refused', 'member.joined')
    const { events, idle } = happeningsOn()
    events.emit('happened', { teamId, event: 'drill.ended' })
    for (let each = 0; each < 60; each += 1) {
      const data = { reply: String(each) }
      events.emit('happened', { teamId, event: 'login.failed', data })
      events.emit('happened', { teamId, event: 'smtp.refused', data })
    }
    events.emit('happened', { teamId, event: 'member.joined' })
    await idle()
    const rows = await queued()
    const refused = rows.filter(({ event }) => event === 'smtp.refused')
    expect(refused.map(({ data }) => data)).toEqual(
      Array.from({ length: 10 }, (_, index) => `{"reply":"${50 + index}"}`),
    )
    const others = rows.filter(({ event }) => event !== 'smtp.refused')
    expect(others.map(({ event }) => event)).toEqual(['drill.ended', 'member.joined'])
  })
})
