import { describe, expect, test } from 'vitest'
import { guardDemand, shippedGuards } from '@mailstop/contract'
import { describeAlike } from '../../../../test/support/databases.ts'
import { cases } from '../../../../test/judging/guard-cases.ts'
import { guardedInbox } from '../../../../test/judging/guarded-inbox.ts'
import { newInbox } from '../../../../test/support/store-rows.ts'
import { encodeMarker, markerOf } from '../rows/mail-marker.ts'
import { readCounters } from '../rows/mail-count-store.ts'
import type { Judge } from './judging.ts'

const minute = 60_000

/** Stands for the check of a mail, which comes before the guards. */
const check: Judge = async (_teamId, mails) => {
  const verdicts = mails.flatMap(({ id, subject }) => {
    const verdict = /^judged (\w+)$/.exec(subject)?.[1]
    return verdict === undefined ? [] : [[id, [{ key: `check:${verdict}` }]] as const]
  })
  return { marks: new Map(verdicts) }
}

describeAlike('guards', (open) => {
  test('mark each what breaks them, and none of its neighbours', async () => {
    const inbox = await guardedInbox(await open(), [check])
    const { send, on, judging, faultsOf, found, clock } = inbox
    for (const [name, { demand }] of Object.entries(cases)) await on(name, demand)
    const expected = new Map<number, { name: string; detail: string | null }[]>()
    for (const [name, { breaks, holds }] of Object.entries(cases)) {
      for (const [mail, detail] of breaks) expected.set(await send(mail), [{ name, detail }])
      for (const mail of holds) expected.set(await send(mail), [])
    }
    // The third of three, and one that is late enough.
    expected.set(await send({ subject: 'Thrice', body: 'four' }), [
      { name: 'at-most', detail: '3 of the same' },
    ])
    clock.time += 6 * minute
    expected.set(await send({ subject: 'Thrice', body: 'five' }), [])
    expect(expected.size).toBeGreaterThanOrEqual(40)
    await judging.work()
    for (const [id, faults] of expected) expect([id, await faultsOf(id)]).toEqual([id, faults])
    const broken = [...expected].filter(([, faults]) => faults.length > 0).map(([id]) => id)
    expect(await found('guard:any')).toEqual(broken.toReversed())
    expect(await found('check:fail guard:check')).toHaveLength(1)
  }, 60_000)

  test('leave out what is excepted, by a search or by hand, and what was there before', async () => {
    const inbox = await guardedInbox(await open())
    const { send, on, judging, brokenBy, guards, asker, found, emitted, teamId } = inbox
    const before = await send({ subject: 'red' })
    const guard = await on('no-red', { rule: 'no_mail', search: 'red' }, 'subject:legal')
    const legal = await send({ subject: 'legal red' })
    const [first, second] = [await send({ subject: 'red' }), await send({ subject: 'red' })]
    await judging.work()
    const all = [before, legal, first, second]
    expect(await Promise.all(all.map(brokenBy))).toEqual([[], [], ['no-red'], ['no-red']])
    await guards.except(asker, guard.id, { mail: first, isRight: true })
    expect([await found('guard:any'), await found('guard:no-red')]).toEqual([[second], [second]])
    expect(emitted).toContainEqual(['inboxOutdated', { teamId, userId: 1 }])
    expect(await guards.exceptions(asker, guard.id)).toMatchObject({
      data: [{ id: first }],
      meta: { next_cursor: null },
    })
    const again = guards.except(asker, guard.id, { mail: first, isRight: true })
    await expect(again).rejects.toMatchObject({ code: 'not_found' })
    await guards.except(asker, guard.id, { mail: first, isRight: false })
    expect(await found('guard:any')).toEqual([second, first])
    await guards.update(asker, guard.id, { on: false })
    await send({ subject: 'red' })
    await judging.work()
    expect(await found('guard:any')).toEqual([second, first])
    await guards.remove(asker, guard.id)
    expect([await found('guard:any'), await guards.list(asker)]).toEqual([[], []])
  })

  test('hold for the inbox that their searches name, by its name of today', async () => {
    const db = await open()
    const { send, on, judging, brokenBy, teamId, guards, asker } = await guardedInbox(db)
    const named = (id: number, name: string) => ({ id, name, name_key: name })
    const { sql } = db
    await sql.insertInto('inboxes').values(newInbox(teamId, 'first')).execute()
    const shop = { ...newInbox(teamId, 'second'), ...named(2, 'shop') }
    await sql.insertInto('inboxes').values(shop).execute()
    await on('shop-red', { rule: 'no_mail', search: 'in:SHOP red' })
    await on('every-red', { rule: 'no_mail', search: 'red' }, 'in:shop')
    await on('not-there', { rule: 'no_mail', search: 'in:nowhere' })
    const ids = [
      await send({ subject: 'red' }),
      await send({ subject: 'red', inbox: 2 }),
      await send({ subject: 'blue', inbox: 2 }),
    ]
    await judging.work()
    expect(await Promise.all(ids.map(brokenBy))).toEqual([['every-red'], ['shop-red'], []])
    await sql.updateTable('inboxes').set(named(2, 'store')).where('id', '=', 2).execute()
    // The change of an inbox tells those who remember guards; this one is changed past it.
    const [guard] = (await guards.list(asker)).filter(({ name }) => name === 'every-red')
    await guards.update(asker, guard?.id ?? 0, { except: 'in:store' })
    const late = [await send({ subject: 'red' }), await send({ subject: 'red', inbox: 2 })]
    await judging.work()
    expect(await Promise.all(late.map(brokenBy))).toEqual([['every-red'], []])
  })

  test('count the same mail to one person by its text, without what was deleted', async () => {
    const inbox = await guardedInbox(await open())
    const { send, on, judging, brokenBy, clock, changes, asker } = inbox
    await on('duplicate', { rule: 'at_most', most: 1, same: 'mail', minutes: 10 })
    const mail = { subject: 'Code', body: 'Your code: 123456' }
    const first = await send(mail)
    const sent = [
      await send({ ...mail, body: 'Your code: 654321' }),
      await send({ ...mail, to: ['eve@ours.com'] }),
      // The same words, written otherwise.
      await send({ ...mail, body: 'Your  CODE: 123456.', to: ['eve@ours.com', 'bob@ours.com'] }),
    ]
    await judging.work()
    clock.time += 9 * minute
    const third = await send(mail)
    await judging.work()
    clock.time += 11 * minute
    const late = await send(mail)
    await judging.work()
    const ids = [first, ...sent, third, late]
    const one = ['duplicate']
    expect(await Promise.all(ids.map(brokenBy))).toEqual([[], [], [], one, one, []])
    await changes.remove(asker, late)
    const afterwards = await send(mail)
    await judging.work()
    expect(await brokenBy(afterwards)).toEqual([])
  })

  test('say which mail broke them after a marker, and whether all was judged', async () => {
    const db = await open()
    const { send, on, judging, guards, asker, teamId } = await guardedInbox(db)
    expect((await guards.violations(asker, {})).meta).toMatchObject({
      pending: false,
      guards_on: 0,
    })
    await on('no-red', { rule: 'no_mail', search: 'red' })
    const first = await send({ subject: 'red' })
    await judging.work()
    const { data, meta } = await guards.violations(asker, {})
    expect(data).toMatchObject([{ id: first, broken_guards: [{ name: 'no-red', detail: null }] }])
    expect(meta).toMatchObject({ pending: false, guards_on: 1 })
    const [second] = [await send({ subject: 'red' }), await send({ subject: 'blue' })]
    const next = () => guards.violations(asker, { after: meta.marker })
    expect(await next()).toMatchObject({ data: [], meta: { pending: true, marker: meta.marker } })
    await judging.work()
    const then = await next()
    expect(then).toMatchObject({ data: [{ id: second }], meta: { pending: false } })
    expect(await guards.violations(asker, { after: then.meta.marker })).toMatchObject({ data: [] })
    const { revision } = await readCounters(db.sql, teamId)
    const future = encodeMarker(markerOf(revision + 1))
    await expect(guards.violations(asker, { after: future })).rejects.toMatchObject({
      code: 'gone',
    })
  })

  test('are told once of each mail, though two processes judge it', async () => {
    const { send, on, judgingOf, deps, brokenBy } = await guardedInbox(await open())
    await on('no-red', { rule: 'no_mail', search: 'red' })
    await on('duplicate', { rule: 'at_most', most: 1, same: 'subject', minutes: 10 })
    let told = 0
    deps.events.on('guardsBroken', ({ count }) => void (told += count))
    const ids: number[] = []
    for (let at = 0; at < 30; at += 1) ids.push(await send({ subject: at % 3 ? `m${at}` : 'red' }))
    await Promise.all([judgingOf().work(), judgingOf().work(), judgingOf().work()])
    const broken = await Promise.all(ids.map(brokenBy))
    const reds = broken.filter((names) => names.includes('no-red'))
    expect([reds.length, broken.flat().filter((name) => name === 'duplicate').length]).toEqual([
      10, 9,
    ])
    expect(told).toBe(10)
  })

  test('are judged slowly while much mail is caught', async () => {
    const { send, on, judgingOf, brokenBy } = await guardedInbox(await open())
    await on('no-red', { rule: 'no_mail', search: 'red' })
    const pauses: number[] = []
    // Each look takes a millisecond, however busy the machine is.
    let time = 0
    const clocked = { clock: () => (time += 1) }
    const judging = judgingOf(async (ms) => void pauses.push(ms), undefined, clocked)
    for (let at = 0; at < 30; at += 1) await send()
    const last = await send({ subject: 'red' })
    await judging.work()
    expect(await brokenBy(last)).toEqual(['no-red'])
    // Thirty-one mails are two steps, and it rests before each.
    expect([pauses.length, pauses.every((ms) => ms > 100), pauses[0]]).toEqual([2, true, 3_000])
  })

  test('mark nothing once they are removed, also while mail is judged', async () => {
    const inbox = await guardedInbox(await open())
    const { send, on, guards, judgingOf, asker, found } = inbox
    const { id } = await on('no-red', { rule: 'no_mail', search: 'red' })
    await on('no-dark', { rule: 'no_mail', search: 'dark' })
    const judge: Judge = async (...mails) => {
      const judgement = await guards.judge(...mails)
      await guards.remove(asker, id)
      return judgement
    }
    const [, dark] = [await send({ subject: 'red' }), await send({ subject: 'dark red' })]
    await judgingOf(undefined, [judge]).work()
    expect([await found('guard:any'), await found('guard:no-red')]).toEqual([[dark], []])
  })

  test('are tried on the mail of the last 30 days, and mark nothing', async () => {
    const { send, clock, guards, asker, found } = await guardedInbox(await open(), [check])
    clock.time -= 31 * 24 * 60 * minute
    await send({ subject: 'A forbidden mail' })
    clock.time += 31 * 24 * 60 * minute
    for (const { breaks, holds } of Object.values(cases)) {
      for (const mail of [...breaks.map(([broken]) => broken), ...holds]) await send(mail)
    }
    const last = await send({ subject: 'Thrice', body: 'four' })
    // No mail has a verdict of the check yet.
    const { check: _unjudged, ...known } = cases
    for (const [name, { demand, breaks }] of Object.entries(known)) {
      const { marked, looked_at, total } = await guards.tryOut(asker, { demand, except: null })
      const count = breaks.length + Number(name === 'at-most')
      expect([name, looked_at, marked]).toEqual([name, total, count])
    }
    const { demand: atMost } = cases['at-most'] ?? {}
    const counted = atMost && (await guards.tryOut(asker, { demand: atMost, except: null }))
    expect(counted?.mails).toMatchObject([{ id: last }])
    expect(await found('guard:any')).toEqual([])
    const demand = { rule: 'no_mail', search: 'forbidden' } as const
    const tried = await guards.tryOut(asker, { demand, except: 'body:allowed' })
    expect(tried.marked).toBe(1)
  }, 60_000)

  test('that ask for the verdict of the check are tried on what was checked', async () => {
    const { send, on, guards, asker, judging, found } = await guardedInbox(await open(), [check])
    const demand = { rule: 'each_mail', search: 'judged', must: 'check:pass' } as const
    expect(await guards.asksForVerdicts(asker.teamId)).toBe(false)
    await on('passes', demand)
    expect(await guards.asksForVerdicts(asker.teamId)).toBe(true)
    for (const subject of ['judged pass', 'Not judged']) await send({ subject })
    const failed = await send({ subject: 'judged fail' })
    await judging.work()
    expect(await found('guard:any')).toEqual([failed])
    const tried = await guards.tryOut(asker, { demand, except: null })
    expect(tried).toMatchObject({ marked: 1, looked_at: 2, total: 2, mails: [{ id: failed }] })
  })

  test('refuse a second of a name, searches that cannot be read, and too many words', async () => {
    const { on, guards, asker } = await guardedInbox(await open())
    const demand = { rule: 'no_mail', search: 'red' } as const
    const { id } = await on('one', demand)
    await expect(on('one', demand)).rejects.toMatchObject({ errors: { name: expect.anything() } })
    await expect(on('two', { ...demand, search: 'a "b' })).rejects.toMatchObject({
      errors: { 'demand.search': ['A quote is not closed at character 3'] },
    })
    await expect(guards.update(asker, id, { except: 'is:new' })).rejects.toMatchObject({
      errors: { except: expect.anything() },
    })
    const words = { ...demand, search: 'w '.repeat(45) }
    for (const name of ['b', 'c', 'd', 'e']) await on(name, words)
    await expect(on('f', words)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('the guards that are offered', () => {
  test('have cases for each of their rules, and so have all rules', () => {
    const tried = new Set(Object.values(cases).map(({ demand }) => demand.rule))
    expect(shippedGuards.filter(({ demand }) => !tried.has(demand.rule))).toEqual([])
    expect(guardDemand.options.length).toBe(tried.size)
  })
})
