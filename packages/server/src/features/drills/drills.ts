import { randomUUID } from 'node:crypto'
import {
  limits,
  tagKey,
  type Drill,
  type DrillReport,
  type ReportedDrill,
} from '@mailstop/contract'
import type { TeamRequest } from '../../actor.ts'
import { lockTeam } from '../../db/locks.ts'
import { conflict, notFound } from '../../errors.ts'
import { firstInbox } from '../../lib/first-inbox.ts'
import { createCrowds } from '../../lib/shares/crowds.ts'
import { keepNewest } from '../../lib/shares/newest-kept.ts'
import { servedClient } from '../../lib/shares/served-client.ts'
import type { LabContent } from '../../smtp/lab/lab-steps.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { drillRun, type Scenarios } from '../scenarios/scenarios.ts'
import type { Permit } from '../teams/teams.ts'
import { attemptOf, identitiesOf, type DrillAttempt } from './drill-attempt.ts'
import * as store from './drill-store.ts'
import { verdictOf } from './drill-verdict.ts'

/** Drills: a scenario for some minutes, and a report on what the app did. */
export type Drills = ReturnType<typeof createDrills>

type DrillsDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  permit: Permit
  scenarios: Pick<Scenarios, 'start' | 'endRun' | 'whenActed' | 'whenStopped' | 'inboxesOf'>
  describe: (source: Uint8Array) => LabContent
  /** Connections of a team that wait on purpose. */
  delayedOf: (teamId: number) => number
  later: (work: () => void, ms: number) => () => void
  onError: (error: unknown) => void
}

type Start = Parameters<Scenarios['start']>[2] & {
  scenario: string
  watch_seconds: number
  header?: string | undefined
}
type Row = store.DrillRow
type Gap = { from: number; to: number }
type Run = { header: string | null; count: number; characters: number; isFull: boolean }

const beatMs = 3_000
/** A process that looks at a drill no more for so long may have been killed. */
const gapMs = 15_000
const writeTogetherMs = 250
/** Few, since their sources are in memory together. */
const mailsAtOnce = 8
const mostWaiting = 200
const mostWaitingOfPerson = 20
const mostRuns = 10_000
/** What one process notes of a drill, about; the rest is cut. */
const mostCharacters = 20 * 1024 * 1024
/** A report names up to 200 mails. */
const mostReports = 20
/** People who look at a drill that runs share a report, which is no older. */
const reportMs = 2_000

export function createDrills(deps: DrillsDeps) {
  const { db, events, permit, scenarios, describe, delayedOf, now, later, onError } = deps
  /** The drills that run: the field that names their mails, and how much this process has noted of each. */
  const runs = new Map<string, Run>()
  let added: store.NewAttempt[] = []
  let cancelWriting: (() => void) | null = null
  let cancelBeat: (() => void) | null = null
  let working: Promise<unknown> = Promise.resolve()
  let writing: Promise<unknown> = Promise.resolve()
  const waiting = createCrowds<object>()
  let waitingNow = 0
  const reports = new Map<number, { at: number; report: Promise<DrillReport> }>()

  scenarios.whenActed((event) => {
    if (!event.run.startsWith(drillRun)) return
    const run = runOf(event.run)
    if (run.isFull) return
    const attempt = attemptOf(event, now(), run.header)
    if (attempt === null) return
    run.count += 1
    run.characters += sizeOf(attempt)
    run.isFull = run.count >= limits.drillAttempts || run.characters >= mostCharacters
    added.push({ run: event.run, attempt })
    cancelWriting ??= later(() => void write().catch(onError), writeTogetherMs)
    beatSoon()
  })

  scenarios.whenStopped((run) => store.writeStopped(db.sql, run, now()))

  function runOf(name: string, header?: string | null): Run {
    const known = runs.get(name) ?? { header: null, count: 0, characters: 0, isFull: false }
    if (header !== undefined) known.header = header
    keepNewest(runs, name, known, mostRuns)
    return known
  }

  /** Resolves when all is written that was noted so far, also by one under way. */
  function write(): Promise<void> {
    cancelWriting?.()
    cancelWriting = null
    const done = writing.then(writeAdded)
    writing = done.catch(() => {})
    return done
  }

  async function writeAdded(): Promise<void> {
    const taken = added
    added = []
    if (taken.length > 0) await store.insertAttempts(db.sql, taken)
  }

  function beatSoon(): void {
    cancelBeat ??= later(() => {
      cancelBeat = null
      working = working.then(beat).catch(onError)
    }, beatMs)
  }

  /** Says that drills are looked at, notes the times in which they were not, and ends those that are due. */
  async function beat(): Promise<void> {
    const rows = await store.runningDrills(db.sql)
    for (const row of rows) {
      runOf(row.run, row.header)
      const noted = withGap(row)
      if (now() >= row.reported_at) await finish(noted)
      else if (noted.gaps !== row.gaps) await store.writeGaps(db.sql, noted)
    }
    if (rows.length > 0) await store.writeAlive(db.sql, now())
    if (rows.some(({ reported_at }) => now() < reported_at)) beatSoon()
  }

  function withGap(row: Row): Row {
    const to = Math.min(now(), row.reported_at)
    const gaps = JSON.parse(row.gaps) as Gap[]
    if (to - row.alive_at > gapMs) gaps.push({ from: row.alive_at, to })
    return { ...row, alive_at: now(), gaps: JSON.stringify(gaps.slice(-100)) }
  }

  async function finish(row: Row): Promise<DrillReport> {
    const report = await reportOf(row)
    const isOurs = await store.writeReport(db.sql, { ...row, report: JSON.stringify(report) })
    await store.removeAttempts(db.sql, row.run)
    runs.delete(row.run)
    reports.delete(row.id)
    if (isOurs) {
      events.emit('teamOutdated', { teamId: row.team_id, userId: null, part: 'drills' })
      events.emit('happened', {
        teamId: row.team_id,
        event: 'drill.ended',
        data: {
          drill: String(row.id),
          scenario: row.name,
          inbox: (await names(row.team_id)).get(row.inbox_id) ?? '',
          result: report.sentence,
        },
      })
    }
    return report
  }

  /** What is known now. */
  async function reportOf(row: Row): Promise<DrillReport> {
    if (row.report !== null) return JSON.parse(row.report) as DrillReport
    await write()
    await findStored(row)
    const attempts = await store.listAttempts(db.sql, row.run, limits.drillAttempts + 1)
    return verdictOf({
      attempts: attempts.slice(0, limits.drillAttempts),
      startedAt: row.started_at,
      endedAt: Math.min(row.ends_at, now()),
      watchedUntil: Math.min(row.reported_at, now()),
      gaps: JSON.parse(row.gaps) as Gap[],
      leftOpen: delayedOf(row.team_id),
      isOver: now() >= row.reported_at,
      isCut: runs.get(row.run)?.isFull === true || attempts.length > limits.drillAttempts,
    })
  }

  /** A report of a drill that runs reads all of its attempts, and is asked for again and again. */
  function recentReport(row: Row): Promise<DrillReport> {
    if (row.report !== null) return reportOf(row)
    const known = reports.get(row.id)
    if (known && now() - known.at < reportMs) return known.report
    const report = reportOf(row)
    keepNewest(reports, row.id, { at: now(), report }, mostReports)
    report.catch(() => reports.delete(row.id))
    return report
  }

  /** Adds the mails of the inbox, some at a time, as each is read. */
  async function findStored(row: Row): Promise<void> {
    let after = 0
    for (let known = 0; known < limits.drillAttempts; known += mailsAtOnce) {
      const place = { after, limit: mailsAtOnce }
      const found = await store.unknownMails(db.sql, db.sources, row, place)
      const attempts: DrillAttempt[] = []
      // One source at a time: each may be as large as a mail can be.
      for (const each of found) attempts.push(await storedAttempt(each, row.header))
      await store.insertAttempts(
        db.sql,
        attempts.map((attempt) => ({ run: row.run, attempt })),
      )
      if (found.length < mailsAtOnce) return
      after = found.at(-1)?.mail.id ?? after
    }
  }

  async function storedAttempt(
    { mail, read }: Awaited<ReturnType<typeof store.unknownMails>>[number],
    header: string | null,
  ): Promise<DrillAttempt> {
    const content = describe(await read())
    const envelope = { sender: mail.sender, recipients: JSON.parse(mail.recipients) as string[] }
    return {
      ...envelope,
      at: mail.at,
      point: 'end',
      outcome: 'stored',
      isAcknowledged: true,
      transaction: null,
      identities: identitiesOf(content, envelope, header),
      subject: content.subject.slice(0, 300),
      reply: null,
      excerpt: null,
      mailId: mail.id,
    }
  }

  async function start(
    request: TeamRequest<'manage_inboxes'>,
    { scenario, watch_seconds, header, ...given }: Start,
  ): Promise<Drill> {
    const { teamId } = request
    const run = `${drillRun}${randomUUID()}`
    await requireNone(request, given.inbox)
    runOf(run, header ?? null)
    const { inbox, name, steps, started_at, ends_at } = await scenarios.start(request, scenario, {
      ...given,
      run,
    })
    const times = { started_at: Date.parse(started_at), ends_at: Date.parse(ends_at) }
    const row = await db.transaction(async (tx) => {
      await lockTeam(tx, teamId)
      await permit(tx, request)
      await store.removeBeyond(tx, teamId, limits.drillsPerTeam - 1)
      return store.insertDrill(tx, {
        ...times,
        team_id: teamId,
        inbox_id: inbox.id,
        run,
        name,
        steps: JSON.stringify(steps),
        header: header ?? null,
        reported_at: times.ends_at + watch_seconds * 1_000,
        alive_at: now(),
        gaps: '[]',
        report: null,
      })
    })
    events.emit('teamOutdated', { teamId, userId: null, part: 'drills' })
    beatSoon()
    return view(row, inbox)
  }

  /** One that still waits for retries would count the mail of both. */
  async function requireNone(
    { teamId }: TeamRequest<'manage_inboxes'>,
    name?: string,
  ): Promise<void> {
    const key = name === undefined ? null : tagKey(name)
    const known = await scenarios.inboxesOf(teamId)
    const inbox = key === null ? firstInbox : known.find((one) => one.name_key === key)?.id
    if (inbox === undefined) return
    const [running] = await store.runningDrills(db.sql, { teamId, inbox })
    if (running) {
      throw conflict(`Drill ${running.id} runs in this inbox. End it first, or take another inbox.`)
    }
  }

  const endedNow = (row: Row): Row => ({
    ...row,
    ends_at: Math.min(row.ends_at, now()),
    reported_at: Math.min(row.reported_at, now()),
  })

  async function end(request: TeamRequest<'manage_inboxes'>, id: number): Promise<ReportedDrill> {
    await permit(db.sql, request)
    const row = await required(request.teamId, id)
    if (row.report === null) {
      if (now() < row.ends_at) await scenarios.endRun(request, row.run)
      await finish(withGap(endedNow(row)))
    }
    return reported(await required(request.teamId, id))
  }

  /** `waitSeconds`: answers when it has ended, or after so long. */
  async function get(
    request: TeamRequest<'read_mail'>,
    id: number,
    waitSeconds = 0,
  ): Promise<ReportedDrill> {
    await permit(db.sql, request)
    const until = now() + waitSeconds * 1_000
    let row = await required(request.teamId, id)
    const { user, signal } = servedClient()
    const hasPlace = waitingNow < mostWaiting && waiting.sizeOf(user) < mostWaitingOfPerson
    if (row.report === null && waitSeconds > 0 && hasPlace) {
      const place = {}
      waitingNow += 1
      waiting.add(user, place)
      try {
        while (row.report === null && now() < until && !signal?.aborted) {
          await new Promise<void>((resolve) => later(resolve, 1_000))
          row = await required(request.teamId, id)
        }
      } finally {
        waitingNow -= 1
        waiting.remove(user, place)
      }
      await permit(db.sql, request)
    }
    return reported(row)
  }

  async function list(request: TeamRequest<'read_mail'>): Promise<Drill[]> {
    await permit(db.sql, request)
    const rows = await store.listDrillRows(db.sql, request.teamId, limits.drillsPerTeam)
    const inboxes = await names(request.teamId)
    return rows.map((row) => view(row, { id: row.inbox_id, name: inboxes.get(row.inbox_id) ?? '' }))
  }

  async function required(teamId: number, id: number): Promise<Row> {
    const row = await store.findDrill(db.sql, teamId, id)
    if (!row) throw notFound()
    return row
  }

  const names = async (teamId: number) =>
    new Map((await scenarios.inboxesOf(teamId)).map(({ id, name }) => [id, name]))

  async function reported(row: Row): Promise<ReportedDrill> {
    const inbox = { id: row.inbox_id, name: (await names(row.team_id)).get(row.inbox_id) ?? '' }
    return { ...view(row, inbox), report: await recentReport(row) }
  }

  const view = (row: Row, inbox: Drill['inbox']): Drill => ({
    id: row.id,
    inbox,
    name: row.name,
    steps: JSON.parse(row.steps) as Drill['steps'],
    state: row.report !== null ? 'ended' : now() < row.ends_at ? 'failing' : 'watching',
    started_at: new Date(row.started_at).toISOString(),
    ends_at: new Date(row.ends_at).toISOString(),
    reported_at: new Date(row.reported_at).toISOString(),
  })

  return {
    start,
    end,
    get,
    list,
    /** Takes up drills that ran when the last process ended, so that they miss no more than its absence. */
    takeUp: beatSoon,
    /** Goes on with drills of a process that has ended, too. */
    removeOld: async () => {
      await store.removeBefore(db.sql, now() - limits.drillDays * 86_400_000)
      beatSoon()
    },
    async idle(): Promise<void> {
      cancelBeat?.()
      cancelBeat = null
      await working
      await write().catch(onError)
    },
  }
}

/** Characters of a row, about. */
const sizeOf = ({ recipients, subject, reply, excerpt }: DrillAttempt): number =>
  [...recipients, subject, reply, excerpt].reduce((sum, text) => sum + (text?.length ?? 0), 400)
