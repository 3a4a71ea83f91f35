import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { describeAlike } from '../../../test/support/databases.ts'
import {
  answers,
  ok,
  setUpWebhook,
  startReceiver,
  type Answer,
  type Posted,
} from '../../../test/webhooks/webhook-receiver.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const idsOf = (posted: Posted[]) => posted.map(({ headers }) => headers['webhook-id'])

describeAlike('attempts of webhooks', (open) => {
  const setUp = async (given?: Parameters<typeof setUpWebhook>[1]) =>
    setUpWebhook(await open(), given)

  test('that fail are tried ten times over three days, with one id, and then no more', async () => {
    const { receiver, webhooks, receive, clock, log } = await setUp({ answer: answers(500) })
    await receive()
    const waits: number[] = []
    for (;;) {
      await webhooks.work()
      const [delivery] = await log()
      if (delivery?.state !== 'queued') break
      const next = Date.parse(delivery.next_attempt_at ?? '')
      waits.push((next - clock.time) / minute)
      clock.time = Math.max(next, clock.time + minute)
    }
    const expected = [5 / 60, 5, 30, 120, 300, 600, 840, 1_200, 1_440]
    expect(waits).toHaveLength(expected.length)
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual((expected[index] ?? 0) * 0.99)
      expect(wait).toBeLessThanOrEqual((expected[index] ?? 0) * 1.11)
    }
    expect(await log()).toMatchObject([{ state: 'failed', attempts: 10, last: { status: 500 } }])
    expect(receiver.posted).toHaveLength(10)
    expect(new Set(idsOf(receiver.posted)).size).toBe(1)
    expect(new Set(receiver.posted.map(({ body }) => body)).size).toBe(1)
  })

  test.each<[string, Answer, object]>([
    ['redirects', answers(302, { location: 'http://127.0.0.1/' }), { status: 302 }],
    [
      'resets',
      (reply) => void reply.socket?.resetAndDestroy(),
      { status: null, answer: 'The connection broke off.' },
    ],
    ['hangs', () => {}, { status: null, answer: 'The server did not answer in time.' }],
    [
      'answers with 100 MB',
      (reply) => {
        reply.writeHead(500)
        const more = () => {
          while (!reply.destroyed && reply.write('x'.repeat(64 * 1024))) continue
        }
        reply.on('drain', more)
        more()
      },
      { status: 500, answer: 'x'.repeat(1_024) },
    ],
  ])('whose receiver %s have failed, and are tried again', async (_name, answer, last) => {
    const { webhooks, receive, receiver, clock, log, look } = await setUp({ answer, wholeMs: 400 })
    await receive()
    await webhooks.work()
    expect(await log()).toMatchObject([{ state: 'queued', attempts: 1, last }])
    expect(await look()).toMatchObject({ state: 'on', failing_since: expect.any(String), last })
    receiver.answer = ok
    clock.time += minute
    await webhooks.work()
    expect(await log()).toMatchObject([{ state: 'sent', attempts: 2 }])
    expect(await look()).toMatchObject({ failing_since: null })
  })

  test('whose receiver fails are tried with mail that stands behind much that their filter does not find', async () => {
    const set = await setUp({ answer: answers(500), changed: { filter: 'subject:red' } })
    const { receiver, webhooks, receive, clock } = set
    await receive('Subject: red\r\n\r\nfirst\r\n')
    await webhooks.work()
    expect(receiver.posted).toHaveLength(1)
    for (let count = 0; count < 30; count += 1) await receive('Subject: blue\r\n\r\nHi\r\n')
    await receive('Subject: red\r\n\r\nsecond\r\n')
    receiver.answer = ok
    clock.time += 2_000
    await webhooks.work()
    expect(receiver.posted).toHaveLength(2)
    clock.time += minute
    await webhooks.work()
    expect(new Set(idsOf(receiver.posted)).size).toBe(2)
    expect((await set.log()).every(({ state }) => state === 'sent')).toBe(true)
  })

  test('whose address is not public are asked nothing, unlike one that the operator allows', async () => {
    const elsewhere = await startReceiver()
    const { receiver, webhooks, asker, given, log } = await setUp({ ports: [elsewhere.port] })
    const at = (host: string) => ({ ...given, url: `http://${host}:${elsewhere.port}/` })
    await expect(webhooks.create(asker, at('127.0.0.1'))).rejects.toMatchObject({
      errors: { url: [expect.stringContaining('OUTBOUND_ALLOW')] },
    })
    // Where a name leads is known when it is asked.
    const hidden = await webhooks.create(asker, at('inside.test'))
    expect(await webhooks.test(asker, hidden.id)).toMatchObject({
      ok: false,
      status: null,
      answer: expect.stringContaining('is not asked'),
    })
    expect(elsewhere.posted).toEqual([])
    const [allowed] = await webhooks.list(asker)
    expect(await webhooks.test(asker, allowed?.id ?? 0)).toMatchObject({ ok: true, status: 200 })
    expect(receiver.posted).toHaveLength(1)
    expect(await log()).toEqual([])
  })

  test('are tested two at a time for a person, and 16 for all', async () => {
    const replies: { end: () => unknown }[] = []
    const { db, userId, receiver, webhooks, webhook, asker, given, teamOf } = await setUp({
      answer: (reply) => void replies.push(reply),
      wholeMs: 60_000,
    })
    async function testOf(name: string) {
      const { teamId, asker: own } = await teamOf(name)
      const { id } = await webhooks.create(own, given)
      return { teamId, test: () => webhooks.test(own, id) }
    }
    const second = await testOf('second')
    const owned = { owner_id: userId }
    await db.sql.updateTable('teams').set(owned).where('id', '=', second.teamId).execute()
    const tests = [webhooks.test(asker, webhook.id), second.test()]
    await expect.poll(() => replies.length, { timeout: 20_000 }).toBe(2)
    await expect(second.test()).rejects.toThrow('Other tests')
    for (let others = 1; others <= 7; others += 1) {
      const { test: send } = await testOf(`other-${others}`)
      tests.push(send(), send())
    }
    const last = await testOf('last')
    await expect.poll(() => replies.length, { timeout: 20_000 }).toBe(16)
    await expect(last.test()).rejects.toThrow('Other tests')
    for (const reply of replies) reply.end()
    receiver.answer = ok
    expect((await Promise.all(tests)).every((sent) => sent.ok)).toBe(true)
    expect(await last.test()).toMatchObject({ ok: true })
  })

  test('that answer 410 are switched off, and their owner gets a mail', async () => {
    const { webhooks, asker, webhook, receive, receiver, log, look, mailer, printed } = await setUp(
      { answer: answers(410) },
    )
    await receive()
    await receive()
    await webhooks.work()
    expect(await look()).toMatchObject({ state: 'gone' })
    expect((await log()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
    await mailer.idle()
    expect(printed.join()).toContain('/box/integrations/webhooks?team=')
    await receive()
    await expect(webhooks.replay(asker, webhook.id, { since: 0 })).rejects.toThrow('Switch')
    receiver.answer = ok
    await webhooks.update(asker, webhook.id, { on: true })
    expect(await webhooks.replay(asker, webhook.id, { since: 0 })).toBe(2)
    await webhooks.work()
    expect((await log()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  test('that did nothing but fail for five days are switched off', async () => {
    const { webhooks, receive, clock, look, mailer, printed } = await setUp({
      answer: answers(503),
    })
    for (let days = 0; days <= 5; days += 1) {
      expect(await look()).toMatchObject({ state: 'on' })
      await receive()
      await webhooks.work()
      clock.time += day
    }
    expect(await look()).toMatchObject({ state: 'failing' })
    await mailer.idle()
    expect(printed.join()).toContain('/integrations/webhooks')
  })

  test('are sent nothing of mail that was deleted meanwhile, and no more than 600 requests a minute', async () => {
    const { receiver, webhooks, receive, db, clock, log } = await setUp()
    const gone = await receive()
    await db.sql.updateTable('mails').set({ trashed_at: 1 }).where('id', '=', gone).execute()
    for (let mail = 0; mail < 3; mail += 1) await receive()
    await db.sql.updateTable('attempts').set({ used: 599 }).execute()
    await webhooks.work()
    const before = receiver.posted.length
    await db.sql.updateTable('attempts').set({ used: 600 }).execute()
    await receive()
    await webhooks.work()
    expect([before, receiver.posted.length]).toEqual([3, 3])
    clock.time += minute
    await webhooks.work()
    expect(receiver.posted).toHaveLength(4)
    expect((await log()).map(({ state }) => state).toSorted()).toEqual([
      'cancelled',
      'sent',
      'sent',
      'sent',
      'sent',
    ])
  })

  test('of two processes are each sent once, and what a killed one held is sent when its claim lapses', async () => {
    const { receiver, webhooks, processOf, receive, webhook, db, clock } = await setUp({
      answer: (reply) => void pause(5).then(() => reply.end()),
    })
    for (let mail = 0; mail < 20; mail += 1) await receive()
    const other = processOf()
    await Promise.all([webhooks.work(), other.work()])
    expect(receiver.posted).toHaveLength(20)
    expect(new Set(idsOf(receiver.posted)).size).toBe(20)
    const killed = { claim: 'killed', claimed_until: clock.time + minute }
    await db.sql
      .updateTable('webhook_states')
      .set(killed)
      .where('webhook_id', '=', webhook.id)
      .execute()
    await receive()
    await webhooks.work()
    expect(receiver.posted).toHaveLength(20)
    clock.time += minute
    await webhooks.work()
    expect(receiver.posted).toHaveLength(21)
  })

  test('wait for no webhook of another person that hangs', async () => {
    const hanging = new Set<() => void>()
    const { receiver, webhooks, asker, given, receive, teamOf } = await setUp({
      answer(reply, { body }) {
        if (body.includes('"ann"')) hanging.add(() => reply.end())
        else reply.end()
      },
      wholeMs: 10_000,
    })
    for (let count = 0; count < 5; count += 1) await webhooks.create(asker, given)
    const bob = await teamOf('bob')
    await webhooks.create(bob.asker, given)
    await receive()
    await bob.receive()
    const work = webhooks.work()
    await expect
      .poll(() => receiver.posted.filter(({ body }) => body.includes('"bob"')).length)
      .toBe(1)
    await expect.poll(() => hanging.size).toBe(2)
    receiver.answer = ok
    for (const end of hanging) end()
    await work
    expect(receiver.posted).toHaveLength(7)
  })
})
