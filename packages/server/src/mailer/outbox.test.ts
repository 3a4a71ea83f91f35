import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { describeAlike } from '../../test/support/databases.ts'
import { enqueue, mailerOn, startBluntRelay, startRelay } from '../../test/support/mailer-on.ts'
import { createQueueStore } from '../queue/queue-store.ts'
import { createMeter } from '../lib/process/meter.ts'

const email = {
  kind: 'verification',
  to: 'ann@example.com',
  subject: 'Verify your email address',
  text: 'Hello, open http://localhost:8025/verify-email/abc\n',
  html: '<p>Hello</p>',
  link: 'http://localhost:8025/verify-email/abc',
}
const nowhere = 'smtp://127.0.0.1:1'
const day = 24 * 60 * 60_000

describeAlike('the outbox', (openDatabase) => {
  async function setUp(mailUrl: string | null, options: Parameters<typeof mailerOn>[1] = {}) {
    const db = await openDatabase()
    const rows = () => db.sql.selectFrom('outbox').selectAll().execute()
    return { db, rows, ...mailerOn(db, { mailUrl, ...options }) }
  }

  test('a mail leaves after the commit that caused it, and its row says so without its contents', async () => {
    const relay = await startRelay()
    const { db, rows, mailer } = await setUp(relay.url)
    const id = await enqueue(db, mailer, email)
    await mailer.idle()
    expect(relay.received).toMatchObject([{ from: 'no-reply@mail.example.com', to: [email.to] }])
    expect(relay.received[0]?.source).toMatch(/Subject: Verify your email address[^]*<p>Hello<\/p>/)
    expect(relay.received[0]?.source).toContain(`Message-ID: <${id}@mail.example.com>`)
    expect(relay.received[0]?.source).toContain('Auto-Submitted: auto-generated')
    expect(await rows()).toMatchObject([
      { id, kind: 'verification', message: null, attempts: 1, state: 'sent' },
    ])
    expect((await rows())[0]?.answer).toMatch(/^250/)
  })

  test('an email that another person caused has a link that stops such mail, also in a header', async () => {
    const relay = await startRelay()
    const { db, mailer } = await setUp(relay.url)
    const stopUrl = `https://inbox.example.com/forwarding/stop/a-${'x'.repeat(400)}`
    await enqueue(db, mailer, { ...email, stopUrl })
    await enqueue(db, mailer, email)
    await mailer.idle()
    const sources = relay.received.map(({ source }) => source.replaceAll(/\r\n[ \t]/g, ' '))
    const [stoppable, ...others] = sources.filter((source) => source.includes('List-Unsubscribe'))
    expect([sources.length, others]).toEqual([2, []])
    expect(stoppable).toMatch(new RegExp(`^List-Unsubscribe: *<${stopUrl}>\r$`, 'm'))
    expect(stoppable).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  })

  test('what waits for an address that wants no more is given up, but not what it asked for itself', async () => {
    const relay = await startRelay()
    const suppressed = new Set<string>()
    const isSuppressed = async (address: string) => suppressed.has(address)
    const { db, rows, mailer } = await setUp(relay.url, { isSuppressed })
    suppressed.add('ann@example.com')
    const stopUrl = 'https://inbox.example.com/forwarding/stop/x'
    const envelope = { from: 'a@example.com', to: 'ann@example.com' }
    const source = Buffer.from('Subject: x\r\n\r\nx\r\n')
    await enqueue(db, mailer, { ...email, kind: 'invitation', stopUrl })
    await enqueue(db, mailer, { kind: 'forward', envelope, source, stopUrl })
    await enqueue(db, mailer, { ...email, kind: 'invitation', to: 'bob@example.com', stopUrl })
    await enqueue(db, mailer, { ...email, kind: 'password_reset' })
    await mailer.idle()
    expect(relay.received.map(({ to }) => String(to[0])).toSorted()).toEqual([
      'ann@example.com',
      'bob@example.com',
    ])
    const given = (await rows()).filter((row) => row.state === 'failed')
    expect(given.map(({ kind }) => kind).toSorted()).toEqual(['forward', 'invitation'])
    for (const row of given) {
      expect(row.answer).toBe('The recipient has stopped emails from Mailstop')
    }
  })

  test('a mail whose transaction rolls back is not sent', async () => {
    const relay = await startRelay()
    const { db, rows, mailer } = await setUp(relay.url)
    const failed = db.transaction(async (tx, afterCommit) => {
      await mailer.enqueue([tx, afterCommit], email)
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    mailer.wake()
    await mailer.idle()
    expect([await rows(), relay.received]).toEqual([[], []])
  })

  test('what waits is encrypted, for its row alone', async () => {
    const { db, rows, mailer } = await setUp(nowhere)
    await enqueue(db, mailer, email)
    const source = Buffer.from('Subject: secret\r\n\r\nx\r\n')
    const envelope = { from: 'a@example.com', to: 'b@example.com' }
    await enqueue(db, mailer, { kind: 'forward', envelope, source })
    await mailer.idle()
    for (const { message, source: bytes } of await rows()) {
      const stored = Buffer.concat([message ?? Buffer.alloc(0), bytes ?? Buffer.alloc(0)])
      expect(stored.length).toBeGreaterThan(60)
      expect(stored.toString('latin1')).not.toMatch(/example|secret|verify/)
    }
    const [first, second] = await rows()
    await db.sql
      .updateTable('outbox')
      .set({ message: first?.message ?? null, due_at: 0 })
      .where('id', '=', second?.id ?? '')
      .execute()
    mailer.wake()
    await mailer.idle()
    const swapped = (await rows()).find(({ id }) => id === second?.id)
    expect(swapped?.answer).toContain('does not open')
  })

  test('a finished message goes out byte for byte, under its own envelope', async () => {
    const relay = await startRelay()
    const { db, mailer } = await setUp(relay.url)
    const text = 'From: <x@example.net>\r\nSubject: =?odd\r\n\r\n.dot\r\n\xe9\r\n'
    const source = Buffer.from(text, 'latin1')
    const envelope = { from: 'bounce@example.com', to: 'bob@example.com' }
    await enqueue(db, mailer, { kind: 'forward', envelope, source })
    await mailer.idle()
    expect(relay.received).toEqual([
      { from: 'bounce@example.com', to: ['bob@example.com'], body: '8bitmime', source: text },
    ])
  })

  test('an email to nobody is dropped and leaves no row', async () => {
    const relay = await startRelay()
    const { db, rows, mailer, logged } = await setUp(relay.url)
    await enqueue(db, mailer, { ...email, to: null })
    await mailer.idle()
    expect([await rows(), relay.received, logged]).toEqual([[], [], []])
  })

  test('a mail is tried again, at growing intervals, until its relay is back', async () => {
    let isBusy = true
    const relay = await startRelay(() => (isBusy ? smtpError(451, 'busy') : null))
    const { db, rows, mailer, clock, logged } = await setUp(relay.url)
    const start = clock.time
    await enqueue(db, mailer, email)
    const waits: number[] = []
    for (let attempt = 1; attempt <= 5; attempt++) {
      await mailer.idle()
      const [row] = await rows()
      expect(row).toMatchObject({ attempts: attempt, claim: null, state: 'queued' })
      expect(row?.answer).toContain('busy')
      waits.push((row?.due_at ?? 0) - clock.time)
      clock.time = row?.due_at ?? 0
      mailer.wake()
    }
    expect(waits.every((wait, turn) => wait > 2_400 * 2 ** turn && wait <= 5_000 * 2 ** turn)).toBe(
      true,
    )
    expect(logged.join('')).toMatch(/busy[^]*mail not sent, to be tried again/)
    isBusy = false
    clock.time += 15 * 60_000
    mailer.wake()
    await mailer.idle()
    expect(relay.received).toHaveLength(1)
    expect(relay.received[0]?.source).toContain(
      `Date: ${new Date(start).toUTCString().replace('GMT', '+0000')}`,
    )
  })

  test('a mail is given up after a day, with an error in the log, and its secrets are deleted', async () => {
    const { db, rows, mailer, clock, logged } = await setUp(nowhere)
    await enqueue(db, mailer, email)
    await mailer.idle()
    clock.time += day
    mailer.wake()
    await mailer.idle()
    expect(await rows()).toMatchObject([
      { message: null, state: 'failed', settled_at: clock.time, attempts: 2 },
    ])
    expect(logged.at(-1)).toMatch(/"level":50[^]*ECONNREFUSED[^]*mail given up/)
    expect(logged.join('')).not.toMatch(/ann@example|verify-email/)
  })

  test('what a relay refuses for good is not sent again', async () => {
    const relay = await startRelay(() => smtpError(554, 'not wanted'))
    const { db, rows, mailer, clock } = await setUp(relay.url)
    await enqueue(db, mailer, email)
    await mailer.idle()
    expect(await rows()).toMatchObject([
      { message: null, state: 'failed', settled_at: clock.time, attempts: 1 },
    ])
    expect((await rows())[0]?.answer).toContain('not wanted')
  })

  test.each([
    ['250', /^250 odd \[31m x+$/],
    ['554', /^Message failed: 554 odd \[31m x+$/],
  ])('whatever a relay says behind a %s is kept as one short line', async (code, kept) => {
    const said = `odd\u0000\u001b\u0085[31m\r\u0007${'x'.repeat(5_000)}`
    const relay = await startBluntRelay(`${code} ${said}\r\n`)
    const { db, rows, mailer } = await setUp(relay.url)
    await enqueue(db, mailer, email)
    await mailer.idle()
    const [row] = await rows()
    expect(row).toMatchObject({ message: null, answer: expect.stringMatching(kept) })
    expect(row?.answer).toHaveLength(1_000)
  })

  test('a claim whose holder is gone lapses, and a holder who comes too late changes nothing', async () => {
    const relay = await startRelay()
    const { db, rows, mailer, clock } = await setUp(relay.url)
    const id = await db.transaction((tx) => mailer.enqueue([tx, () => {}], email))
    const until = clock.time + 90_000
    const store = createQueueStore(db, 'outbox')
    const lost = await store.claimNext({ claim: 'gone', now: clock.time, until })
    expect(lost).toMatchObject({ id, attempts: 1, claim: 'gone' })
    mailer.wake()
    await mailer.idle()
    expect(relay.received).toEqual([])
    clock.time = until
    mailer.wake()
    await mailer.idle()
    expect(relay.received).toHaveLength(1)
    const settled = await rows()
    expect(settled).toMatchObject([
      { id, attempts: 2, claim: null, state: 'sent', settled_at: until },
    ])
    const late = { id, claim: 'gone' }
    expect(await store.change(late, { state: 'failed', answer: 'too late' })).toBe(false)
    expect(await store.change(late, { due_at: until + 90_000 })).toBe(false)
    expect(await rows()).toEqual(settled)
  })

  /** A store whose transactions fail while the test wants it. */
  function failing(db: Database) {
    const fault = { isOn: true, count: 0 }
    const transaction: Database['transaction'] = (work) => {
      if (!fault.isOn) return db.transaction(work)
      fault.count += 1
      return Promise.reject(new Error('the store is away'))
    }
    return { fault, db: { ...db, transaction } }
  }

  test('a mail that was sent while the store was away is not sent again', async () => {
    const relay = await startRelay()
    const { fault, db } = failing(await openDatabase())
    const rows = () => db.sql.selectFrom('outbox').selectAll().execute()
    const { mailer, clock } = mailerOn(db, { mailUrl: relay.url })
    fault.isOn = false
    const id = await db.transaction((tx) => mailer.enqueue([tx, () => {}], email))
    fault.isOn = true
    mailer.wake()
    await mailer.idle()
    expect([fault.count, relay.received.length]).toEqual([1, 1])
    expect(await rows()).toMatchObject([{ id, state: 'queued' }])
    clock.time += 95_000
    fault.isOn = false
    mailer.wake()
    await mailer.idle()
    expect(relay.received).toHaveLength(1)
    expect(await rows()).toMatchObject([
      { id, attempts: 1, claim: null, state: 'sent', settled_at: clock.time },
    ])
  })

  test('what the store did not take before stopping is kept then', async () => {
    const relay = await startRelay()
    const { fault, db } = failing(await openDatabase())
    const { mailer, clock } = mailerOn(db, { mailUrl: relay.url })
    fault.isOn = false
    const id = await db.transaction((tx) => mailer.enqueue([tx, () => {}], email))
    fault.isOn = true
    mailer.wake()
    await mailer.idle()
    fault.isOn = false
    await mailer.stop()
    const rows = await db.sql.selectFrom('outbox').selectAll().execute()
    expect(rows).toMatchObject([{ id, state: 'sent', settled_at: clock.time }])
  })

  test('several senders share what waits, each mail being sent once', async () => {
    const relay = await startRelay()
    const { db, mailer, clock } = await setUp(relay.url)
    const others = [1, 2, 3].map(() => mailerOn(db, { mailUrl: relay.url, clock }).mailer)
    const all = Array.from({ length: 24 }, (_, index) => `user${index}@example.com`)
    await db.transaction(async (tx) => {
      for (const to of all) await mailer.enqueue([tx, () => {}], { ...email, to })
    })
    for (const each of [mailer, ...others]) each.wake()
    await Promise.all([mailer, ...others].map((each) => each.idle()))
    const recipients = relay.received.flatMap(({ to }) => to)
    expect(recipients.toSorted()).toEqual(all.toSorted())
  }, 20_000)

  test('a mail that is being claimed is passed over, not waited for', async () => {
    const { db, mailer, clock } = await setUp(nowhere)
    await db.transaction(async (tx) => {
      for (let mail = 0; mail < 2; mail++) await mailer.enqueue([tx, () => {}], email)
    })
    const times = { now: clock.time, until: clock.time + 90_000 }
    const begun = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const first = db.transaction(async (tx) => {
      const row = await createQueueStore({ ...db, sql: tx }, 'outbox').claimNext({
        claim: 'first',
        ...times,
      })
      begun.resolve()
      await mayCommit.promise
      return row
    })
    await begun.promise
    const second = createQueueStore(db, 'outbox').claimNext({ claim: 'second', ...times })
    // SQLite has one writer, whose turn comes when the first has committed.
    if (db.dialect.name === 'postgres') await second
    mayCommit.resolve()
    const claimed = [await first, await second]
    expect(new Set(claimed.map((row) => row?.id)).size).toBe(2)
    expect(claimed).toMatchObject([{ claim: 'first' }, { claim: 'second' }])
  })

  test('stopping finishes the mail under way and leaves the rest to the next start', async () => {
    const begun = Promise.withResolvers<void>()
    const relay = await startRelay(() => {
      begun.resolve()
      return null
    })
    const { db, mailer, clock } = await setUp(relay.url)
    await db.transaction(async (tx, afterCommit) => {
      for (let index = 0; index < 5; index++) await mailer.enqueue([tx, afterCommit], email)
    })
    await begun.promise
    await mailer.stop()
    const sent = relay.received.length
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThan(5)
    const next = mailerOn(db, { mailUrl: relay.url, clock }).mailer
    await next.start()
    await next.idle()
    expect(relay.received).toHaveLength(5)
  })

  test('a relay that says nothing does not hold up stopping, and the mail is sent later', async () => {
    const silent = createServer()
    const connected = once(silent.listen(0, '127.0.0.1'), 'connection')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const db = await openDatabase()
    const mailUrl = `smtp://127.0.0.1:${port}`
    const { mailer, clock, logged } = mailerOn(db, { mailUrl, stopGraceMs: 0 })
    await enqueue(db, mailer, email)
    const [socket] = await connected
    await mailer.stop()
    expect(logged.at(-1)).toContain('mail interrupted: it is sent at the next start')
    socket.destroy()
    silent.close()
    const relay = await startRelay()
    const next = mailerOn(db, { mailUrl: relay.url, clock }).mailer
    await next.start()
    await next.idle()
    expect(relay.received).toHaveLength(1)
  })

  test('the operator sees what waits, for how long, and how attempts ended', async () => {
    const db = await openDatabase()
    const metrics = await createMeter()
    const relay = await startRelay(({ to }) => (to[0] === 'no@example.com' ? smtpError(550) : null))
    const { mailer, clock } = mailerOn(db, { mailUrl: relay.url, metrics })
    await enqueue(db, mailer, email)
    await enqueue(db, mailer, { ...email, to: 'no@example.com' })
    await mailer.idle()
    await db.transaction((tx) => mailer.enqueue([tx, () => {}], email))
    clock.time += 7_000
    const text = await metrics.registry.metrics()
    expect(text).toContain('mailstop_outbox_mails{state="waiting"} 1')
    expect(text).toContain('mailstop_outbox_mails{state="given_up"} 1')
    expect(text).toContain('mailstop_outbox_oldest_seconds 7')
    expect(text).toContain('mailstop_outbox_attempts_total{kind="verification",outcome="sent"} 1')
    expect(text).toContain('outcome="given_up"} 1')
  })

  test('rows of mail that was sent are forgotten after 30 days, those that wait are not', async () => {
    const relay = await startRelay()
    const { db, rows, mailer, clock } = await setUp(relay.url)
    await enqueue(db, mailer, email)
    await mailer.idle()
    const waiting = await db.transaction((tx) => mailer.enqueue([tx, () => {}], email))
    clock.time += 30 * day
    await mailer.removeOld()
    expect(await rows()).toHaveLength(2)
    clock.time += 1
    await mailer.removeOld()
    expect(await rows()).toMatchObject([{ id: waiting }])
  })
})

function smtpError(responseCode: number, message = 'no'): Error {
  return Object.assign(new Error(message), { responseCode })
}
