import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { guardDemand, shippedGuards, type GuardDemand } from '@mailstop/contract'
import { mailInbox } from '../../../../test/clients/mail-inbox.ts'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { mailsOn } from '../../../../test/support/mails-on.ts'
import type { Database } from '../../../db/database.ts'
import { encodeMarker, markerOf } from '../rows/mail-marker.ts'
import { readCounters } from '../rows/mail-count-store.ts'
import { brokenGuards } from '../rows/mark-store.ts'
import { createGuards } from './guards.ts'
import { createJudging, type Judge } from './judging.ts'

type Sent = { lines?: string[]; body?: string; to?: string[]; subject?: string; from?: string }

const minute = 60_000

async function guardedInbox(db: Database, others: Judge[] = []) {
  const inbox = await mailInbox(db)
  const { deps, clock, teamId, asker } = inbox
  const guards = createGuards({ ...deps, key: randomBytes(32) })
  onTestFinished(guards.stop)
  const judgingOf = () =>
    createJudging({
      ...deps,
      judges: [...others, guards.judge],
      onError(error) {
        throw error
      },
      pause: async () => {},
    })
  const judging = judgingOf()
  let sent = 0
  async function send({ lines = [], body = 'Hello Bob', to, subject, from }: Sent = {}) {
    sent += 1
    const recipients = to ?? ['bob@ours.com']
    const source = [
      `From: ${from ?? 'Ada <ada@ours.com>'}`,
      `To: ${recipients.join(', ')}`,
      `Subject: ${subject ?? `Mail ${sent}`}`,
      ...lines,
      '',
      body,
    ].join('\r\n')
    const { id } = await inbox.intake.receive({
      teamId,
      envelope: { from: 'ada@ours.com', to: recipients },
      source: new Uint8Array(Buffer.from(source)),
      receivedAt: clock.time,
    })
    return id
  }
  const brokenBy = async (id: number) => (await brokenGuards(db.sql, [id])).get(id) ?? []
  const on = (name: string, demand: GuardDemand, except: string | null = null) =>
    guards.create(asker, { name, demand, except, on: true })
  const found = async (q: string) =>
    (await mailsOn(deps).show.list(asker, { filter: 'all', q })).data.map(({ id }) => id)
  return { ...inbox, guards, judging, judgingOf, send, brokenBy, on, found, db }
}

const html = ['Content-Type: text/html; charset=utf-8']
const many = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@ours.com`)

/** A demand, mail that breaks it, and its nearest neighbours that do not. */
const cases: Record<string, { demand: GuardDemand; breaks: Sent[]; holds: Sent[] }> = {
  'no-mail': {
    demand: { rule: 'no_mail', search: 'subject:forbidden -body:allowed' },
    breaks: [{ subject: 'A forbidden mail' }],
    holds: [{ subject: 'A forbidden mail', body: 'allowed' }],
  },
  'each-mail': {
    demand: { rule: 'each_mail', search: 'subject:invoice', must: 'header:X-Invoice' },
    breaks: [{ subject: 'Your invoice' }],
    holds: [{ subject: 'Your invoice', lines: ['X-Invoice: 7'] }, { subject: 'Your order' }],
  },
  'at-most': {
    demand: { rule: 'at_most', most: 2, same: 'subject', minutes: 5 },
    breaks: [],
    holds: [
      { subject: 'Thrice', body: 'one' },
      { subject: 'Thrice', body: 'two' },
      { subject: 'Thrice', body: 'three', to: ['eve@ours.com'] },
    ],
  },
  outside: {
    demand: { rule: 'recipients_within', domains: ['ours.com'] },
    breaks: [{ to: ['bob@ours.com', 'bob@theirs.com'] }, { to: ['bob@notours.com'] }],
    holds: [{ to: ['bob@staging.ours.com', 'BOB@Ours.com'] }],
  },
  'dev-link': {
    demand: { rule: 'no_links_to', local: true, hosts: [] },
    breaks: [
      { body: 'Go to http://localhost:3000/confirm' },
      { lines: html, body: '<a href="http://app.test/x">Confirm</a>' },
      { lines: html, body: '<p>Hi</p><img alt="logo" src="http://192.168.1.4/logo.png">' },
    ],
    holds: [
      { body: 'Go to https://www.ours.com/confirm on your localhost' },
      { lines: html, body: '<a href="https://8.8.8.8/">Confirm</a>' },
    ],
  },
  'wrong-link': {
    demand: { rule: 'no_links_to', local: false, hosts: ['www.live.com'] },
    breaks: [{ body: 'https://www.live.com/confirm' }],
    holds: [{ body: 'https://live.com/confirm' }, { body: 'We moved from www.live.com.br' }],
  },
  placeholder: {
    demand: { rule: 'no_placeholder' },
    breaks: [
      { subject: 'Hello {{ first_name }}' },
      { body: 'Hello undefined, welcome' },
      { lines: html, body: '<p>Total: <b>NaN</b></p>' },
      { body: 'https://www.ours.com/users/undefined/confirm' },
    ],
    holds: [
      { body: 'The contract is null and void. Undefined behaviour is not NaN.' },
      { lines: html, body: '<p>Write</p><pre>Hello {{ first_name }}</pre>' },
    ],
  },
  crowd: {
    demand: { rule: 'recipients_at_most', most: 50 },
    breaks: [{ to: many(51) }],
    holds: [{ to: many(50) }],
  },
  secret: {
    demand: { rule: 'no_secret' },
    breaks: [{ body: 'Your password is: Tr0ub4dor' }, { body: 'AKIAIOSFODNN7EXAMPLE' }],
    holds: [
      { body: 'Your password must have 8 characters' },
      { body: 'Reset your password: https://www.ours.com/reset/4f2a9' },
    ],
  },
  unsubscribe: {
    demand: { rule: 'unsubscribe_on_bulk' },
    breaks: [{ lines: ['List-Id: <news.ours.com>'] }, { lines: ['Precedence: bulk'] }],
    holds: [
      {
        lines: ['List-Id: <news.ours.com>', 'List-Unsubscribe: <https://www.ours.com/u>'],
      },
      {
        lines: ['Precedence: bulk', ...html],
        body: '<a href="https://www.ours.com/u">Unsubscribe</a>',
      },
    ],
  },
  sender: {
    demand: { rule: 'sender_within', domains: ['ours.com'] },
    breaks: [{ from: 'ada@gmail.com' }],
    holds: [{ from: 'ada@mail.ours.com' }],
  },
  check: {
    demand: { rule: 'check', worst: 'warn' },
    breaks: [{ subject: 'judged fail' }],
    holds: [{ subject: 'judged warn' }],
  },
  large: {
    demand: { rule: 'html_at_most', kilobytes: 102 },
    breaks: [{ lines: html, body: 'x'.repeat(104_449) }],
    holds: [{ lines: html, body: 'x'.repeat(104_448) }, { body: 'x '.repeat(100_000) }],
  },
}

/** Stands for the check of a mail, which comes before the guards. */
const check: Judge = async (_teamId, mails) => {
  const verdicts = mails.flatMap(({ id, subject }) => {
    const verdict = /^judged (\w+)$/.exec(subject)?.[1]
    return verdict === undefined ? [] : [[id, [`check:${verdict}`]] as const]
  })
  return { marks: new Map(verdicts) }
}

describeEachDatabase('guards', (open) => {
  test('mark each what breaks them, and none of its neighbours', async () => {
    const { send, on, judging, brokenBy, found, clock } = await guardedInbox(await open(), [check])
    for (const [name, { demand }] of Object.entries(cases)) await on(name, demand)
    const expected = new Map<number, string[]>()
    for (const [name, { breaks, holds }] of Object.entries(cases)) {
      for (const mail of breaks) expected.set(await send(mail), [name])
      for (const mail of holds) expected.set(await send(mail), [])
    }
    // The third of three, and one that is late enough.
    expected.set(await send({ subject: 'Thrice', body: 'four' }), ['at-most'])
    clock.time += 6 * minute
    expected.set(await send({ subject: 'Thrice', body: 'five' }), [])
    expect(expected.size).toBeGreaterThanOrEqual(40)
    await judging.work()
    for (const [id, names] of expected) expect([id, await brokenBy(id)]).toEqual([id, names])
    const broken = [...expected].filter(([, names]) => names.length > 0).map(([id]) => id)
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
    expect(data).toMatchObject([{ id: first, broken_guards: ['no-red'] }])
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

  test('are tried on the mail of the last 30 days, and mark nothing', async () => {
    const { send, clock, guards, asker, found } = await guardedInbox(await open(), [check])
    clock.time -= 31 * 24 * 60 * minute
    await send({ subject: 'A forbidden mail' })
    clock.time += 31 * 24 * 60 * minute
    for (const { breaks, holds } of Object.values(cases)) {
      for (const mail of [...breaks, ...holds]) await send(mail)
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
    expect(atMost && (await guards.tryOut(asker, { demand: atMost, except: null }))?.ids).toEqual([
      last,
    ])
    expect(await found('guard:any')).toEqual([])
    const demand = { rule: 'no_mail', search: 'forbidden' } as const
    const tried = await guards.tryOut(asker, { demand, except: 'body:allowed' })
    expect(tried.marked).toBe(1)
  }, 60_000)

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
