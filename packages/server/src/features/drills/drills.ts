import { limits, type Drill, type DrillReport, type ReportedDrill } from '@mailstop/contract'
import type { TeamRequest } from '../../actor.ts'
import { lockOwner } from '../../db/locks.ts'
import { isDamage } from '../../db/store-files/damage.ts'
import { conflict, notFound } from '../../errors.ts'
import { createSoon, type SoonDeps } from '../../lib/process/soon.ts'
import { keepNewest } from '../../lib/shares/newest-kept.ts'
import { createPlaces } from '../../lib/shares/places.ts'
import { servedClient } from '../../lib/shares/served-client.ts'
import type { OfferedContent } from '../../mime/offered-content.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import type { Scenarios } from '../scenarios/scenarios.ts'
import type { Permit } from '../teams/teams.ts'
import { storedAttempt, type DrillAttempt } from './drill-attempt.ts'
import { createDrillNotes, mostCharacters, runNamed, type Gap } from './drill-notes.ts'
import * as store from './drill-store.ts'
import { verdictOf } from './drill-verdict.ts'

/** Drills: a scenario for some minutes, and a report on what the app did. */
export type Drills = ReturnType<typeof createDrills>

type DrillsDeps = Pick<FeatureDeps, 'db' | 'events' | 'now' | 'publicUrl'> & {
  permit: Permit
  scenarios: Pick<Scenarios, 'start' | 'endRun' | 'whenActed' | 'whenStopped' | 'inboxesOf'>
  describe: (source: Uint8Array) => OfferedContent
  /** Connections of a team that wait on purpose. */
  delayedOf: (teamId: number) => number
} & SoonDeps

type Start = Parameters<Scenarios['start']>[2] & {
  scenario: string
  watch_seconds: number
  header?: string | null | undefined
}
type Row = store.DrillRow
const beatMs = 3_000
/** Mail is looked for so often, since a limit of its inbox may remove it before the report. */
const lookMs = 20_000
/** A process that looks at a drill no more for so long may have been killed. */
const gapMs = 15_000
/** Few, since their sources are in memory together. */
const mailsAtOnce = 8
/** Requests that wait for the end of a drill: of all, and of each person. */
const waits = { most: 200, each: 20 }
/** A person has few drills at a time, so that nobody takes all places. */
const mostReports = 5 * limits.drillsAtOnce
/** People who look at a drill that runs share a report, which is no older. */
const reportMs = 2_000
/** One that is dear is made again later: it takes a tenth of the time. */
const restOf = 9

export function createDrills(deps: DrillsDeps) {
  const { db, events, permit, publicUrl, scenarios, describe, delayedOf } = deps
  const { now, later, onError } = deps
  const beating = createSoon(beat, beatMs, deps)
  const notes = createDrillNotes({ ...deps, noticed: () => beating.ask() })
  const waiting = createPlaces(waits)
  const reports = new Map<number, { until: number; report: Promise<DrillReport> }>()

  scenarios.whenStopped((run) => store.writeStopped(db.sql, run, now()))

  /** Says that drills are looked at, notes the times in which they were not, and ends those that are due. */
  async function beat(): Promise<void> {
    try {
      if (notes.areUnwritten()) await notes.write().catch(onError)
      const rows = await store.runningDrills(db.sql)
      const noted: Row[] = []
      for (const row of rows) {
        const one = withGap(row)
        noted.push(one)
        const { gaps } = notes.runOf(row.run)
        const written = gaps.length
        if (one.gaps !== row.gaps) {
          await store.changeDrill(db.sql, row.id, { gaps: one.gaps })
          gaps.splice(0, written)
        }
      }
      if (rows.length > 0) await finishDue(noted)
      if (rows.some(({ reported_at }) => now() < reported_at)) beating.ask()
    } catch (error) {
      beating.ask()
      throw error
    }
  }

  let lookedAt = -Infinity

  /** A report may take long, which is no gap of other drills. */
  async function finishDue(rows: Row[]): Promise<void> {
    let aliveAt = -Infinity
    const alive = async () => {
      if (now() - aliveAt < beatMs) return
      aliveAt = now()
      await store.writeAlive(db.sql, aliveAt)
    }
    await alive()
    const isLooking = now() - lookedAt >= lookMs
    if (isLooking) lookedAt = now()
    for (const row of rows) {
      if (now() < row.reported_at) {
        if (isLooking) await findStored(row, alive).catch(onError)
        continue
      }
      await finish(row, alive).catch((error: unknown) => {
        onError(error)
        beating.ask()
      })
      await alive()
    }
  }

  function withGap(row: Row): Row {
    const to = Math.min(now(), row.reported_at)
    const gaps = [...(JSON.parse(row.gaps) as Gap[]), ...notes.runOf(row.run).gaps]
    if (to - row.alive_at > gapMs) gaps.push({ from: row.alive_at, to })
    return { ...row, alive_at: now(), gaps: JSON.stringify(gaps.slice(-100)) }
  }

  async function finish(row: Row, alive?: () => Promise<void>): Promise<DrillReport> {
    const report = await reportOf(row, alive)
    const { id, ends_at, reported_at } = row
    const columns = { ends_at, reported_at, report: JSON.stringify(report) }
    const isOurs = await store.changeDrill(db.sql, id, columns)
    await store.removeAttempts(db.sql, row.run)
    notes.forget(row.run)
    reports.delete(row.id)
    if (isOurs) {
      events.emit('teamOutdated', { teamId: row.team_id, userId: null, part: 'drills' })
      events.emit('happened', {
        teamId: row.team_id,
        event: 'drill.ended',
        data: {
          drill: String(row.id),
          scenario: row.name,
          inbox: (await inboxNames(row.team_id)).get(row.inbox_id) ?? '',
          result: report.sentence,
          url: new URL(`team/failures/drills/${id}?team=${row.team_id}`, publicUrl).href,
        },
      })
    }
    return report
  }

  /** What is known now. */
  async function reportOf(row: Row, alive?: () => Promise<void>): Promise<DrillReport> {
    if (row.report !== null) return JSON.parse(row.report) as DrillReport
    await notes.write()
    await findStored(row, alive)
    await alive?.()
    const run = notes.runOf(row.run)
    const most = { attempts: limits.drillAttempts, characters: 2 * mostCharacters }
    const { attempts, isCut } = await store.listAttempts(db.sql, row.run, most)
    return verdictOf({
      attempts,
      startedAt: row.started_at,
      endedAt: Math.min(row.ends_at, now()),
      watchedUntil: Math.min(row.reported_at, now()),
      gaps: [...(JSON.parse(row.gaps) as Gap[]), ...run.gaps],
      leftOpen: delayedOf(row.team_id),
      isOver: now() >= row.reported_at,
      isCut: isCut || run.isFull || attempts.length >= limits.drillAttempts,
    })
  }

  /** A report of a drill that runs reads all of its attempts, and is asked for again and again. */
  function recentReport(row: Row): Promise<DrillReport> {
    if (row.report !== null) return reportOf(row)
    const known = reports.get(row.id)
    if (known && now() < known.until) return known.report
    const began = now()
    const report = reportOf(row)
    const made = { until: Infinity, report }
    keepNewest(reports, row.id, made, mostReports)
    report.then(
      () => (made.until = now() + Math.max(reportMs, (now() - began) * restOf)),
      () => reports.delete(row.id),
    )
    return report
  }

  /** Adds the mails of the inbox, some at a time, as each is read. */
  async function findStored(row: Row, alive?: () => Promise<void>): Promise<void> {
    const run = notes.runOf(row.run)
    let after = 0
    for (let known = 0; known < limits.drillAttempts; known += mailsAtOnce) {
      const place = { after, limit: mailsAtOnce }
      const found = await store.unknownMails(db.sql, db.sources, row, place)
      const attempts: DrillAttempt[] = []
      // One source at a time: each may be as large as a mail can be.
      for (const { mail, read } of found) {
        if (run.isFull) break
        const content = await read().then(describe, nullIfDamaged)
        const attempt = storedAttempt(mail, content, row.header)
        notes.count(run, attempt)
        attempts.push(attempt)
      }
      await store.insertAttempts(
        db.sql,
        attempts.map((attempt) => ({ run: row.run, attempt })),
      )
      if (run.isFull || found.length < mailsAtOnce) return
      await alive?.()
      after = found.at(-1)?.mail.id ?? after
    }
  }

  async function start(
    request: TeamRequest<'manage_inboxes'>,
    { scenario, watch_seconds, header = null, ...given }: Start,
  ): Promise<Drill> {
    const { teamId } = request
    const run = runNamed(header)
    const made: { row?: Row } = {}
    await scenarios.start(request, scenario, {
      ...given,
      run,
      first: (tx) => lockOwner(tx, teamId),
      async also(tx, { inbox_id, name, steps, started_at, ends_at }) {
        requireRoom(await store.drillsOfOwner(tx, teamId))
        await store.removeBeyond(tx, teamId, limits.drillsPerTeam - 1)
        const what = { team_id: teamId, inbox_id, run, name, steps, header, report: null }
        const reported_at = ends_at + watch_seconds * 1_000
        const times = { started_at, ends_at, reported_at, alive_at: now(), gaps: '[]' }
        made.row = await store.insertDrill(tx, { ...what, ...times })
      },
    })
    events.emit('teamOutdated', { teamId, userId: null, part: 'drills' })
    beating.ask()
    if (!made.row) throw notFound()
    return view(made.row, await inboxNames(teamId))
  }

  function requireRoom(running: Row[]): void {
    const most = limits.drillsAtOnce
    if (running.length >= most) {
      throw conflict(
        `The teams of one person have at most ${most} drills at a time. End one first.`,
      )
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
    const leave = row.report === null && waitSeconds > 0 ? waiting.take(user) : null
    if (leave) {
      try {
        while (row.report === null && now() < until && !signal?.aborted) {
          await new Promise<void>((resolve) => later(resolve, 1_000))
          row = await required(request.teamId, id)
        }
      } finally {
        leave()
      }
      await permit(db.sql, request)
    }
    return reported(row)
  }

  async function list(request: TeamRequest<'read_mail'>): Promise<Drill[]> {
    await permit(db.sql, request)
    const rows = await store.listDrillRows(db.sql, request.teamId, limits.drillsPerTeam)
    const inboxes = await inboxNames(request.teamId)
    return rows.map((row) => view(row, inboxes))
  }

  async function required(teamId: number, id: number): Promise<Row> {
    const row = await store.findDrill(db.sql, teamId, id)
    if (!row) throw notFound()
    return row
  }

  const inboxNames = async (teamId: number) =>
    new Map((await scenarios.inboxesOf(teamId)).map(({ id, name }) => [id, name]))

  async function reported(row: Row): Promise<ReportedDrill> {
    const inboxes = await inboxNames(row.team_id)
    const report = await recentReport(row)
    if (row.report !== null) return { ...view(row, inboxes), report }
    // Its attempts are removed when it ends.
    const known = await required(row.team_id, row.id)
    if (known.report === null) return { ...view(row, inboxes), report }
    return { ...view(known, inboxes), report: await reportOf(known) }
  }

  const view = (row: Row, inboxes: ReadonlyMap<number, string>): Drill => ({
    id: row.id,
    inbox: { id: row.inbox_id, name: inboxes.get(row.inbox_id) ?? '' },
    name: row.name,
    steps: JSON.parse(row.steps) as Drill['steps'],
    state: row.report !== null ? 'ended' : now() < row.ends_at ? 'failing' : 'watching',
    started_at: new Date(row.started_at).toISOString(),
    ends_at: new Date(row.ends_at).toISOString(),
    reported_at: new Date(row.reported_at).toISOString(),
    result: store.sentenceIn(row.report),
  })

  return {
    start,
    end,
    get,
    list,
    /** Takes up drills that ran when the last process ended, so that they miss no more than its absence. */
    takeUp: beating.ask,
    /** Goes on with drills of a process that has ended, too. */
    removeOld: async () => {
      await store.removeBefore(db.sql, now() - limits.drillDays * 86_400_000)
      beating.ask()
    },
    async idle(): Promise<void> {
      await beating.stop()
      await notes.write().catch(onError)
    },
  }
}

function nullIfDamaged(error: unknown): null {
  if (isDamage(error)) return null
  throw error
}
