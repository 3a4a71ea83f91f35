import type { Inspection, InspectionSettings } from '@mailstop/contract'
import { LRUCache } from 'lru-cache'
import type { TeamRequest } from '../../actor.ts'
import type { Tx } from '../../db/database.ts'
import { lockTeam } from '../../db/locks.ts'
import { isDamage } from '../../db/store-files/damage.ts'
import type { MailRow } from '../../db/schema.ts'
import { nullIfGone, Refusal } from '../../errors.ts'
import { allRules } from '../../inspect/inspect.ts'
import type { HtmlCheck, Inspector } from '../../inspect/inspector.ts'
import { jsonBytes } from '../../lib/json/json-size.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { checkMark, type Judge, type Mails, type Mark } from '../mails/mails.ts'
import type { Permit } from '../teams/teams.ts'
import { readSettings, writeSettings } from './inspection-settings-store.ts'
import { storedList } from '../../lib/json/stored-list.ts'

/** The check of a mail, made when somebody asks for it, and what a team has said about its checks. */
export type InspectionFeature = ReturnType<typeof createInspection>

type InspectionDeps = Pick<FeatureDeps, 'db'> & {
  mails: Pick<Mails, 'show'>
  permit: Permit
  inspector: Inspector
  /** From then on `judge` gets the mail of the team. The caller holds the team. */
  beginJudging: (tx: Tx, teamId: number) => Promise<void>
  /** Whether the guards of a team need the verdict of the check. */
  asksForVerdicts: (teamId: number) => Promise<boolean>
}

type CheckedRow = Parameters<Mails['show']['storedMail']>[0] &
  Pick<MailRow, 'envelope_from' | 'envelope_to' | 'received_at'>

/** A mail never changes; rules and settings do, and are part of the key. */
const kept = { max: 200, maxSize: 32 * 1024 * 1024 }

export function createInspection(deps: InspectionDeps) {
  const { db, mails, permit, inspector, beginJudging, asksForVerdicts } = deps
  const known = new LRUCache<string, Inspection | HtmlCheck>({
    ...kept,
    sizeCalculation: (made) => (made instanceof Uint8Array ? made.length : jsonBytes(made)),
  })

  /** The time is part of the key: in a store restored from an older backup, the id is another mail's. */
  async function once<Made extends Inspection | HtmlCheck>(
    { id, received_at }: CheckedRow,
    options: object | 'html',
    make: () => Promise<Made>,
  ): Promise<Made> {
    const key = JSON.stringify([id, received_at, options])
    const before = known.get(key)
    if (before !== undefined) return before as Made
    const made = await make()
    known.set(key, made)
    return made
  }

  async function check(row: CheckedRow, settings: InspectionSettings): Promise<Inspection> {
    const { muted, clients, staging_hosts: stagingHosts } = settings
    const options = { muted, clients, stagingHosts }
    const envelope = {
      from: row.envelope_from,
      to: storedList<string>(row.envelope_to),
      receivedAt: row.received_at,
      asks8Bit: await mails.show.asks8Bit(row.id),
    }
    const mail = mails.show.storedMail(row)
    return once(row, options, () => inspector.inspect(mail, envelope, options))
  }

  /** Checks each caught mail of teams that ask for it, or whose guards do, so that a search finds it by its verdict. */
  const judge: Judge = async (teamId, rows, mayGoOn) => {
    const settings = await readSettings(db.sql, teamId)
    if (!settings.checks_all && !(await asksForVerdicts(teamId))) return null
    const marks = new Map<number, Mark[]>()
    let judged = 0
    for (const row of rows) {
      if (judged > 0 && !mayGoOn()) break
      // A mail that was deleted meanwhile has no verdict, nor one that is damaged or that the server was too busy to check: guards go on without.
      const made = await check(row, settings).catch(nullIfUnread)
      if (made) marks.set(row.id, [{ key: checkMark(made.verdict) }])
      judged += 1
    }
    return { marks, judged }
  }

  return {
    judge,
    rules: allRules,
    mailClients: inspector.mailClients,
    async inspect(request: TeamRequest<'read_mail'>, mailId: number): Promise<Inspection> {
      const row = await mails.show.requireMail(request, mailId)
      return check(row, await readSettings(db.sql, request.teamId))
    },
    /** The same look at html and CSS as JSON in Mailpit's form, of a mail that the caller may read. */
    checkHtml: (row: MailRow) =>
      once(row, 'html', () => inspector.checkHtml(mails.show.storedMail(row))),
    async settings(request: TeamRequest<'read_mail'>): Promise<InspectionSettings> {
      await permit(db.sql, request)
      return readSettings(db.sql, request.teamId)
    },
    changeSettings: (
      request: TeamRequest<'change_mail'>,
      change: Partial<InspectionSettings>,
    ): Promise<InspectionSettings> =>
      db.transaction(async (tx) => {
        await lockTeam(tx, request.teamId)
        await permit(tx, request)
        const settings = { ...(await readSettings(tx, request.teamId)), ...change }
        await writeSettings(tx, request.teamId, settings)
        if (settings.checks_all) await beginJudging(tx, request.teamId)
        return settings
      }),
  }
}

const nullIfUnread = (error: unknown): null =>
  isDamage(error) || (error instanceof Refusal && error.code === 'unavailable')
    ? null
    : nullIfGone(error)
