import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { anyRequest } from '../../../test/support/actors.ts'
import { describeAlike } from '../../../test/support/databases.ts'
import { createTestViewer } from '../../../test/clients/viewer.ts'
import type { Database } from '../../db/database.ts'
import { userIdOf } from '../../actor.ts'
import { notFound } from '../../errors.ts'
import { type Events } from '../../events.ts'
import { createIntake } from './catch/mail-intake.ts'
import { createMails, type MailDeps } from './mails.ts'
import { insertVerifiedTeam } from '../../../test/support/factories.ts'
import { strictEvents } from '../../../test/support/strict-events.ts'

const hello = [
  'From: Ada Byron <ada@rocket.test>',
  'To: Grace <grace@customer.test>, dev@customer.test',
  'Subject: Hello',
  'Date: Fri, 20 Nov 2026 09:41:00 +0100',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Hi</p>',
].join('\r\n')

const bytes = (text: string) => new Uint8Array(Buffer.from(text))

/** One team of user 1, without other members. */
async function inbox(db: Database) {
  const teamId = await insertVerifiedTeam(db, 1)
  const emitted: [keyof Events, unknown][] = []
  const events = strictEvents()
  for (const name of ['mailReceived', 'mailUpdated', 'mailDeleted', 'inboxOutdated'] as const) {
    events.on(name, (event) => emitted.push([name, event]))
  }
  const intake = createIntake({ db, events })
  let time = Date.UTC(2026, 10, 20, 9)
  const viewer = createTestViewer()
  const deps: MailDeps = {
    db,
    events,
    viewer,
    permit: async (_sql, request) => {
      if (userIdOf(request.actor) !== 1 || request.teamId !== teamId) throw notFound()
      return { name: 'Ann' }
    },
    forwardsOf: async () => [],
    queuedReply: String,
    now: () => (time += 1_000),
  }
  const mails = createMails(deps)
  const receive = (text = hello, team = teamId) =>
    intake.receive({
      teamId: team,
      envelope: { from: 'bounce@rocket.test', to: ['grace@customer.test'] },
      source: bytes(text),
      receivedAt: time,
    })
  return { teamId, asker: anyRequest(1, teamId), emitted, intake, deps, mails, receive }
}

const all = { filter: 'all' as const }
const missing = { code: 'not_found' }

describeAlike('a team’s mail', (open) => {
  test('is listed as it was caught, newest first', async () => {
    const { mails, receive, asker } = await inbox(await open())
    const { id } = await receive()
    await receive('Subject: Second\r\n\r\n')
    const { data, meta } = await mails.show.list(asker, all)
    expect(data.map((mail) => mail.subject)).toEqual(['Second', 'Hello'])
    expect(data[1]).toEqual({
      id,
      from: { name: 'Ada Byron', address: 'ada@rocket.test' },
      to: [
        { name: 'Grace', address: 'grace@customer.test' },
        { name: '', address: 'dev@customer.test' },
      ],
      subject: 'Hello',
      snippet: 'Hi',
      date: '2026-11-20T08:41:00.000Z',
      received_at: '2026-11-20T09:00:00.000Z',
      read_at: null,
      flagged: false,
      attachment_count: 0,
      inbox: null,
      broken_guards: [],
      tags: [],
      size: hello.length,
    })
    expect(meta).toMatchObject({ current_page: 1, last_page: 1, total: 2, next_cursor: null })
  })

  test('is searched by the days of the user’s time zone, and by its Date header apart', async () => {
    const { mails, intake, asker, teamId } = await inbox(await open())
    const catchAt = (receivedAt: string, header: string) =>
      intake.receive({
        teamId,
        envelope: { from: '', to: [] },
        source: bytes(`${header}Subject: ${receivedAt}\r\n\r\n`),
        receivedAt: Date.parse(receivedAt),
      })
    await catchAt('2026-11-18T12:00Z', 'Date: Fri, 20 Nov 2026 08:00:00 +0000\r\n')
    await catchAt('2026-11-19T23:30Z', 'Date: Mon, 02 Nov 2026 08:00:00 +0000\r\n')
    await catchAt('2026-11-20T03:00Z', '')
    const found = async (q: string, time_zone?: string) =>
      (await mails.show.list(asker, { ...all, q, time_zone })).data.map(({ subject }) => subject)
    const [wednesday, thursday, friday] = [
      '2026-11-18T12:00Z',
      '2026-11-19T23:30Z',
      '2026-11-20T03:00Z',
    ]
    // It is Friday, nine o'clock in UTC.
    expect(await found('after:today')).toEqual([friday])
    expect(await found('after:today', 'Nowhere/Land')).toEqual([friday])
    expect(await found('after:today', 'Europe/Berlin')).toEqual([friday, thursday])
    expect(await found('on:yesterday', 'America/New_York')).toEqual([friday, thursday])
    expect(await found('on:monday..wednesday')).toEqual([wednesday])
    expect(await found('before:thursday')).toEqual([wednesday])
    expect(await found('dated:friday')).toEqual([wednesday])
    expect(await found('dated:2026-11-01..')).toEqual([thursday, wednesday])
    expect(await found('-dated:2026-11-01..')).toEqual([friday])
  })

  test('is opened with its contents and envelope, and stays unread', async () => {
    const { mails, receive, asker } = await inbox(await open())
    const { id } = await receive()
    expect(await mails.show.get(asker, id)).toMatchObject({
      subject: 'Hello',
      html: expect.stringContaining('<p>Hi</p>'),
      read_at: null,
      attachments: [],
      problem: null,
      envelope: { from: 'bounce@rocket.test', to: ['grace@customer.test'] },
    })
  })

  test.each([
    ['nothing', ''],
    ['a lone line end', '\r\n'],
    ['bare line feeds and dots', 'Subject: x\n\n..\n.\n'],
    [
      'every byte there is',
      Buffer.from(Uint8Array.from({ length: 256 }, (_, i) => i)).toString('latin1'),
    ],
  ])('is kept byte for byte: %s', async (_, text) => {
    const { mails, intake, asker, teamId } = await inbox(await open())
    const source = new Uint8Array(Buffer.from(text, 'latin1'))
    const envelope = { from: '', to: ['a@b.test'] }
    const { id } = await intake.receive({ teamId, envelope, source: source.slice(), receivedAt: 1 })
    expect(await mails.show.source(asker, id)).toSatisfy((kept: Uint8Array) =>
      Buffer.from(kept).equals(source),
    )
    expect((await mails.show.list(asker, all)).data).toMatchObject([{ id, size: source.length }])
    expect(await mails.show.get(asker, id)).toMatchObject({ id, problem: null })
  })

  test('is paged by cursor without repeats or gaps while mail keeps arriving', async () => {
    const { mails, receive, asker } = await inbox(await open())
    for (let i = 0; i < 7; i += 1) await receive(`Subject: ${i}\r\n\r\n`)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await mails.show.list(asker, { ...all, per_page: 2, ...(cursor && { cursor }) })
      seen.push(...page.data.map((mail) => mail.subject))
      cursor = page.meta.next_cursor ?? undefined
      await receive('Subject: new\r\n\r\n')
    } while (cursor)
    expect(seen).toEqual(['6', '5', '4', '3', '2', '1', '0'])
  })

  test('is paged by number', async () => {
    const { mails, receive, asker } = await inbox(await open())
    for (let i = 0; i < 5; i += 1) await receive(`Subject: ${i}\r\n\r\n`)
    const page = await mails.show.list(asker, { ...all, per_page: 2, page: 3 })
    expect(page.data.map((mail) => mail.subject)).toEqual(['0'])
    expect(page.meta).toMatchObject({ current_page: 3, last_page: 3, total: 5 })
    expect((await mails.show.list(asker, { ...all, page: 99 })).data).toEqual([])
  })

  test('found by a search is paged without repeats or gaps while others delete of it', async () => {
    const db = await open()
    const { receive, asker, deps } = await inbox(db)
    const ids: number[] = []
    for (let i = 0; i < 6; i += 1) ids.push((await receive(`Subject: red ${i}\r\n\r\n`)).id)
    let [gone] = ids.slice(-2)
    // What is found comes as a row for each mail, or as one with a list.
    const isPage = (rows: object[]) =>
      rows.every((row) => !('subject' in row)) &&
      (rows.length >= 3 ||
        rows.some((row) => 'ids' in row && String(row.ids).split(',').length >= 3))
    // Deletes between finding a page and reading its mails.
    const deleting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (gone !== undefined && isPage(result.rows)) {
          const mailId = gone
          gone = undefined
          await createMails(deps).change.remove(asker, mailId)
        }
        return result
      },
    }
    const mails = createMails({ ...deps, db: { ...db, sql: db.sql.withPlugin(deleting) } })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await mails.show.list(asker, {
        ...all,
        q: 'red',
        per_page: 2,
        ...(cursor && { cursor }),
      })
      seen.push(...page.data.map((mail) => mail.subject))
      cursor = page.meta.next_cursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(['red 5', 'red 3', 'red 2', 'red 1', 'red 0'])
  })

  test('a cursor that is not ours is refused', async () => {
    const { mails, asker } = await inbox(await open())
    await expect(mails.show.list(asker, { ...all, cursor: 'x' })).rejects.toMatchObject({
      code: 'invalid',
      errors: { cursor: ['field is not valid'] },
    })
  })

  test('read and flag marks are kept, counted and published', async () => {
    const { mails, receive, asker, emitted, teamId } = await inbox(await open())
    const { id } = await receive()
    await receive()
    expect(await mails.counts.counters(asker)).toEqual({
      unread: 2,
      total: 2,
      flagged: 0,
      quota: null,
      inboxes: [],
    })

    const read = await mails.change.update(asker, id, { read: true, flagged: true })
    expect(read).toMatchObject({ id, read_at: expect.any(String), flagged: true })
    expect(await mails.counts.counters(asker)).toMatchObject({ unread: 1, total: 2, flagged: 1 })
    expect(emitted.at(-1)).toMatchObject(['mailUpdated', { teamId, userId: 1, mailId: id }])
    expect((await mails.show.list(asker, { filter: 'unread' })).data).toHaveLength(1)

    const unread = await mails.change.update(asker, id, { read: false })
    expect(unread).toEqual({ id, read_at: null, flagged: true, tags: [] })
    expect(await mails.counts.counters(asker)).toMatchObject({ unread: 2, flagged: 1 })
  })

  test('marking what is marked already changes and tells nothing', async () => {
    const { mails, receive, asker, emitted } = await inbox(await open())
    const { id } = await receive()
    const first = await mails.change.update(asker, id, { read: true })
    const before = emitted.length
    expect(await mails.change.update(asker, id, { read: true })).toEqual(first)
    expect(await mails.counts.counters(asker)).toMatchObject({ unread: 0 })
    expect(emitted).toHaveLength(before)
  })

  test('marking at once from two windows counts once', async () => {
    const { mails, receive, asker } = await inbox(await open())
    const { id } = await receive()
    await Promise.all(
      Array.from({ length: 8 }, () => mails.change.update(asker, id, { read: true })),
    )
    expect(await mails.counts.counters(asker)).toMatchObject({ unread: 0, total: 1 })
  })

  test('a deleted mail is gone from list, counters and store', async () => {
    const { mails, receive, asker, emitted, teamId } = await inbox(await open())
    const { id } = await receive()
    await mails.change.update(asker, id, { flagged: true })
    await mails.change.remove(asker, id)
    expect((await mails.show.list(asker, all)).data).toEqual([])
    expect(await mails.counts.counters(asker)).toEqual({
      unread: 0,
      total: 0,
      flagged: 0,
      quota: null,
      inboxes: [],
    })
    expect(emitted.at(-1)).toEqual(['mailDeleted', { teamId, userId: 1, mailId: id }])
    await expect(mails.show.source(asker, id)).rejects.toMatchObject(missing)
    await expect(mails.change.remove(asker, id)).rejects.toMatchObject(missing)
  })
})

describeAlike('catching', (open) => {
  test('commits what waits together and tells of each mail after it', async () => {
    const { receive, emitted, teamId, mails, asker } = await inbox(await open())
    const stored = await Promise.all(Array.from({ length: 300 }, () => receive()))
    expect(new Set(stored.map(({ id }) => id)).size).toBe(300)
    // Two batches of Postgres may be on disk in another order than that of their ids.
    const told = emitted.toSorted(([, one], [, other]) => mailOf(one) - mailOf(other))
    expect(told).toMatchObject(stored.map(({ id }) => ['mailReceived', { teamId, mailId: id }]))
    expect(await mails.counts.counters(asker)).toMatchObject({ total: 300, unread: 300 })
  })
})

const mailOf = (event: unknown) => (event as { mailId: number }).mailId
