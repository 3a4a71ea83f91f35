import { expect, test } from 'vitest'
import type { Delivery } from '@mailstop/contract'
import { describeAlike } from '../../../../test/support/databases.ts'
import { forwardingOn } from '../../../../test/support/forwarding-on.ts'
import { startRelay } from '../../../../test/support/mailer-on.ts'
import { createQueueStore } from '../../../queue/queue-store.ts'
import { messageProblems } from './strict-message.ts'

const any = { from: null, to: null, subject: null }
const minute = 60_000
const hour = 60 * minute
const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

describeAlike('deliveries', (open) => {
  type Setup = Parameters<typeof forwardingOn>[1]

  async function setUp(options: Setup = {}) {
    const forwarding = await forwardingOn(await open(), options)
    const { rules, asker, deliveries } = forwarding
    const rule = await rules.create(asker, { name: 'r', email: 'ann@example.com', rules: any })
    async function work(): Promise<Delivery[]> {
      deliveries.wake()
      await deliveries.idle()
      return rules.deliveries(asker, rule.id)
    }
    return { ...forwarding, rule, work, list: () => rules.deliveries(asker, rule.id) }
  }

  test('are sent to the address of the rule, from the operator, and shown', async () => {
    const { url, received } = await startRelay()
    const { receive, work, clock } = await setUp({ mailUrl: url })
    const mail = await receive()
    const sent = await work()
    const at = new Date(clock.time).toISOString()
    expect(sent).toEqual([
      {
        id: expect.any(Number),
        mail: { id: mail, subject: 'Hello' },
        state: 'sent',
        attempts: 1,
        answer: expect.stringMatching(/^250/),
        created_at: at,
        next_attempt_at: null,
        settled_at: at,
      },
    ])
    expect(received).toMatchObject([{ from: 'no-reply@mail.example.com', to: ['ann@example.com'] }])
    const source = received[0]?.source ?? ''
    expect(source).toMatch(/^From: "ann via Mailstop" <no-reply@mail\.example\.com>\r$/m)
    expect(source).toMatch(/^Reply-To: app@rocket\.test\r$/m)
    expect(source).toMatch(/\r\n\r\nHi\r\n$/)
    expect(messageProblems(Buffer.from(source, 'latin1'))).toEqual([])
    expect(received[0]?.body).toBe('8bitmime')
  })

  test('that the relay puts off are tried again, later and later, for a day, and are the same', async () => {
    const sources: string[] = []
    const { url } = await startRelay(({ source }) => {
      sources.push(source)
      return refusal(451, 'come back later')
    })
    const { receive, work, clock, logged } = await setUp({ mailUrl: url })
    await receive()
    const start = clock.time
    const waits: number[] = []
    for (;;) {
      const [delivery] = await work()
      if (delivery?.state !== 'queued') break
      expect(delivery.answer).toMatch(/come back later/)
      const next = Date.parse(delivery.next_attempt_at ?? '')
      waits.push(next - clock.time)
      clock.time = next
    }
    expect(clock.time).toBe(start + 24 * hour)
    expect(await work()).toMatchObject([{ state: 'failed', attempts: sources.length }])
    expect(waits[0]).toBeGreaterThanOrEqual(minute)
    expect(waits[0]).toBeLessThanOrEqual(2 * minute)
    expect(Math.max(...waits)).toBeGreaterThan(2 * hour)
    expect(Math.max(...waits)).toBeLessThanOrEqual(6 * hour)
    expect(new Set(sources).size).toBe(1)
    expect(logged.join('')).toMatch(/come back later[^]*to be tried again[^]*delivery given up/)
  })

  test('that the relay refuses for good are not tried again, and others are sent', async () => {
    const { url, received } = await startRelay(({ source }) =>
      source.includes('Subject: bad') ? refusal(550, 'no such user here') : null,
    )
    const { receive, work } = await setUp({ mailUrl: url })
    await receive('From: a@b.test\r\nSubject: bad\r\n\r\n')
    await receive()
    expect(await work()).toMatchObject([
      { state: 'sent', mail: { subject: 'Hello' } },
      { state: 'failed', attempts: 1, answer: expect.stringMatching(/no such user here/) },
    ])
    expect(received).toHaveLength(1)
  })

  test('wait for a relay that is down, which costs one of them an attempt, not all', async () => {
    const { receive, work, clock } = await setUp()
    for (let mail = 0; mail < 5; mail += 1) await receive()
    const tries = (all: Delivery[]) => all.map(({ attempts }) => attempts).toReversed()
    const down = await work()
    expect(tries(down)).toEqual([1, 0, 0, 0, 0])
    expect(down.at(-1)?.answer).toMatch(/ECONNREFUSED/)
    expect(tries(await work())).toEqual([1, 0, 0, 0, 0])
    clock.time += 5_000
    expect(tries(await work())).toEqual([1, 1, 0, 0, 0])
    clock.time += 5_000
    expect(tries(await work())).toEqual([1, 1, 0, 0, 0])
    clock.time += 5_000
    expect(tries(await work())).toEqual([1, 1, 1, 0, 0])
  })

  test('of a rule that was disabled are cancelled, and stay so when it is enabled', async () => {
    const { receive, rules, rule, asker, list, clock, work, deliveriesBy } = await setUp()
    await receive()
    await work()
    await receive()
    await rules.update(asker, rule.id, { status: 'disabled' })
    await receive()
    const why = 'The rule was disabled or changed'
    expect(await list()).toMatchObject([
      { state: 'cancelled', attempts: 0, answer: why },
      { state: 'cancelled', attempts: 1, answer: why },
    ])
    await rules.update(asker, rule.id, { status: 'enabled' })
    const { url, received } = await startRelay()
    await receive('From: a@b.test\r\nSubject: after\r\n\r\n')
    clock.time += hour
    const others = deliveriesBy(url)
    others.wake()
    await others.idle()
    expect(received.map(({ source }) => /^Subject: (.*)\r$/m.exec(source)?.[1])).toEqual(['after'])
  })

  test('are none of a rule once it is disabled, though mail arrives in that moment', async () => {
    const { receive, rules, rule, asker, db } = await setUp()
    for (let round = 0; round < 50; round += 1) {
      const off = rules.update(asker, rule.id, { status: 'disabled' })
      await Promise.all([receive(), off, receive()])
      await receive()
      const waiting = db.sql
        .selectFrom('rule_deliveries')
        .select('id')
        .where('state', '=', 'queued')
      expect(await waiting.execute()).toEqual([])
      await rules.update(asker, rule.id, { status: 'enabled' })
    }
    await receive()
    const states = db.sql.selectFrom('rule_deliveries').select('state').orderBy('id', 'desc')
    expect((await states.execute())[0]).toEqual({ state: 'queued' })
  })

  test('that are being sent when their rule ends are not tried once more', async () => {
    const { receive, rules, rule, asker, list, db, clock, work } = await setUp()
    await receive()
    const claim = { claim: 'elsewhere', now: clock.time, until: clock.time + minute }
    expect(await createQueueStore(db, 'rule_deliveries').claimNext(claim)).toMatchObject({
      claim: 'elsewhere',
      attempts: 1,
    })
    await rules.update(asker, rule.id, { status: 'disabled' })
    expect(await list()).toMatchObject([{ state: 'queued' }])
    await rules.update(asker, rule.id, { status: 'enabled' })
    clock.time += minute
    expect(await work()).toMatchObject([
      { state: 'cancelled', answer: 'The rule no longer forwards' },
    ])
  })

  test('never go to another address than the one they were asked for', async () => {
    const { url, received } = await startRelay()
    const { receive, rules, rule, asker, lastToken, work } = await setUp({ mailUrl: url })
    await receive()
    await rules.update(asker, rule.id, { email: 'new@elsewhere.test' })
    await receive()
    expect(await work()).toMatchObject([{ state: 'cancelled' }])
    await rules.confirm(await lastToken())
    await receive()
    expect(await work()).toMatchObject([{ state: 'sent' }, { state: 'cancelled' }])
    expect(received.map(({ to }) => to)).toEqual([['new@elsewhere.test']])
  })

  test('go with their rule', async () => {
    const { receive, rules, rule, asker, db, work, emitted } = await setUp()
    for (let mail = 0; mail < 3; mail += 1) await receive()
    await rules.remove(asker, rule.id)
    expect(await db.sql.selectFrom('rule_deliveries').selectAll().execute()).toEqual([])
    expect(emitted.at(-1)).toEqual({
      userId: asker.actor.userId,
      teamId: asker.teamId,
      part: 'rules',
    })
    await expect(work()).rejects.toMatchObject({ code: 'not_found' })
  })

  test('to a member who is gone are cancelled, at once and when they are due', async () => {
    const { url, received } = await startRelay()
    const { receive, db, deliveries, asker, list, work } = await setUp({ mailUrl: url })
    await receive()
    await receive()
    await db.sql.deleteFrom('team_members').execute()
    expect((await work()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
    await db.sql.updateTable('rule_deliveries').set({ state: 'queued' }).execute()
    await deliveries.recheck(asker.teamId)
    expect((await list()).map(({ answer }) => answer)).toEqual(
      Array.from({ length: 2 }, () => 'The address no longer belongs to a member'),
    )
    expect(received).toEqual([])
  })

  test('of a team that is going are not sent, and go step by step', async () => {
    const { url, received } = await startRelay()
    const { receive, db, deliveries, asker, work } = await setUp({ mailUrl: url })
    await receive()
    await db.sql.updateTable('teams').set({ deleted_at: 1 }).execute()
    expect(await work()).toMatchObject([{ state: 'cancelled' }])
    expect(received).toEqual([])
    await deliveries.removeOf(asker.teamId)
    expect(await db.sql.selectFrom('rule_deliveries').selectAll().execute()).toEqual([])
  })

  test('of a deleted mail wait while it can be restored, and then are cancelled', async () => {
    const { url, received } = await startRelay()
    const { receive, db, work, clock } = await setUp({ mailUrl: url })
    const [gone, back] = [await receive(), await receive()]
    const trash = (time: number | null) => db.sql.updateTable('mails').set({ trashed_at: time })
    await trash(clock.time).execute()
    expect(await work()).toMatchObject([
      { state: 'queued', mail: null, attempts: 0 },
      { state: 'queued', mail: null, attempts: 0 },
    ])
    await trash(null).where('id', '=', back).execute()
    await db.sql.deleteFrom('mail_sources').where('mail_id', '=', gone).execute()
    await db.sql.deleteFrom('mails').where('id', '=', gone).execute()
    clock.time += hour
    expect(await work()).toMatchObject([
      { state: 'sent', mail: { id: back } },
      { state: 'cancelled', mail: null, answer: 'The message was deleted' },
    ])
    expect(received).toHaveLength(1)
  })

  test('beyond so many an hour to an address wait, which is shown', async () => {
    const { url, received } = await startRelay()
    const caps = { team: 100, address: 2 }
    const { receive, work, clock } = await setUp({ mailUrl: url, caps })
    for (let mail = 0; mail < 5; mail += 1) await receive()
    const states = (all: Delivery[]) => all.map(({ state }) => state).toReversed()
    const first = await work()
    expect(states(first)).toEqual(['sent', 'sent', 'queued', 'queued', 'queued'])
    for (const waiting of first.slice(0, 3)) {
      expect(waiting).toMatchObject({
        attempts: 0,
        answer: 'An address gets at most 2 forwarded messages an hour',
        next_attempt_at: new Date(clock.time + hour).toISOString(),
      })
    }
    clock.time += hour
    expect(states(await work())).toEqual(['sent', 'sent', 'sent', 'sent', 'queued'])
    expect(received).toHaveLength(4)
  })

  test('beyond so many an hour of a team wait, and at last fail', async () => {
    const { url, received } = await startRelay()
    const caps = { team: 1, address: 100 }
    const { receive, work, clock } = await setUp({ mailUrl: url, caps })
    for (let mail = 0; mail < 26; mail += 1) await receive()
    let all = await work()
    for (let turn = 0; turn < 25; turn += 1) {
      clock.time += hour
      all = await work()
    }
    expect(received).toHaveLength(25)
    expect(all[0]).toMatchObject({
      state: 'failed',
      answer: expect.stringMatching(/^Not sent within a day/),
    })
  })

  test('of a mail that comes back end there', async () => {
    const { url, received } = await startRelay()
    const { receive, work } = await setUp({ mailUrl: url })
    await receive()
    await work()
    await receive(received[0]?.source)
    expect(await work()).toMatchObject([
      { state: 'failed', answer: 'This message was forwarded before: it is in a loop' },
      { state: 'sent' },
    ])
    expect(received).toHaveLength(1)
    // Another server's mark is no loop, until there are many.
    const foreign = 'X-Mailstop-Hop: 1 elsewhere\r\n'
    await receive(`${foreign}${foreign}From: a@b.test\r\n\r\n`)
    await receive(`${foreign}${foreign}${foreign}From: a@b.test\r\n\r\n`)
    expect((await work()).slice(0, 2)).toMatchObject([{ state: 'failed' }, { state: 'sent' }])
  })

  test('that waited in vain end, and what ended is forgotten after a month', async () => {
    const { receive, list, clock, deliveries } = await setUp()
    await receive()
    clock.time += 25 * hour
    await deliveries.removeOld()
    expect(await list()).toMatchObject([{ state: 'queued' }])
    clock.time += 1
    await deliveries.removeOld()
    expect(await list()).toMatchObject([{ state: 'failed', answer: 'Not sent within a day' }])
    clock.time += 30 * 24 * hour + 1
    await deliveries.removeOld()
    expect(await list()).toEqual([])
  })

  test('that a killed process was sending are another’s, once', async () => {
    const { url, received } = await startRelay()
    const { receive, db, clock, deliveriesBy, list } = await setUp({ mailUrl: url })
    await receive()
    const claim = { claim: 'dead', now: clock.time, until: clock.time + 90_000 }
    await createQueueStore(db, 'rule_deliveries').claimNext(claim)
    const [one, other] = [deliveriesBy(url), deliveriesBy(url)]
    const both = async () => {
      for (const each of [one, other]) each.wake()
      await Promise.all([one.idle(), other.idle()])
    }
    await both()
    expect(received).toEqual([])
    clock.time += 90_000
    await both()
    expect(received).toHaveLength(1)
    expect(await list()).toMatchObject([{ state: 'sent', attempts: 2 }])
  })
})
