import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestBy } from '../../../../test/support/actors.ts'
import { describeAlike } from '../../../../test/support/databases.ts'
import { fuzzRuns } from '../../../../test/support/fuzz-runs.ts'
import { mailInbox } from '../../../../test/clients/mail-inbox.ts'
import { teamsOn } from '../../../../test/support/teams-on.ts'
import type { Database } from '../../../db/database.ts'
import { inParts } from './change-parts.ts'
import { purgeMails, removeMails } from './mail-change-store.ts'
import { createTeamTags } from './team-tags.ts'
import { listTeamTags, namesOfTags } from '../rows/tag-store.ts'

const noChanges = { updateMany: async () => [] }

async function inboxWithTags(db: Database) {
  const inbox = await mailInbox(db)
  const { teamId, intake, clock, asker, deps } = inbox
  const tags = createTeamTags({ ...deps, changes: inbox.changes })

  async function receive(
    names: string[],
    { login = null as string | null, to = 'you@x.test' } = {},
  ) {
    const header = names.length > 0 ? `X-Tags: ${names.join(', ')}\r\n` : ''
    const { id } = await intake.receive({
      teamId,
      envelope: { from: '', to: [to] },
      login,
      source: new Uint8Array(Buffer.from(`${header}\r\nHello\r\n`)),
      receivedAt: clock.time,
    })
    return id
  }

  const tagsOf = async (id: number) => (await namesOfTags(db.sql, [id])).get(id) ?? []

  /** Reads the counts of the table of counts, and of the mails themselves. */
  async function counts() {
    const listed = await listTeamTags(db.sql, teamId)
    const kept = await db.sql
      .selectFrom('mail_tags')
      .innerJoin('mails', 'mails.id', 'mail_tags.mail_id')
      .select(['mail_tags.key', 'mails.read_at'])
      .where('mail_tags.team_id', '=', teamId)
      .where('mails.trashed_at', 'is', null)
      .execute()
    const byKey = Map.groupBy(kept, ({ key }) => key)
    const counted = [...byKey].map(([key, rows]) => ({
      key,
      total: rows.length,
      unread: rows.filter(({ read_at }) => read_at === null).length,
    }))
    const sorted = (rows: { key: string }[]) => rows.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    const asKeys = listed.map(({ name, total, unread }) => ({
      key: name.toLowerCase(),
      total,
      unread,
    }))
    return { held: sorted(asKeys), true: sorted(counted) }
  }

  return { ...inbox, tags, receiveTagged: receive, tagsOf, counts, asker }
}

describeAlike('tags', (open) => {
  test('come with the mail, and mail without any has no row', async () => {
    const db = await open()
    const { receiveTagged, tagsOf, asker, tags } = await inboxWithTags(db)
    const [run, both, plus, none] = await Promise.all([
      receiveTagged([], { login: 'k3v9+run42' }),
      receiveTagged(['Sign up', 'RUN42']),
      receiveTagged([], { to: 'ada+trial@x.test' }),
      receiveTagged([]),
    ])
    expect(await tagsOf(run)).toEqual(['run42'])
    expect(await tagsOf(both)).toEqual(['RUN42', 'Sign up'])
    expect(await tagsOf(plus)).toEqual(['trial'])
    expect(await tagsOf(none)).toEqual([])
    expect((await tags.list(asker)).toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: 'Sign up', total: 1, unread: 1, color: null },
      { name: 'run42', total: 2, unread: 2, color: null },
      { name: 'trial', total: 1, unread: 1, color: null },
    ])
  })

  test('are changed by all three ways, and every change is announced', async () => {
    const db = await open()
    const { changes, asker, receiveTagged, tagsOf, emitted, counts } = await inboxWithTags(db)
    const id = await receiveTagged(['one', 'two'])
    const other = await receiveTagged(['two'])

    expect(await changes.update(asker, id, { add_tags: ['three'], remove_tags: ['ONE'] })).toEqual({
      id,
      read_at: null,
      flagged: false,
      tags: ['three', 'two'],
    })
    expect(emitted.at(-1)).toEqual([
      'mailUpdated',
      expect.objectContaining({ mailId: id, tags: ['three', 'two'] }),
    ])
    await changes.update(asker, id, { tags: ['Two'] })
    expect(await tagsOf(id)).toEqual(['Two'])
    const before = emitted.length
    await changes.update(asker, id, { tags: ['Two'] })
    expect(emitted).toHaveLength(before)

    const which = { query: { filter: 'all' as const, tag: 'TWO' } }
    expect(await changes.updateMany(asker, which, { add_tags: ['late'] })).toEqual([id, other])
    expect(emitted.at(-1)?.[0]).toBe('inboxOutdated')
    expect(await changes.updateMany(asker, which, { add_tags: ['late'] })).toEqual([])
    expect(await changes.updateMany(asker, which, { remove_tags: ['two'] })).toEqual([id, other])
    expect(await tagsOf(other)).toEqual(['late'])
    const { held, true: counted } = await counts()
    expect(held).toEqual(counted)
  })

  test('of a mail that would have too many stay as they are', async () => {
    const db = await open()
    const { changes, asker, receiveTagged, tagsOf } = await inboxWithTags(db)
    const many = Array.from({ length: 100 }, (_, index) => `t${index}`)
    const full = await receiveTagged(many)
    const free = await receiveTagged([])
    await expect(
      changes.update(asker, full, { read: true, add_tags: ['x'] }),
    ).rejects.toMatchObject({
      errors: { add_tags: ['A message has at most 100 tags'] },
    })
    expect(await changes.updateMany(asker, { ids: [full, free] }, { add_tags: ['x'] })).toEqual([
      free,
    ])
    expect(await tagsOf(full)).toEqual(many.toSorted())
  })

  test('that are very many make the transactions of a change smaller, of one mail at least', async () => {
    const db = await open()
    const { receiveTagged } = await inboxWithTags(db)
    const names = Array.from({ length: 80 }, (_, index) => `t${index}`)
    const ids = [await receiveTagged(names), await receiveTagged([]), await receiveTagged(['a'])]
    expect(await inParts(db.sql, ids, 141)).toEqual([ids])
    expect(await inParts(db.sql, ids, 140)).toEqual([ids.slice(0, 2), ids.slice(2)])
    expect(await inParts(db.sql, ids, 1)).toEqual(ids.map((id) => [id]))
    expect(await inParts(db.sql, [], 1)).toEqual([])
  })

  test('go with their mail, and come back with it', async () => {
    const db = await open()
    const { changes, asker, receiveTagged, tagsOf, tags } = await inboxWithTags(db)
    const id = await receiveTagged(['one'])
    const deletion = await changes.remove(asker, id)
    expect(await tags.list(asker)).toEqual([])
    await changes.restore(asker, { deletion })
    expect(await tags.list(asker)).toEqual([{ name: 'one', total: 1, unread: 1, color: null }])
    expect(await tagsOf(id)).toEqual(['one'])
    await changes.remove(asker, id)
    await db.transaction((tx) => purgeMails(tx, [id]))
    expect(await tagsOf(id)).toEqual([])
  })

  test('are counted exactly, whatever is done in whatever order', async () => {
    const db = await open()
    const { changes, asker, teamId, receiveTagged, counts } = await inboxWithTags(db)
    const ids: number[] = []
    const name = fc.constantFrom('one', 'ONE', 'two', 'three')
    const names = fc.uniqueArray(name, { minLength: 1, maxLength: 3 })
    const some = fc.array(fc.nat(9), { minLength: 1, maxLength: 4 })
    const of = (places: number[]) => [...new Set(places.map((place) => ids.at(-place - 1) ?? 0))]
    const step = fc.oneof(
      names.map((tags) => async () => void ids.push(await receiveTagged(tags))),
      fc.tuple(some, fc.boolean()).map(([at, read]) => async () => {
        await changes.updateMany(asker, { ids: of(at) }, { read })
      }),
      fc.tuple(some, names, names).map(([at, add_tags, remove_tags]) => async () => {
        await changes.updateMany(asker, { ids: of(at) }, { add_tags, remove_tags, read: true })
      }),
      fc.tuple(some, names).map(([at, tags]) => async () => {
        await changes.updateMany(asker, { ids: of(at) }, { tags })
      }),
      some.map((at) => async () => {
        await changes.removeMany(asker, { ids: of(at) }, { withFlagged: true })
      }),
      some.map((at) => async () => void (await changes.restore(asker, { ids: of(at) }))),
      some.map((at) => async () => {
        await db.transaction((tx) => purgeMails(tx, of(at)))
      }),
      some.map((at) => async () => {
        await db.transaction((tx) => removeMails(tx, teamId, of(at)))
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const work of steps) await work()
        const { held, true: counted } = await counts()
        expect(held).toEqual(counted)
      }),
      { numRuns: fuzzRuns(25) },
    )
  }, 120_000)

  test('by addresses are a choice of the owner, on at first, that others read', async () => {
    const db = await open()
    const { teams, person, team, events } = teamsOn(db)
    const [ann, bob, eve] = [await person('ann'), await person('bob'), await person('eve')]
    const id = await team(ann, bob)
    const { tagging, setTagging } = createTeamTags({
      db,
      events,
      now: () => 1,
      permit: teams.permit,
      changes: noChanges,
    })
    const set = (who: typeof ann, plus_addresses: boolean) =>
      setTagging(requestBy(who, id, 'set_tagging'), { plus_addresses })
    const read = (who: typeof ann) => tagging(requestBy(who, id, 'read_team'))
    expect(await read(bob)).toEqual({ plus_addresses: true })
    expect(await set(ann, false)).toEqual({ plus_addresses: false })
    expect(await read(bob)).toEqual({ plus_addresses: false })
    await expect(set(bob, true)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(set(eve, true)).rejects.toMatchObject({ code: 'not_found' })
    await expect(read(eve)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('by addresses are left out at once when the team does not want them', async () => {
    const db = await open()
    const { receiveTagged, tagsOf, tags, asker } = await inboxWithTags(db)
    const set = (plus_addresses: boolean) =>
      tags.setTagging({ ...asker, action: 'set_tagging' }, { plus_addresses })
    await set(false)
    expect(await tagsOf(await receiveTagged(['kept'], { to: 'ada+x@x.test' }))).toEqual(['kept'])
    await set(true)
    expect(await tagsOf(await receiveTagged(['kept'], { to: 'ada+x@x.test' }))).toEqual([
      'kept',
      'x',
    ])
  })
})
