import { describe, expect, test } from 'vitest'
import {
  createTagRule,
  deleteTag,
  limits,
  listTags,
  tagColor,
  updateMails,
  updateTag,
} from '@mailstop/contract'
import { describeAlike } from '../../../../test/support/databases.ts'
import { startApp } from '../../../../test/support/harness.ts'
import { mailInbox } from '../../../../test/clients/mail-inbox.ts'
import { insertVerifiedTeam } from '../../../../test/support/factories.ts'
import { newInbox } from '../../../../test/support/store-rows.ts'
import { alikeDatabases } from '../../../../test/support/product-databases.ts'
import type { Database } from '../../../db/database.ts'
import { unavailable } from '../../../errors.ts'
import { createEvents } from '../../../events.ts'
import type { Permit } from '../../teams/teams.ts'
import { createIntake } from '../catch/mail-intake.ts'
import { createTagMatcher } from '../catch/tag-matcher.ts'
import { listTeamTags, namesOfTags } from '../rows/tag-store.ts'
import { createMailChanges } from './mail-changes.ts'
import { createTagRuleChanges } from './tag-rule-changes.ts'
import { createTeamTags } from './team-tags.ts'

async function taggedInbox(db: Database) {
  const inbox = await mailInbox(db)
  const { deps, changes, teamId, clock } = inbox
  const rules = createTagRuleChanges(deps)
  const tags = createTeamTags({ ...deps, changes })
  const tagsOf = async (...ids: number[]) => {
    const names = await namesOfTags(db.sql, ids)
    return ids.map((id) => names.get(id) ?? [])
  }
  const counted = async () =>
    Object.fromEntries((await listTeamTags(db.sql, teamId)).map((one) => [one.name, one.total]))
  const newest = async (subject: string) => {
    const ids = await inbox.receive(subject)
    return (await tagsOf(...ids))[0]
  }
  /** Catches mail as another process of the same store, which hears nothing of this one. */
  const elsewhere = () => {
    const now = () => clock.time
    const events = createEvents(() => {})
    const tagByRules = createTagMatcher({ db, events, now })
    const { receive } = createIntake({ db, events, now, tagByRules })
    return async (subject: string) => {
      const source = new Uint8Array(Buffer.from(`Subject: ${subject}\r\n\r\n`))
      const envelope = { from: '', to: [] }
      const { id } = await receive({ teamId, envelope, source, receivedAt: clock.time })
      return { tags: (await tagsOf(id))[0], events }
    }
  }
  return { ...inbox, db, rules, tags, tagsOf, counted, newest, elsewhere }
}

describeAlike('a rule that tags', (open) => {
  test.each([
    ['invoice', 'Your invoice', 'Your order'],
    ['subject:"your order" -from:bob', 'ada: your order', 'bob: your order'],
    ['to:customer.test (refund OR return)', 'Return it', 'Keep it'],
    ['is:unread has:attachment OR welcome', 'Welcome', 'Goodbye'],
  ])('%s finds as a search does', async (search, found, other) => {
    const { rules, asker, newest } = await taggedInbox(await open())
    await rules.create(asker, { search, tags: ['Ours', 'ours', 'second'] })
    expect([await newest(found), await newest(other)]).toEqual([['Ours', 'second'], []])
  })

  test('holds from its answer on, for mail with tags of its own, and until it is removed', async () => {
    const { rules, asker, newest, counted, emitted, teamId } = await taggedInbox(await open())
    expect(await newest('invoice')).toEqual([])
    const { id } = await rules.create(asker, { search: 'invoice', tags: ['money'] })
    await rules.create(asker, { search: 'tag:money', tags: ['never'] })
    expect(await newest('invoice')).toEqual(['money'])
    await rules.update(asker, id, { search: 'order' })
    expect([await newest('invoice'), await newest('order')]).toEqual([[], ['money']])
    await rules.update(asker, id, { tags: ['shop'] })
    expect(await newest('order')).toEqual(['shop'])
    await rules.remove(asker, id)
    expect(await newest('order')).toEqual([])
    expect(await counted()).toEqual({ money: 2, shop: 1 })
    expect(emitted).toEqual(
      Array.from({ length: 5 }, () => ['teamOutdated', { teamId, userId: 1, part: 'tags' }]),
    )
    await expect(rules.remove(asker, id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('finds mail of the inbox that it names, from when there is one of that name', async () => {
    const { rules, asker, teamId, db, deps, intake, clock, tagsOf } = await taggedInbox(
      await open(),
    )
    const receive = async (inbox: number) => {
      const source = new Uint8Array(Buffer.from('Subject: invoice\r\n\r\n'))
      const mail = { teamId, inbox, login: 'app', source, receivedAt: clock.time }
      const { id } = await intake.receive({ ...mail, envelope: { from: '', to: [] } })
      return (await tagsOf(id))[0]
    }
    const addInbox = async (id: number, name: string) => {
      const row = { ...newInbox(teamId, name), id, name, name_key: name }
      await db.sql.insertInto('inboxes').values(row).execute()
      deps.events.emit('tagRulesChanged', { teamId })
    }
    await addInbox(1, 'main')
    await addInbox(2, 'shop')
    await rules.create(asker, { search: 'in:SHOP invoice', tags: ['money'] })
    await rules.create(asker, { search: '-in:shop', tags: ['elsewhere'] })
    await rules.create(asker, { search: 'in:staging', tags: ['staging'] })
    const all = [await receive(1), await receive(2), await receive(3)]
    expect(all).toEqual([['elsewhere'], ['money'], ['elsewhere']])
    await addInbox(3, 'staging')
    expect(await receive(3)).toEqual(['elsewhere', 'staging'])
  })

  test('is known to other processes when they hear of it, and within a minute if they do not', async () => {
    const { rules, asker, elsewhere, clock, teamId } = await taggedInbox(await open())
    const receive = elsewhere()
    const { tags, events } = await receive('invoice')
    expect(tags).toEqual([])
    const { id } = await rules.create(asker, { search: 'invoice', tags: ['money'] })
    expect((await receive('invoice')).tags).toEqual([])
    events.emit('tagRulesChanged', { teamId })
    expect((await receive('invoice')).tags).toEqual(['money'])
    await rules.remove(asker, id)
    clock.time += 61_000
    expect((await receive('invoice')).tags).toEqual([])
  })

  test('keeps no mail of others waiting, and forgets none of a team that pours in', async () => {
    const { rules, asker, teamId, intake, clock, db, tagsOf } = await taggedInbox(await open())
    const words = Array.from({ length: 24 }, (_, at) => `absent${at}`).join(' OR ')
    for (let at = 0; at < 4; at += 1) {
      await rules.create(asker, { search: `${words} OR a`, tags: [`t${at}`] })
    }
    const other = await insertVerifiedTeam(db, 7)
    const done: string[] = []
    const send = async (to: number, name: string, text: string) => {
      const source = new Uint8Array(Buffer.from(`Subject: ${name}\r\n\r\n${text}`))
      const mail = { teamId: to, envelope: { from: '', to: [] }, source, receivedAt: clock.time }
      const { id } = await intake.receive(mail)
      done.push(name)
      return id
    }
    const large = 'b '.repeat(30_000)
    const pouring = Array.from({ length: 40 }, (_, at) => send(teamId, `n${at}`, `a ${large}`))
    await send(other, 'other', 'x')
    expect(done.length).toBeLessThan(40)
    const ids = await Promise.all(pouring)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(new Set((await tagsOf(...ids)).map((tags) => tags.join(' ')))).toEqual(
      new Set(['t0 t1 t2 t3']),
    )
  })

  test('is one of so many, with so many words together, however many are made at once', async () => {
    const { rules, asker } = await taggedInbox(await open())
    const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ')
    const make = (search: string) => rules.create(asker, { search, tags: ['x'] })
    for (let at = 0; at < 4; at += 1) await make(words(limits.tagRuleTerms / 4 - 1))
    for (const search of [words(5), `"${words(5)}"`]) {
      await expect(make(search)).rejects.toMatchObject({
        code: 'conflict',
        message: /at most 100 words/,
      })
    }
    const made = await Promise.allSettled(Array.from({ length: 9 }, () => make('one')))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    for (const { id } of (await rules.list(asker)).slice(0, 4)) await rules.remove(asker, id)
    for (let at = 4; at < limits.tagRulesPerTeam; at += 1) await make(`w${at}`)
    await expect(make('more')).rejects.toMatchObject({ message: /at most 20 rules/ })
  })
})

describeAlike('a tag', (open) => {
  test('is renamed on all mail, also on deleted mail, with its color and in the rules', async () => {
    const { changes, asker, receive, rules, tags, tagsOf, counted, newest } = await taggedInbox(
      await open(),
    )
    const [one = 0, two = 0] = await receive('one', 'two')
    await changes.updateMany(asker, { ids: [one, two] }, { add_tags: ['old', 'kept'] })
    await rules.create(asker, { search: 'invoice', tags: ['OLD', 'kept'] })
    await tags.change(asker, 'old', { color: 'teal' })
    const deletion = await changes.remove(asker, two)
    expect(await tags.change(asker, 'Old', { name: 'New' })).toBe(2)
    await changes.restore(asker, { deletion })
    expect(await tagsOf(one, two)).toEqual([
      ['kept', 'New'],
      ['kept', 'New'],
    ])
    expect(await newest('invoice')).toEqual(['kept', 'New'])
    expect(await counted()).toEqual({ kept: 3, New: 3 })
    expect(await tags.list(asker, { colored: 'only' })).toEqual([
      { name: 'New', total: 3, unread: 3, color: 'teal' },
    ])
    await tags.change(asker, 'NEW', { name: 'new' })
    expect(await counted()).toEqual({ kept: 3, new: 3 })
  })

  test('becomes one with another only when that is meant, and a change cut off half way is finished', async () => {
    const { changes, asker, deps, receive, tags, tagsOf, counted } = await taggedInbox(await open())
    const ids = await receive(...Array.from({ length: 300 }, (_, at) => `n${at}`))
    await changes.updateMany(asker, { query: { filter: 'all' } }, { add_tags: ['a'] })
    await changes.updateMany(asker, { ids: ids.slice(-1) }, { add_tags: ['b'] })
    await expect(tags.change(asker, 'a', { name: 'B' })).rejects.toMatchObject({ code: 'conflict' })
    let steps = 0
    const permit: Permit = async () => {
      steps += 1
      if (steps === 4) throw unavailable()
      return { name: 'Ann' }
    }
    const cutOff = createTeamTags({ ...deps, changes: createMailChanges({ ...deps, permit }) })
    const merging = { name: 'B', merge: true }
    await expect(cutOff.change(asker, 'a', merging)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await counted()).toEqual({ a: 50, B: 250 })
    expect(await tags.change(asker, 'a', merging)).toBe(50)
    expect(await counted()).toEqual({ B: 300 })
    expect(await tagsOf(...ids.slice(-1))).toEqual([['b']])
  }, 60_000)

  test('is renamed and deleted where all of its mail can only be restored', async () => {
    const { changes, asker, receive, tags, tagsOf } = await taggedInbox(await open())
    const [id = 0] = await receive('one')
    await changes.update(asker, id, { add_tags: ['old'] })
    await changes.remove(asker, id)
    await tags.change(asker, 'old', { name: 'new' })
    await expect(tags.change(asker, 'other', { name: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await tags.remove(asker, 'new')).toBe(1)
    await changes.restore(asker, { ids: [id] })
    expect(await tagsOf(id)).toEqual([[]])
  })

  test('is deleted from mail, rules and colors, and is unknown then', async () => {
    const { changes, asker, receive, rules, tags, tagsOf, newest } = await taggedInbox(await open())
    const [id = 0] = await receive('one')
    await changes.update(asker, id, { add_tags: ['old', 'kept'] })
    await rules.create(asker, { search: 'red', tags: ['old'] })
    await rules.create(asker, { search: 'red', tags: ['old', 'kept'] })
    await tags.change(asker, 'old', { color: 'red' })
    expect(await tags.remove(asker, 'OLD')).toBe(1)
    expect(await tagsOf(id)).toEqual([['kept']])
    expect(await newest('red')).toEqual(['kept'])
    expect(await rules.list(asker)).toMatchObject([{ tags: ['kept'] }])
    expect(await tags.list(asker, { colored: 'only' })).toEqual([])
    for (const change of [
      () => tags.remove(asker, 'old'),
      () => tags.change(asker, 'old', { name: 'x' }),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  test('keeps its color while no mail has it, which so many tags can have', async () => {
    const { asker, tags } = await taggedInbox(await open())
    for (let at = 0; at < limits.tagColorsPerTeam; at += 1) {
      await tags.change(asker, `t${at}`, { color: tagColor.options[at % 8] })
    }
    expect(await tags.list(asker)).toEqual([])
    expect(await tags.list(asker, { colored: 'only' })).toHaveLength(limits.tagColorsPerTeam)
    await expect(tags.change(asker, 'more', { color: 'red' })).rejects.toMatchObject({
      code: 'invalid',
    })
    await tags.change(asker, 't1', { name: 't2', merge: true, color: 'red' })
    await tags.change(asker, 't1', { color: 'red' })
    await tags.change(asker, 't0', { color: null })
    await tags.change(asker, 'more', { color: 'red' })
    await tags.change(asker, 'more', { color: 'blue' })
  })
})

describe.each(alikeDatabases)('hostile input about tags on $dialect', ({ open }) => {
  test('is refused, and changes nothing', async () => {
    const { signIn } = await startApp(await open())
    const { api, team } = await signIn('ada')
    const params = { team: String(team.id) }
    const many = Array.from({ length: 1_000 }, (_, at) => `t${at}`)
    const names = [
      '',
      ' ',
      '\0',
      'a\nb',
      '\u202Eevil',
      '<b>',
      'ä',
      'x'.repeat(101),
      'x'.repeat(10_000),
    ]
    const searches = [
      '',
      '\0',
      '(((',
      'x'.repeat(501),
      `${'a OR '.repeat(60)}b`,
      '(-'.repeat(30),
      '!!!',
    ]
    const color = 'url(javascript:1)' as 'red'
    const refused = [
      ...names.flatMap((name) => [
        api.call(updateTag, { params, query: { tag: name }, body: { color: 'red' } }),
        api.call(updateTag, { params, query: { tag: 'a' }, body: { name } }),
        api.call(deleteTag, { params, query: { tag: name } }),
        api.call(createTagRule, { params, body: { search: 'a', tags: [name] } }),
      ]),
      api.call(createTagRule, { params, body: { search: 'a', tags: many } }),
      api.call(createTagRule, { params, body: { search: 'a', tags: [] } }),
      ...searches.map((search) =>
        api.call(createTagRule, { params, body: { search, tags: ['a'] } }),
      ),
      api.call(updateTag, { params, query: { tag: 'a' }, body: {} }),
      api.call(updateTag, { params, query: { tag: 'a' }, body: { color } }),
      api.call(updateMails, { params, body: { add_tags: many } }),
    ]
    for (const reply of await Promise.all(refused)) expect(reply).toMatchObject({ status: 422 })
    const colored = { params, query: { colored: 'only' as const } }
    expect((await api.must(listTags, colored)).data).toEqual([])
    await api.must(updateTag, { params, query: { tag: '..' }, body: { color: 'red' } })
    expect((await api.must(listTags, colored)).data).toMatchObject([{ name: '..' }])
  })
})
