import { describe, expect, test } from 'vitest'
import { createPin, getCounters, limits } from '@mailstop/contract'
import { describeAlike } from '../../../test/support/databases.ts'
import { startApp } from '../../../test/support/harness.ts'
import { mailInbox } from '../../../test/clients/mail-inbox.ts'
import { alikeDatabases } from '../../../test/support/product-databases.ts'
import type { Database } from '../../db/database.ts'
import { notFound } from '../../errors.ts'
import type { Permit } from '../teams/teams.ts'
import { createPins } from './pins.ts'
import { mailsOn } from '../../../test/support/mails-on.ts'

async function pinBoard(db: Database) {
  const inbox = await mailInbox(db)
  const mails = mailsOn(inbox.deps)
  const pins = createPins({ ...inbox.deps, mails })
  return { ...inbox, mails, pins }
}

const missing = { code: 'not_found' }

describeAlike('pins', (open) => {
  test('count what is unread of a sender, a recipient and a search', async () => {
    const { pins, changes, asker, receive } = await pinBoard(await open())
    const [first = 0] = await receive('bob: red', 'bob: blue', 'eve: red')
    await changes.update(asker, first, { read: true })
    const pin = (type: 'sndr' | 'rcpt' | 'q', query: string) => pins.create(asker, { type, query })
    expect(await pin('sndr', 'Bob@rocket.test')).toEqual({
      id: expect.any(Number),
      type: 'sndr',
      query: 'Bob@rocket.test',
      label: null,
      unread: 1,
    })
    expect(await pin('rcpt', 'you@customer.test')).toMatchObject({ unread: 2 })
    expect(await pin('q', 'red OR blue')).toMatchObject({ unread: 2 })
    expect(await pin('q', 'nowhere')).toMatchObject({ unread: 0 })
    const { pinned, ...counts } = await pins.counters(asker)
    expect(counts).toMatchObject({ total: 3, unread: 2, flagged: 0 })
    expect(pinned.map(({ unread }) => unread)).toEqual([1, 2, 2, 0])
    expect(await pins.counters(asker, { pins: 'none' })).toEqual({ ...counts, pinned: [] })
    await changes.remove(asker, first + 1)
    expect((await pins.counters(asker)).pinned.map(({ unread }) => unread)).toEqual([0, 1, 1, 0])
  })

  test.each([
    [
      { type: 'sndr', query: 'a@b.test' },
      { type: 'sndr', query: ' A@B.test' },
    ],
    [
      { type: 'q', query: 'a (b c)' },
      { type: 'q', query: 'a  AND b c' },
    ],
  ] as const)('are there once: %j and %j', async (first, second) => {
    const { pins, asker } = await pinBoard(await open())
    await pins.create(asker, first)
    await expect(pins.create(asker, second)).rejects.toMatchObject({ code: 'conflict' })
    await pins.create(asker, { type: 'rcpt', query: first.query })
    expect((await pins.counters(asker)).pinned).toHaveLength(2)
  })

  test('are not made for who was removed after it was allowed', async () => {
    const inbox = await mailInbox(await open())
    let isMember = true
    const permit: Permit = async () => {
      if (!isMember) throw notFound()
      isMember = false
      return { name: 'Ann' }
    }
    const mails = mailsOn(inbox.deps)
    const pins = createPins({ ...inbox.deps, mails, permit })
    const made = pins.create(inbox.asker, { type: 'sndr', query: 'a@b.test' })
    await expect(made).rejects.toMatchObject(missing)
    const rows = await inbox.deps.db.sql.selectFrom('pins').selectAll().execute()
    expect(rows).toEqual([])
  })

  test('of a search that cannot be read are refused, with the position', async () => {
    const { pins, asker } = await pinBoard(await open())
    await expect(pins.create(asker, { type: 'q', query: 'a (b' })).rejects.toMatchObject({
      code: 'invalid',
      errors: { query: ['A parenthesis is not closed at character 3'] },
    })
  })

  test('are renamed and removed, with an event each', async () => {
    const { pins, asker, teamId, emitted } = await pinBoard(await open())
    const { id } = await pins.create(asker, { type: 'q', query: 'red', label: 'Red' })
    expect(await pins.rename(asker, id, 'Crimson')).toMatchObject({ id, label: 'Crimson' })
    expect(await pins.rename(asker, id, null)).toMatchObject({ label: null })
    await pins.remove(asker, id)
    expect((await pins.counters(asker)).pinned).toEqual([])
    await expect(pins.remove(asker, id)).rejects.toMatchObject(missing)
    await expect(pins.rename(asker, id, 'x')).rejects.toMatchObject(missing)
    const event = ['teamOutdated', { teamId, userId: 1, part: 'counters' }]
    expect(emitted).toEqual(Array.from({ length: 4 }, () => event))
  })

  test('are bounded in number', async () => {
    const { pins, asker } = await pinBoard(await open())
    for (let index = 0; index < limits.pinsPerTeam; index += 1) {
      await pins.create(asker, { type: 'sndr', query: `a${index}@b.test` })
    }
    const more = pins.create(asker, { type: 'sndr', query: 'more@b.test' })
    await expect(more).rejects.toMatchObject({ code: 'conflict', message: /at most 50/ })
    expect((await pins.counters(asker)).pinned).toHaveLength(limits.pinsPerTeam)
  })

  test('are bounded in number, however many are made at the same moment', async () => {
    const { pins, asker } = await pinBoard(await open())
    const room = 2
    for (let index = room; index < limits.pinsPerTeam; index += 1) {
      await pins.create(asker, { type: 'sndr', query: `a${index}@b.test` })
    }
    const made = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) =>
        pins.create(asker, { type: 'sndr', query: `more${index}@b.test` }),
      ),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(room)
    expect((await pins.counters(asker)).pinned).toHaveLength(limits.pinsPerTeam)
  })

  test('that name today count the mail of the day where the user is', async () => {
    const db = await open()
    const { pins, asker, receive, clock } = await pinBoard(db)
    clock.time = Date.UTC(2026, 10, 19, 23, 30)
    await receive('late')
    clock.time = Date.UTC(2026, 10, 20, 3)
    await receive('early')
    for (const query of ['on:today', 'early']) await pins.create(asker, { type: 'q', query })
    const unread = async (timeZone?: string) =>
      (await pins.counters(asker, { time_zone: timeZone })).pinned.map((pin) => pin.unread)
    expect(await unread()).toEqual([1, 1])
    expect(await unread('Europe/Berlin')).toEqual([2, 1])
    expect(await unread('Asia/Tokyo')).toEqual([2, 1])
    expect(await unread('America/New_York')).toEqual([2, 1])
  })
})

describe.each(alikeDatabases)('a pin on $dialect', ({ open }) => {
  test('that could not be kept, or not be listed by, is refused', async () => {
    const { signIn } = await startApp(await open())
    const { api, team } = await signIn('ada')
    const params = { team: String(team.id) }
    for (const body of [
      { type: 'q' as const, query: 'red\0blue' },
      { type: 'sndr' as const, query: 'red\0@b.test' },
      { type: 'rcpt' as const, query: `${'a'.repeat(320)}@b.test` },
    ]) {
      expect(await api.call(createPin, { params, body })).toMatchObject({
        status: 422,
        error: { errors: { query: [expect.any(String)] } },
      })
    }
    expect((await api.must(getCounters, { params })).data.pinned).toEqual([])
  })
})
