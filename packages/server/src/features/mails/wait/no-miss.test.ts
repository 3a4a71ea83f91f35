import { tmpdir } from 'node:os'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { describeEachDatabase, newPostgres } from '../../../../test/support/databases.ts'
import { fuzzRuns } from '../../../../test/support/fuzz-runs.ts'
import { createTestViewer } from '../../../../test/clients/viewer.ts'
import { waitingInbox } from '../../../../test/clients/waiting-inbox.ts'
import type { Database } from '../../../db/database.ts'
import { openDatabase } from '../../../db/open-database.ts'
import { Refusal } from '../../../errors.ts'
import { createEvents } from '../../../events.ts'
import type { Viewer } from '../../../mime/view/viewer.ts'
import { createIntake } from '../catch/mail-intake.ts'

// FUZZ_RUNS=2000 tries 2,000 interleavings on each database.
const runs = fuzzRuns(12, 25)
const limitMs = 60_000 + runs * 2_000

/**
 * Random interleavings of commits, markers, waits, deletions and restorings, begun without awaiting the ones before.
 * A model of what was certain at each moment says what must match and what must not.
 */
const index = fc.nat({ max: 9 })
const address = fc.nat({ max: 2 })
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      by: fc.nat({ max: 1 }),
      to: address,
      /** The commit is held once its id is allotted, until the next release. */
      held: fc.boolean(),
      /** What follows begins after its commit, unless its writer is held. */
      awaited: fc.boolean(),
      /** It is not sent to other processes. */
      lost: fc.nat({ max: 3 }).map((chance) => chance === 0),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('marker' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      to: address,
      /** Counted from the last one that was read. */
      after: fc.option(fc.nat({ max: 4 }), { freq: 6 }),
      need: fc.integer({ min: 1, max: 2 }),
      order: fc.constantFrom('newest' as const, 'oldest' as const),
      /** Asks for a word of the text too, which no row has. */
      worded: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), which: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), which: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('time is up' as const), which: index }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** A smaller id becomes visible after a greater one, and a marker was read between the two commits. */
const outOfOrder = fc
  .tuple(fc.nat({ max: 1 }), address, address)
  .map(([by, to, other]): Step[] => [
    { do: 'send', by, to, held: true, awaited: false, lost: false },
    { do: 'send', by: 1 - by, to: other, held: false, awaited: true, lost: false },
    { do: 'marker' },
    { do: 'settle' },
    { do: 'wait', to, after: 0, need: 1, order: 'newest', worded: false },
  ])

/** Moments; infinity: not yet. */
type Mail = {
  to: number
  /** When its commit began, and when it was answered. */
  began: number
  kept: number
  id: number
  /** Each deletion and restoring, from its beginning to its end. */
  absences: { began: number; done: number; backBegan: number; backDone: number }[]
}
/** Between the two moments it was read. After a mail, that mail is not meant again. */
type Place = { text: string; began: number; done: number; behind?: number }
type Wait = {
  to: number
  need: number
  began: number
  after: Place | null
  timeout: number
  timeUp: number
  answer: Promise<{ ids: number[]; at: number }>
}

type Processes = { here: Database; there: Database; viewer: Viewer }

async function play(steps: Step[], { here, there, viewer }: Processes): Promise<void> {
  let moment = 0
  const tick = () => (moment += 1)
  const inbox = await waitingInbox(here, { viewer })
  const { teamId, events, request, waits } = inbox
  const isOneProcess = here === there
  const elsewhere = isOneProcess ? events : createEvents(fail)
  const gates = [createGate(), createGate()]
  const commits = new Map<number, number>()
  const begun = (ids: number[]) => ids.forEach((id) => commits.set(id, tick()))
  const writers = [
    createIntake({ db: gated(there, gates[0] as Gate, begun), events: elsewhere }),
    createIntake({ db: gated(here, gates[1] as Gate, begun), events }),
  ]
  const mails: Mail[] = []
  const lost = new Set<number>()
  const places: Place[] = []
  const open: Wait[] = []
  let answered = 0
  const pending = new Set<Promise<unknown>>()
  const start = (work: Promise<unknown>) => {
    const tracked = work.finally(() => pending.delete(tracked))
    pending.add(tracked)
  }
  if (!isOneProcess) {
    elsewhere.on('mailReceived', ({ mailId }) => {
      // In the same turn the sender learns its id.
      queueMicrotask(() => {
        if (!lost.has(mailId)) events.emit('mailsArrived', { teamId, ids: [mailId] })
      })
    })
  }

  async function send({
    by,
    to,
    held,
    awaited,
    lost: isLost,
  }: Extract<Step, { do: 'send' }>): Promise<void> {
    const gate = gates[by] as Gate
    if (held) gate.hold()
    const mail: Mail = { to, began: Infinity, kept: Infinity, id: 0, absences: [] }
    mails.push(mail)
    const recipient = `to-${to}@customer.test`
    const source = `To: ${recipient}\r\nSubject: x\r\n\r\na lantern\r\n`
    const caught = (writers[by] as (typeof writers)[number]).receive({
      teamId,
      envelope: { from: '', to: [recipient] },
      source: new Uint8Array(Buffer.from(source)),
      receivedAt: inbox.clock.time,
    })
    const keep = async () => {
      const { id } = await caught
      mail.id = id
      mail.began = commits.get(id) ?? 0
      mail.kept = tick()
      if (isLost) lost.add(id)
    }
    const kept = keep()
    start(kept)
    if (awaited && !gate.isHeld()) await kept
  }

  function wait({ to, after, need, order, worded }: Extract<Step, { do: 'wait' }>): void {
    const place =
      after === null ? null : (places.at(-1 - (after % Math.max(places.length, 1))) ?? null)
    const began = tick()
    const timeout = 10_000 + open.length
    const query = {
      to: `to-${to}@customer.test`,
      timeout,
      count: need,
      order: place ? order : ('newest' as const),
      ...(place && { after: place.text }),
      ...(worded && { q: 'body:lantern' }),
    }
    const answer = waits.wait(request(), query).then(
      ({ data, meta }) => {
        const found = [data].flat()
        // One can go on behind what was answered.
        const last = mails.find(({ id }) => encodesLast(meta.marker, id))
        if (last) {
          places.push({ text: meta.marker, began: last.began, done: last.kept, behind: last.id })
        }
        return { ids: found.map(({ id }) => id), at: tick() }
      },
      (error: unknown) => {
        if (!(error instanceof Refusal) || error.code !== 'no_mail') throw error
        return { ids: [], at: tick() }
      },
    )
    answer.catch(() => {}).finally(() => (answered += 1))
    open.push({ to, need, began, after: place, timeout, timeUp: Infinity, answer })
  }

  function timeUp(each: Wait): void {
    if (each.timeUp === Infinity) each.timeUp = tick()
    inbox.passTime(each.timeout)
  }

  async function take(each: Step): Promise<void> {
    if (each.do === 'send') await send(each)
    else if (each.do === 'wait') wait(each)
    else if (each.do === 'release') for (const gate of gates) gate.release()
    else if (each.do === 'settle') {
      for (const gate of gates) gate.release()
      await Promise.all(pending)
    } else if (each.do === 'marker') {
      const began = tick()
      const text = await inbox.marker()
      places.push({ text, began, done: tick() })
    } else if (each.do === 'time is up') {
      const chosen = open[each.which % Math.max(open.length, 1)]
      if (chosen) timeUp(chosen)
    } else {
      const kept = mails.filter((mail) => mail.kept < Infinity)
      const mail = kept[each.which % Math.max(kept.length, 1)]
      if (mail) start(each.do === 'delete' ? remove(mail) : restore(mail))
    }
  }

  async function remove(mail: Mail): Promise<void> {
    // One at a time of each mail: else it is not known which of two came last.
    if (mail.absences.some(({ backDone }) => backDone === Infinity)) return
    const absence = { began: tick(), done: Infinity, backBegan: Infinity, backDone: Infinity }
    mail.absences.push(absence)
    await inbox.delete(mail.id)
    absence.done = tick()
  }

  async function restore(mail: Mail): Promise<void> {
    const absence = mail.absences.at(-1)
    if (!absence || absence.done === Infinity || absence.backBegan < Infinity) return
    absence.backBegan = tick()
    await inbox.restore(mail.id)
    absence.backDone = tick()
  }

  const isMeant = (each: Wait, mail: Mail) => mail.to === each.to && mail.id !== each.after?.behind
  const isCertainlyKept = (mail: Mail, from: number, to: number) =>
    mail.kept < from && mail.absences.every(({ began, backDone }) => backDone < from || began > to)

  /** The mails that a wait had to find between two moments. */
  const certain = (each: Wait, from: number, to: number) =>
    mails.filter(
      (mail) =>
        isMeant(each, mail) &&
        (each.after === null || mail.began > each.after.done) &&
        isCertainlyKept(mail, from, to),
    )

  async function check(each: Wait): Promise<void> {
    const { ids, at } = await each.answer
    for (const id of ids) {
      const mail = mails.find((one) => one.id === id)
      expect(mail).toBeDefined()
      if (!mail) continue
      expect(isMeant(each, mail)).toBe(true)
      // The mail was caught before the marker.
      if (each.after) expect(mail.kept).toBeGreaterThan(each.after.began)
      const wasGone = mail.absences.some(
        ({ done, backBegan }) => done < each.began && backBegan > at,
      )
      expect(wasGone).toBe(false)
    }
    if (ids.length > 0) expect(ids).toHaveLength(each.need)
    else expect(certain(each, each.timeUp, at).length).toBeLessThan(each.need)
  }

  for (const each of steps) await take(each)
  await take({ do: 'settle' })
  while (pending.size > 0) await Promise.all(pending)
  // A wait is open a few steps after it is asked for. Until then it has no timer that could fire.
  while (waits.open() + answered < open.length) await new Promise(setImmediate)
  // Now nothing changes any more: what a wait is for, it has heard, or reads within two seconds of its beginning, which may
  // still be under way.
  const reading = setInterval(() => inbox.watchArrivals(), 10)
  try {
    const end = tick()
    for (const each of open) {
      if (each.timeUp === Infinity && certain(each, end, end).length >= each.need) {
        await soon(each.answer, `a wait from moment ${each.began}`)
      }
    }
  } finally {
    clearInterval(reading)
  }
  for (const each of open) timeUp(each)
  for (const each of open) await check(each)
  expect(waits.open()).toBe(0)
}

const encodesLast = (marker: string, id: number) => marker.endsWith(`.${id.toString(36)}`)

function fail(error: unknown): never {
  throw error
}

/** Rejects when it takes so long that it will not come: no passing run waits for the time. */
async function soon(work: Promise<unknown>, what: string): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`Not answered: ${what}`)), 20_000)
  await Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

type Gate = ReturnType<typeof createGate>

function createGate() {
  let held: PromiseWithResolvers<void> | null = null
  const release = () => {
    held?.resolve()
    held = null
  }
  return {
    hold(): void {
      release()
      held = Promise.withResolvers()
    },
    release,
    isHeld: () => held !== null,
    pass: async () => held?.promise,
  }
}

/** A store whose batches pass the gate with the ids that they were allotted before. */
const gated = (db: Database, gate: Gate, begun: (ids: number[]) => void): Database => ({
  ...db,
  write: async (batch) => {
    await gate.pass()
    begun(
      batch.flatMap((each) =>
        'insert' in each && each.insert === 'mails' ? each.rows.map(({ id }) => id) : [],
      ),
    )
    return db.write(batch)
  },
})

const interleavings = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: step.map((each) => [each]) },
      { weight: 1, arbitrary: outOfOrder },
    ),
    { minLength: 4, maxLength: 30, size: 'max' },
  )
  .map((parts) => parts.flat())

async function expectNoMiss(processes: Omit<Processes, 'viewer'>): Promise<void> {
  const viewer = createTestViewer()
  await fc.assert(
    fc.asyncProperty(interleavings, (steps) => play(steps, { ...processes, viewer })),
    // Each smaller case would take as long again to fail.
    { numRuns: runs, endOnFailure: true },
  )
}

describeEachDatabase('whatever happens at the same time, a wait', (open) => {
  test(
    'misses no mail and answers with none from before its marker',
    async () => {
      const db = await open()
      await expectNoMiss({ here: db, there: db })
    },
    limitMs,
  )
})

test(
  'nor does it with a second process, whose news may be lost, on Postgres',
  async () => {
    const url = await newPostgres()
    const log = pino({ level: 'silent' })
    const connect = () =>
      openDatabase({ dataDir: tmpdir(), databaseUrl: url, log, subscribers: [] })
    const [here, there] = [await connect(), await connect()]
    onTestFinished(async () => {
      await Promise.all([here.close(), there.close()])
    })
    await expectNoMiss({ here, there })
  },
  limitMs,
)
