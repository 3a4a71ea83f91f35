import type { Database } from '../../../db/database.ts'
import { isDamage } from '../../../db/store-files/damage.ts'
import { createThreadPool, TaskAborted } from '../../../lib/process/thread-pool.ts'
import { inGroups } from '../../../lib/shares/in-groups.ts'
import { guardMark, type Mark } from '../rows/mail-marks.ts'
import { listSources } from '../rows/mail-ids-store.ts'
import { createCount, readsContents, type CountedMail, type Guard } from './guard-rules.ts'
import { listGuardRows } from './guard-store.ts'
import type { MailToJudge, Verdict } from './guard-worker.ts'
import type * as tasks from './guard-worker.ts'
import type { Judge, JudgedMail } from './judging.ts'
import { addCounted, findCounted } from './judging-store.ts'

/** One thread: people who open mail, and mail that is caught, have the others. */
const limits = { threads: 1, cpuMs: 4_000, memoryMb: 256 }
/** One task has no more; a larger mail is one of its own. */
const mostOfTask = { items: 50, cost: 1024 * 1024 }

type MayGoOn = () => boolean | Promise<boolean>

type Deps = {
  db: Database
  key: Uint8Array
  /** The guards that are on. */
  guardsOf: (teamId: number) => Promise<Guard[]>
}

/** Judges mail by the guards of its team, in a thread. */
export function createGuardJudge({ db, key, guardsOf }: Deps) {
  const pool = createThreadPool<typeof tasks>({
    module: new URL('./guard-worker.ts', import.meta.url),
    ...limits,
  })

  /** It asks between tasks whether it may go on, and leaves out the mails behind those that it came to. */
  async function judgeAll(
    guards: Guard[],
    rows: JudgedMail[],
    mayGoOn: MayGoOn,
  ): Promise<Map<number, Verdict>> {
    const reads = guards.some(readsContents)
    const verdicts = new Map<number, Verdict>()
    for (const group of inGroups(rows, mostOfTask, ({ size }) => (reads ? size : 0))) {
      if (verdicts.size > 0 && !(await mayGoOn())) break
      const mails = reads ? await withSources(group) : group.map((row) => ({ row, source: null }))
      const judged = await judgeThese(guards, mails, mayGoOn)
      for (const [at, verdict] of judged.entries()) {
        const id = mails[at]?.row.id
        if (id !== undefined) verdicts.set(id, verdict)
      }
      if (judged.length < mails.length) break
    }
    return verdicts
  }

  /** A mail that is too complex is judged by its row alone, and holds up no other. */
  async function judgeThese(
    guards: Guard[],
    mails: MailToJudge[],
    mayGoOn: MayGoOn,
  ): Promise<Verdict[]> {
    try {
      return await pool.run('judge', guards, mails, key)
    } catch (error) {
      const isAtFault =
        error instanceof TaskAborted && (error.reason === 'timeout' || error.reason === 'crash')
      const [only, ...others] = mails
      if (!isAtFault || !only || (others.length === 0 && only.source === null)) throw error
      const each: Verdict[] = []
      for (const mail of others.length === 0 ? [{ ...only, source: null }] : mails) {
        if (each.length > 0 && !(await mayGoOn())) break
        each.push(...(await judgeThese(guards, [mail], mayGoOn)))
      }
      return each
    }
  }

  async function withSources(rows: JudgedMail[]): Promise<MailToJudge[]> {
    const stored = await listSources(
      db,
      rows.map(({ id }) => id),
    )
    const reads = new Map(stored.map(({ mail, read }) => [mail.id, read]))
    return Promise.all(
      rows.map(async (row) => ({ row, source: await readable(reads.get(row.id)) })),
    )
  }

  /** Mail is counted with what came before it, also with what came a moment before. */
  const judge: Judge = async (teamId, given, mayGoOn) => {
    const guards = await guardsOf(teamId)
    if (guards.length === 0) return null
    const verdicts = await judgeAll(guards, given, mayGoOn)
    const mails = given.slice(0, verdicts.size)
    const asked = [...verdicts.values()].flatMap(({ hashes }) => hashes.map(({ hash }) => hash))
    const count = createCount(await findCounted(db.sql, teamId, [...new Set(asked)]))
    const counted: CountedMail[] = []
    const marks = new Map<number, Mark[]>()
    for (const { id: mail, received_at: at } of mails) {
      const { broken = [], hashes = [] } = verdicts.get(mail) ?? {}
      const over = hashes.flatMap(({ guard: name, hash }) => {
        const one = { hash, mail, at }
        counted.push(one)
        const guard = guards.find((each) => each.name === name)
        const many = guard ? count.tooMany(guard, one) : null
        return many === null ? [] : { name, detail: `${many} of the same` }
      })
      const details = new Map([...broken, ...over].map(({ name, detail }) => [name, detail]))
      marks.set(
        mail,
        [...details].map(([name, detail]) => ({ key: guardMark(name), detail })),
      )
    }
    return {
      marks,
      judged: mails.length,
      write: (tx) => addCounted(tx, teamId, counted, count.firstKept),
      async dropped(tx) {
        const rows = await listGuardRows(tx, teamId)
        const isOn = ({ id }: Guard) => rows.some((row) => row.id === id && row.on_at !== null)
        return guards.filter((guard) => !isOn(guard)).map(({ name }) => guardMark(name))
      },
    }
  }

  return { judge, judgeAll, rest: (): void => pool.rest(), stop: (): Promise<void> => pool.stop() }
}

/** Null where the source is gone or damaged; another failure passes, and the mail is judged then. */
async function readable(read: (() => Promise<Uint8Array>) | undefined) {
  try {
    return (await read?.()) ?? null
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
}
