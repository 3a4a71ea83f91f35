import type { SQLInputValue, StatementSync } from 'node:sqlite'
import type { CaughtMailSubscriber, CaughtTraits } from '../mail/caught-mail.ts'
import { packNow } from '../mail/packing.ts'
import type { SearchEntry } from '../words/search-index.ts'
import type { TeamTagRow } from '../schema.ts'
import { refusedTeams, writtenColumns, type WrittenTeam } from '../mail/team-quota.ts'
import { orAddToTag, teamTagColumns } from '../mail/team-tags.ts'
import { TeamsRefused } from '../mail/teams-refused.ts'
import { type Connection, inputValue } from './connection.ts'
import { eachHeld, heldColumns, holdWords, type HeldWords } from './held-words.ts'
import { isSame, rowsOf, type PostedBatch, type Rows } from './posted-batch.ts'

type PostedStep = PostedBatch[number]

/** Writes on the thread that owns the writing connection, each in one transaction. */
export function createBatchWriter(
  connection: Connection,
  subscribers: readonly CaughtMailSubscriber[],
) {
  const { db } = connection
  /** The last statement for each table does for most of its rows. */
  const last = new Map<string, { columns: string[]; statement: StatementSync }>()

  function writeStep(step: PostedStep): void {
    if ('columns' in step) insert(step)
    else if ('index' in step) index(holdWords(step.index))
    else if ('reindex' in step) reindex(step.reindex)
    else if ('caught' in step) insertCaught(step.caught)
    else if ('arrived' in step) insertArrivals(step)
    else if ('tagged' in step) countTags(step.tagged)
    else add(step)
  }

  function statementFor(
    name: string,
    columns: string[],
    textOf: (columns: string[]) => string,
  ): StatementSync {
    const known = last.get(name)
    if (known && isSame(columns, known.columns)) return known.statement
    const { statement } = connection.prepare(textOf(columns))
    last.set(name, { columns, statement })
    return statement
  }

  function insert({ insert: table, columns, values }: Rows): void {
    const statement = statementFor(table, columns, (names) => insertText(table, names))
    const stored = table === 'mail_sources' ? packedSource : columnValue
    for (let at = 0; at < values.length; at += columns.length) {
      statement.run(...values.slice(at, at + columns.length).map(stored))
    }
  }

  function add(step: Extract<PostedStep, { add: unknown }>): void {
    const written: WrittenTeam[] = []
    for (const row of step.rows) {
      const { [step.key]: key, ...amounts } = row
      const statement = statementFor(`${step.add} +`, Object.keys(amounts), (columns) => {
        const sums = columns.map((column) => `"${column}" = "${column}" + ?`).join(', ')
        return `update "${step.add}" set ${sums} where "${step.key}" = ? returning ${writtenColumns(step.add)}`
      })
      const team = statement.get(...Object.values(amounts), key)
      if (!team) throw new Error(`${step.add} has no row of ${step.key} ${key}`)
      written.push(team as WrittenTeam)
    }
    const refused = step.quota ? refusedTeams(step.quota, written) : []
    if (refused.length > 0) throw new TeamsRefused(refused)
  }

  function countTags(rows: TeamTagRow[]): void {
    if (rows.length === 0) return
    const text = `${insertText('team_tags', [...teamTagColumns])} ${orAddToTag}`
    const { statement } = connection.prepare(text)
    for (const row of rows) statement.run(...teamTagColumns.map((column) => row[column]))
  }

  /**
   * Writes words of mails that still wait for them, and returns these mails: others were never written, are gone, or have
   * their words.
   */
  function index(held: HeldWords): Set<number> {
    const rows = connection
      .prepare(
        'delete from mails_to_index where mail_id in (select value from json_each(?)) returning mail_id',
      )
      .statement.all(JSON.stringify(held.mails))
    const waiting = new Set(rows.map((row) => row['mail_id'] as number))
    const { statement } = connection.prepare(insertText('mail_words', ['rowid', ...heldColumns]))
    eachHeld(held, (mail, texts) => {
      if (waiting.has(mail)) statement.run(mail, ...texts)
    })
    return waiting
  }

  function reindex(entries: SearchEntry[]): void {
    const { statement } = connection.prepare(
      'update team_counters set revision = revision + 1 where team_id = ?',
    )
    const written = index(holdWords(entries))
    const teams = entries
      .filter((entry) => written.has(entry.mail_id))
      .map((entry) => entry.team_id)
    for (const team of new Set(teams)) statement.run(team)
  }

  function insertArrivals({ arrived, at }: Extract<PostedStep, { arrived: unknown }>): void {
    const reading = connection.prepare('select revision from team_counters where team_id = ?')
    const writing = connection.prepare(
      'insert into mail_arrivals (mail_id, team_id, revision, at) values (?, ?, ?, ?)',
    )
    for (const [teamId, mails] of Map.groupBy(arrived, ({ team_id }) => team_id)) {
      const revision = reading.statement.get(teamId)?.['revision'] ?? 0
      for (const { mail_id } of mails) writing.statement.run(mail_id, teamId, revision, at)
    }
  }

  function insertCaught(mails: CaughtTraits[]): void {
    for (const subscriber of subscribers) {
      const { select, alias, wants } = subscriber
      const wanted = wants ? mails.filter(wants) : mails
      const teams = new Set(wanted.map((mail) => mail.team_id))
      const { statement } = connection.prepare(
        `${select} and ${alias}.team_id = ? order by ${alias}.id`,
      )
      for (const team of teams) {
        const subscriptions = statement.all(team) as { team_id: number }[]
        const made = subscriber.rowsOf(subscriptions, wanted)
        for (const rows of rowsOf(subscriber.table, made)) insert(rows)
      }
    }
  }

  function inTransaction(work: () => void): void {
    connection.prepare('begin immediate').statement.run()
    try {
      work()
      connection.prepare('commit').statement.run()
    } catch (error) {
      if (db.isTransaction) db.exec('rollback')
      throw error
    }
  }

  return {
    write: (batch: PostedBatch): void =>
      inTransaction(() => {
        for (const step of batch) writeStep(step)
      }),
    writeWords: (held: HeldWords[]): void => inTransaction(() => held.forEach(index)),
  }
}

function insertText(table: string, columns: string[]): string {
  const names = columns.map((column) => `"${column}"`).join(', ')
  return `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`
}

/** A column has a type, so a number need not say that it is whole. */
const columnValue = (value: unknown): SQLInputValue =>
  typeof value === 'number' ? value : inputValue(value)

const packedSource = (value: unknown): SQLInputValue =>
  columnValue(value instanceof Uint8Array ? packNow(value) : value)
