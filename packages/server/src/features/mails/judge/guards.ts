import { limits, type Guard as GuardView, type GuardDemand } from '@mailstop/contract'
import { userIdOf, type TeamRequest } from '../../../actor.ts'
import type { Tx } from '../../../db/database.ts'
import { lockMails, lockTeam } from '../../../db/locks.ts'
import type { GuardRow } from '../../../db/schema.ts'
import { conflict, invalid, notFound } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Permit } from '../../teams/teams.ts'
import { createChangeTurns } from '../change/change-turns.ts'
import { termsOf } from '../find/mail-condition.ts'
import { exceptionMark, guardMark } from '../rows/mail-marks.ts'
import { changeMarks, listMarked, type MarkChange } from '../rows/mark-store.ts'
import { createDryRun } from './dry-run.ts'
import { createGuardJudge } from './guard-judge.ts'
import { asksForVerdict, type Guard } from './guard-rules.ts'
import { insertGuard, listGuardRows, removeGuard, renameMark, writeGuard } from './guard-store.ts'
import { beginJudging, forgetCounted } from './judging-store.ts'
import { readGuard, withInboxesOf } from './read-guard.ts'
import { createViolations, listMails } from './violations.ts'

export type GuardDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  permit: Permit
  /** Keys the hashes of what mails contain. */
  key: Uint8Array
}

type Given = { demand: GuardDemand; except: string | null; on: boolean }
type Change = { [Field in keyof Given]?: Given[Field] | undefined }

const marksAtOnce = 500
const exceptionsOfPage = 50

/** Demands of a team on its mail: what breaks them is marked after it was caught (`judging.ts`). */
export type Guards = ReturnType<typeof createGuards>

export function createGuards(deps: GuardDeps) {
  const { db, events, permit, now } = deps
  const inTurn = createChangeTurns()

  async function guardsOf(teamId: number): Promise<Guard[]> {
    const rows = await listGuardRows(db.sql, teamId)
    const guards = rows
      .filter(({ on_at }) => on_at !== null)
      // A search that is not understood any more marks nothing.
      .flatMap((row) => readGuard(row, now()).guard ?? [])
    return Promise.all(guards.map((guard) => withInboxesOf(db.sql, teamId, guard)))
  }
  const judge = createGuardJudge({ ...deps, guardsOf })

  async function list(request: TeamRequest<'read_mail'>): Promise<GuardView[]> {
    await permit(db.sql, request)
    return (await listGuardRows(db.sql, request.teamId)).map(view)
  }

  const create = (request: TeamRequest<'change_mail'>, given: Given & { name: string }) =>
    changing(request, async (tx, rows) => {
      const team_id = request.teamId
      const row = { team_id, name: given.name, created_at: now(), ...columnsOf(given) }
      if (rows.some(({ name }) => name === given.name)) {
        throw invalid({ name: ['There is a guard of this name already.'] })
      }
      requireRoom([...rows, { ...row, id: 0 }])
      return view(await insertGuard(tx, row))
    })

  const update = (request: TeamRequest<'change_mail'>, id: number, change: Change) =>
    changing(request, async (tx, rows) => {
      const row = required(rows, id)
      const { demand, except = row.except, on = row.on_at !== null } = change
      const given = { demand: demand ?? (JSON.parse(row.demand) as GuardDemand), except, on }
      const changed = { ...row, ...columnsOf(given) }
      requireRoom(rows.map((one) => (one === row ? changed : one)))
      await writeGuard(tx, changed)
      return view(changed)
    })

  async function remove(request: TeamRequest<'change_mail'>, id: number): Promise<void> {
    const { name } = await changing(request, async (tx, rows) => {
      const row = required(rows, id)
      // It is off first: a process that is killed meanwhile leaves a guard that can be removed again, with its marks.
      await writeGuard(tx, { ...row, on_at: null })
      return row
    })
    for (const key of [guardMark(name), exceptionMark(name)]) {
      for (;;) {
        const ids = await listMarked(db.longReads, request.teamId, key, { limit: marksAtOnce })
        if (ids.length === 0) break
        const changes = new Map(ids.map((mail) => [mail, { remove: [key] }] as const))
        await mark(request, changes)
      }
    }
    await changing(request, async (tx) => removeGuard(tx, id))
  }

  /** Says that a marked mail is right, or takes that back. */
  async function except(
    request: TeamRequest<'change_mail'>,
    id: number,
    { mail, isRight }: { mail: number; isRight: boolean },
  ): Promise<void> {
    await permit(db.sql, request)
    const { name } = required(await listGuardRows(db.sql, request.teamId), id)
    const [from, to] = isRight
      ? [guardMark(name), exceptionMark(name)]
      : [exceptionMark(name), guardMark(name)]
    const { teamId } = request
    await mark(request, new Map([[mail, {}]]), async (tx) => {
      // A guard that is removed meanwhile loses all of its marks.
      await lockTeam(tx, teamId)
      required(await listGuardRows(tx, teamId), id)
      await lockMails(tx, [mail])
      if (!(await renameMark(tx, { teamId, mail, from, to }))) throw notFound()
    })
  }

  async function exceptions(request: TeamRequest<'read_mail'>, id: number, below?: number) {
    const { teamId } = request
    await permit(db.sql, request)
    const { name } = required(await listGuardRows(db.sql, teamId), id)
    const ids = await listMarked(db.sql, teamId, exceptionMark(name), {
      limit: exceptionsOfPage,
      below,
    })
    const isMore = ids.length === exceptionsOfPage
    return {
      data: await listMails(db.sql, teamId, ids),
      meta: { next_cursor: isMore ? String(ids.at(-1)) : null },
    }
  }

  async function mark(
    { actor, teamId }: TeamRequest,
    changes: ReadonlyMap<number, MarkChange>,
    require: (tx: Tx) => Promise<void> = async () => {},
  ): Promise<void> {
    await inTurn(() =>
      db.transaction(async (tx, afterCommit) => {
        await require(tx)
        const ids = await changeMarks(tx, teamId, changes)
        afterCommit(() => {
          events.emit('inboxOutdated', { teamId, userId: userIdOf(actor) })
          events.emit('mailsChanged', { teamId, what: 'marks', ids })
        })
      }),
    )
  }

  /** The lock makes concurrent requests count each other's guards. */
  async function changing<Result>(
    request: TeamRequest<'change_mail'>,
    work: (tx: Tx, rows: GuardRow[]) => Promise<Result>,
  ): Promise<Result> {
    const { actor, teamId } = request
    await permit(db.sql, request)
    return inTurn(() =>
      db.transaction(async (tx, afterCommit) => {
        await lockTeam(tx, teamId)
        await permit(tx, request)
        const result = await work(tx, await listGuardRows(tx, teamId))
        await beginJudging(tx, teamId, now())
        const event = { teamId, userId: userIdOf(actor), part: 'guards' as const }
        afterCommit(() => events.emit('teamOutdated', event))
        return result
      }),
    )
  }

  const columnsOf = ({ demand, except: search, on }: Given) => ({
    demand: JSON.stringify(demand),
    except: search,
    on_at: on ? now() : null,
  })

  function requireRoom(rows: GuardRow[]): void {
    if (rows.length > limits.guardsPerTeam) {
      throw conflict(`A team can have at most ${limits.guardsPerTeam} guards. Remove one first.`)
    }
    let terms = 0
    for (const row of rows) {
      const { guard, problems } = readGuard(row, now())
      if (guard === null) throw invalid(problems)
      for (const search of [guard.search, guard.must, guard.except]) {
        terms += search ? termsOf(search) : 0
      }
    }
    if (terms > limits.guardTerms) {
      throw conflict(`All guards together can have at most ${limits.guardTerms} words.`)
    }
  }

  return {
    list,
    create,
    update,
    remove,
    except,
    exceptions,
    violations: createViolations(deps),
    tryOut: createDryRun({ ...deps, judgeAll: judge.judgeAll }),
    judge: judge.judge,
    /** Whether a guard that is on asks for the verdict of the check. */
    asksForVerdicts: async (teamId: number) => (await guardsOf(teamId)).some(asksForVerdict),
    /** The mail of the team is judged from now on, also without a guard. The caller holds the team. */
    beginJudging: (tx: Tx, teamId: number) => beginJudging(tx, teamId, now()),
    removeOld: () => forgetCounted(db.sql, now() - limits.guardWindowMinutes * 60_000),
    rest: judge.rest,
    stop: judge.stop,
  }
}

function required(rows: GuardRow[], id: number): GuardRow {
  const row = rows.find((one) => one.id === id)
  if (!row) throw notFound()
  return row
}

const view = ({ id, name, demand, except, on_at, created_at }: GuardRow): GuardView => ({
  id,
  name,
  on: on_at !== null,
  demand: JSON.parse(demand) as GuardDemand,
  except,
  created_at: new Date(created_at).toISOString(),
})
