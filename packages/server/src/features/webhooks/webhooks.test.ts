import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { describeAlike } from '../../../test/support/databases.ts'
import { setUpWebhook, type Posted } from '../../../test/webhooks/webhook-receiver.ts'

const day = 24 * 60 * 60_000

const mailOf = ({ body }: Posted) =>
  (JSON.parse(body) as { data: { mail: Record<string, unknown> } }).data.mail

describeAlike('webhooks', (open) => {
  const setUp = async (given?: Parameters<typeof setUpWebhook>[1]) =>
    setUpWebhook(await open(), given)

  test('are sent caught mail, signed so that the public library verifies it', async () => {
    const { receiver, webhook, webhooks, receive, log, look } = await setUp({
      changed: { contents: true },
    })
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
          url: expect.stringMatching(/^https:\/\/mail[.]example[.]com\/box\/inbox\/\d+\?team=\d+$/),
        },
      },
    })
    expect(await log()).toMatchObject([
      {
        mail: { id: mail, subject: 'Your code' },
        state: 'sent',
        attempts: 1,
        request: posted?.body,
        last: { status: 200, answer: 'thanks' },
      },
    ])
    expect(await look()).toMatchObject({ state: 'on', last: { status: 200 } })
  })

  test('are sent what their filter finds, of their own team alone, and nothing that was imported', async () => {
    const { receiver, webhooks, receive, teamOf, log } = await setUp({
      changed: { filter: 'subject:red' },
    })
    const other = await teamOf('bob')
    await receive('Subject: blue\r\n\r\nred\r\n')
    await other.receive('Subject: red\r\n\r\n')
    const wanted = await receive('Subject: Red letter\r\n\r\n')
    await webhooks.work()
    expect(receiver.posted.map((each) => mailOf(each)['id'])).toEqual([wanted])
    expect(await log()).toHaveLength(1)
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
    const { receiver, webhooks, webhook, receive, clock } = await setUp({
      changed: { kind: 'slack' },
    })
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
    const { receiver, webhooks, events, teamId, receive } = await setUp({
      changed: {
        events: ['member.joined', 'guard.broken', 'drill.ended'],
      },
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
