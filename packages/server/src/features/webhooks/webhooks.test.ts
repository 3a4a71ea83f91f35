import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { describeEachDatabase } from '../../../test/support/databases.ts'
import { webhooksOn } from '../../../test/support/webhooks-on.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Posted = { headers: Record<string, string>; body: string }
type Answer = (reply: ServerResponse, posted: Posted) => void

const ok: Answer = (reply) => void reply.end('thanks')
const answers =
  (status: number, headers = {}): Answer =>
  (reply) => {
    reply.writeHead(status, headers).end(`answer ${status}`)
  }

/** A receiver of this machine. `answer` may be replaced. */
async function startReceiver(answer: Answer = ok) {
  const posted: Posted[] = []
  const receiver = { posted, answer, port: 0 }
  async function take(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const one = { headers: request.headers as Record<string, string>, body: await text(request) }
    posted.push(one)
    reply.on('error', () => {})
    receiver.answer(reply, one)
  }
  const server = createServer((request, reply) => void take(request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.port = (server.address() as { port: number }).port
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}

const mailOf = ({ body }: Posted) =>
  (JSON.parse(body) as { data: { mail: Record<string, unknown> } }).data.mail
const idsOf = (posted: Posted[]) => posted.map(({ headers }) => headers['webhook-id'])

describeEachDatabase('webhooks', (open) => {
  async function setUp(answer?: Answer, changed: object = {}, wholeMs?: number) {
    const receiver = await startReceiver(answer)
    const on = await webhooksOn(await open(), {
      port: receiver.port,
      ...(wholeMs !== undefined && { wholeMs }),
    })
    const url = `http://127.0.0.1:${receiver.port}/hook`
    const given = {
      name: 'CI',
      kind: 'standard' as const,
      url,
      events: ['mail.received' as const],
      filter: null,
      contents: false,
      ...changed,
    }
    const webhook = await on.webhooks.create(on.asker, given)
    const log = async () => (await on.webhooks.deliveries(on.asker, webhook.id, {})).data
    const look = async () => (await on.webhooks.list(on.asker))[0]
    return { ...on, receiver, given, webhook, log, look }
  }

  test('are sent caught mail, signed so that the public library verifies it', async () => {
    const { receiver, webhook, webhooks, receive, log, look } = await setUp(ok, { contents: true })
    const mail = await receive(
      'From: Shop <app@rocket.test>\r\nTo: you@customer.test\r\nSubject: Your code\r\n\r\nYour code is 482913\r\nhttps://shop.test/in\r\n',
    )
    await webhooks.work()
    const [posted] = receiver.posted
    const verifier = new Verifier(webhook.secret ?? '')
    // The clock of the test stands still, and the library asks its own.
    const signed = { ...posted?.headers }
    expect(() => verifier.verify(posted?.body ?? '', signed)).toThrow('too old')
    const at = new Date(Number(signed['webhook-timestamp']) * 1_000)
    expect(signed['webhook-signature']).toBe(
      verifier.sign(signed['webhook-id'] ?? '', at, posted?.body ?? ''),
    )
    expect(JSON.parse(posted?.body ?? '')).toMatchObject({
      type: 'mail.received',
      data: {
        team: { name: 'ann' },
        mail: {
          id: mail,
          subject: 'Your code',
          from: { address: 'app@rocket.test' },
          code: '482913',
          links: [{ href: 'https://shop.test/in' }],
          url: expect.stringMatching(/^https:\/\/mail[.]example[.]com\/inbox\/\d+\?team=\d+$/),
        },
      },
    })
    expect(await log()).toMatchObject([
      {
        mail,
        state: 'sent',
        attempts: 1,
        request: posted?.body,
        last: { status: 200, answer: 'thanks' },
      },
    ])
    expect(await look()).toMatchObject({ state: 'on', last: { status: 200 } })
  })

  test('are sent what their filter finds, of their own team alone, and nothing that was imported', async () => {
    const { receiver, webhooks, receive, teamOf, log } = await setUp(ok, { filter: 'subject:red' })
    const other = await teamOf('bob')
    await receive('Subject: blue\r\n\r\nred\r\n')
    await other.receive('Subject: red\r\n\r\n')
    const wanted = await receive('Subject: Red letter\r\n\r\n')
    await webhooks.work()
    expect(receiver.posted.map((each) => mailOf(each)['id'])).toEqual([wanted])
    expect(await log()).toHaveLength(1)
  })

  test('that fail are tried ten times over three days, with one id, and then no more', async () => {
    const { receiver, webhooks, receive, clock, log } = await setUp(answers(500))
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
    const { webhooks, receive, receiver, clock, log, look } = await setUp(answer, {}, 400)
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

  test('whose address is not public are asked nothing, unlike one that the operator allows', async () => {
    const { receiver, webhooks, asker, given, log } = await setUp()
    const elsewhere = await startReceiver()
    const hidden = await webhooks.create(asker, {
      ...given,
      url: `http://127.0.0.1:${elsewhere.port}/`,
    })
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

  test('that answer 410 are switched off, and the owner is told', async () => {
    const { webhooks, asker, webhook, receive, receiver, log, look, mailer, printed } = await setUp(
      answers(410),
    )
    await receive()
    await receive()
    await webhooks.work()
    expect(await look()).toMatchObject({ state: 'gone' })
    expect((await log()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
    await mailer.idle()
    expect(printed.join()).toContain('/integrations/webhooks?team=')
    await receive()
    await expect(webhooks.replay(asker, webhook.id, { since: 0 })).rejects.toThrow('Switch')
    receiver.answer = ok
    await webhooks.update(asker, webhook.id, { on: true })
    expect(await webhooks.replay(asker, webhook.id, { since: 0 })).toBe(2)
    await webhooks.work()
    expect((await log()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  test('that did nothing but fail for five days are switched off', async () => {
    const { webhooks, receive, clock, look, mailer, printed } = await setUp(answers(503))
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

  test('sign with the secret before too, for a day after it was replaced', async () => {
    const { webhooks, asker, webhook, receive, receiver, clock } = await setUp()
    const rolled = await webhooks.roll(asker, webhook.id)
    expect(rolled.previous_until).toBe(new Date(clock.time + day).toISOString())
    await receive()
    await webhooks.work()
    clock.time += day
    await receive()
    await webhooks.work()
    const signed = receiver.posted.map(({ headers, body }) => {
      const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
      const [present, before] = [rolled.secret, webhook.secret ?? ''].map((secret) =>
        new Verifier(secret).sign(headers['webhook-id'] ?? '', at, body),
      )
      const given = headers['webhook-signature']?.split(' ')
      return [given?.includes(present ?? ''), given?.includes(before ?? '')]
    })
    expect(signed).toEqual([
      [true, true],
      [true, false],
    ])
  })

  test('to chats join what came within a second, and sign nothing', async () => {
    const { receiver, webhooks, webhook, receive, clock } = await setUp(ok, { kind: 'slack' })
    expect(webhook).toMatchObject({ secret: null, url: `http://127.0.0.1:${receiver.port}/…` })
    await receive('Subject: first\r\n\r\n')
    await webhooks.work()
    for (let mail = 0; mail < 12; mail += 1) {
      clock.time += 75
      await receive(`Subject: mail ${mail} <!channel>\r\n\r\n`)
    }
    await webhooks.work()
    expect(receiver.posted).toHaveLength(1)
    clock.time += 1_000
    await webhooks.work()
    expect(receiver.posted).toHaveLength(2)
    const texts = receiver.posted.map(({ body }) => (JSON.parse(body) as { text: string }).text)
    expect(texts).toEqual(['New message: first', '12 messages in 1 s'])
    expect(receiver.posted[1]?.headers['webhook-signature']).toBeUndefined()
    expect(receiver.posted[1]?.body).toContain('7 more')
  })

  test('are sent what happened in the team, if they want it', async () => {
    const { receiver, webhooks, events, teamId, receive } = await setUp(ok, {
      events: ['member.joined', 'guard.broken', 'drill.ended'],
    })
    const mail = await receive()
    events.emit('happened', { teamId, event: 'member.joined', data: { member: 'Bob\0' } })
    events.emit('happened', { teamId, event: 'member.left', data: { member: 'Eve' } })
    events.emit('happened', { teamId, event: 'guard.broken', mailId: mail })
    await webhooks.work()
    expect(receiver.posted.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { type: 'member.joined', data: { member: 'Bob\uFFFD' } },
      { type: 'guard.broken', data: { mail: { id: mail } } },
    ])
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
    const { receiver, webhooks, processOf, receive, webhook, db, clock } = await setUp((reply) => {
      void pause(5).then(() => reply.end())
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
    const { receiver, webhooks, asker, given, receive, teamOf } = await setUp(
      (reply, { body }) => {
        if (body.includes('"ann"')) hanging.add(() => reply.end())
        else reply.end()
      },
      {},
      10_000,
    )
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

  test('keep the newest of their log, and are gone with it when they are removed', async () => {
    const { db, webhooks, webhook, asker, receive, clock } = await setUp()
    await receive()
    await webhooks.work()
    const rows = Array.from({ length: 10_050 }, (_, index) => ({
      webhook_id: webhook.id,
      event: 'drill.ended' as const,
      state: 'sent' as const,
      created_at: clock.time - (index < 20 ? 31 * day : 0),
      due_at: 0,
    }))
    for (let at = 0; at < rows.length; at += 2_000) {
      await db.sql
        .insertInto('webhook_deliveries')
        .values(rows.slice(at, at + 2_000))
        .execute()
    }
    await webhooks.removeOld()
    const count = async () =>
      (await db.sql.selectFrom('webhook_deliveries').select('id').execute()).length
    expect(await count()).toBe(10_000)
    clock.time += 31 * day
    await webhooks.removeOld()
    expect(await count()).toBe(0)
    await receive()
    await webhooks.remove(asker, webhook.id)
    expect([await count(), await webhooks.list(asker)]).toEqual([0, []])
  })

  test('of a team are at most 20, and a filter that is not understood is refused', async () => {
    const { webhooks, asker, given } = await setUp()
    await expect(webhooks.create(asker, { ...given, filter: 'subject:' })).rejects.toMatchObject({
      errors: { filter: [expect.any(String)] },
    })
    await expect(
      webhooks.create(asker, { ...given, kind: 'ntfy', url: 'https://ntfy.example' }),
    ).rejects.toMatchObject({ errors: { url: [expect.stringContaining('topic')] } })
    for (let count = 1; count < 20; count += 1) await webhooks.create(asker, given)
    await expect(webhooks.create(asker, given)).rejects.toThrow('at most 20')
  })
})
