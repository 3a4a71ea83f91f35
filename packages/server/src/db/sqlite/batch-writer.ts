import type { StatementSync } from 'node:sqlite'
import type { CaughtMailSubscriber, CaughtTraits } from '../mail/caught-mail.ts'
import type { Batch, BatchStep } from '../database.ts'
import { packNow } from '../mail/packing.ts'
import { wordColumns, type SearchEntry } from '../words/search-index.ts'
import type { TeamTagRow } from '../schema.ts'
import { refusedTeams, writtenColumns, type WrittenTeam } from '../mail/team-quota.ts'
import { orAddToTag, teamTagColumns } from '../mail/team-tags.ts'
import { TeamsRefused } from '../mail/teams-refused.ts'
import { type Connection, inputValue } from './connection.ts'

/** Writes a batch in one transaction, on the thread that owns the writing connection. */
export function createBatchWriter(
  connection: Connection,
  subscribers: readonly CaughtMailSubscriber[],
): (batch: Batch) => void {
  const { db } = connection

  function writeStep(step: BatchStep): void {
    if ('index' in step) index(step.index)
    else if ('reindex' in step) reindex(step.reindex)
    else if ('caught' in step) insertCaught(step.caught)
    else if ('arrived' in step) insertArrivals(step)
    else if ('tagged' in step) countTags(step.tagged)
    else if ('add' in step) add(step)
    else insert(step.insert, step.rows)
  }

  /** Most rows of a step have the same columns, so that one statement does for them. */
  function insert(table: string, rows: readonly Record<string, unknown>[]): void {
    let columns: string[] = []
    let statement: StatementSync | undefined
    for (const row of rows) {
      const own = Object.keys(row)
      if (!statement || !isSame(own, columns)) {
        columns = own
        statement = connection.prepare(insertText(table, columns)).statement
      }
      statement.run(...own.map((column) => inputValue(storedValue(table, column, row[column]))))
    }
  }

  function add(step: Extract<BatchStep, { add: unknown }>): void {
    const written: WrittenTeam[] = []
    for (const row of step.rows) {
      const { [step.key]: key, ...amounts } = row
      const columns = Object.entries(amounts)
      const sums = columns.map(([column]) => `"${column}" = "${column}" + ?`).join(', ')
      const { statement } = connection.prepare(
        `update "${step.add}" set ${sums} where "${step.key}" = ? returning ${writtenColumns(step.add)}`,
      )
      const team = statement.get(...columns.map(([, amount]) => amount), key)
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

  /** Writes words of mails that still wait for them: others were never written, are gone, or have their words. */
  function index(entries: SearchEntry[]): SearchEntry[] {
    const waiting = entries.filter(isWaiting)
    const { statement } = connection.prepare(
      'insert into mail_words (rowid, team, sender, recipients, subject) values (?, ?, ?, ?, ?)',
    )
    for (const { mail_id, team_id, facts, sender, recipients, subject, body } of waiting) {
      const first = `${wordColumns.team(team_id)} ${facts} ${body}`
      statement.run(mail_id, first, sender, recipients, subject)
    }
    return waiting
  }

  function reindex(entries: SearchEntry[]): void {
    const { statement } = connection.prepare(
      'update team_counters set revision = revision + 1 where team_id = ?',
    )
    for (const team of new Set(index(entries).map((entry) => entry.team_id))) statement.run(team)
  }

  function insertArrivals({ arrived, at }: Extract<BatchStep, { arrived: unknown }>): void {
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
    const teams = new Set(mails.map((mail) => mail.team_id))
    for (const { select, alias, table, rowsOf } of subscribers) {
      const { statement } = connection.prepare(
        `${select} and ${alias}.team_id = ? order by ${alias}.id`,
      )
      for (const team of teams) {
        const subscriptions = statement.all(team) as { team_id: number }[]
        insert(table, rowsOf(subscriptions, mails) as Record<string, unknown>[])
      }
    }
  }

  function isWaiting({ mail_id }: SearchEntry): boolean {
    const { statement } = connection.prepare('delete from mails_to_index where mail_id = ?')
    return statement.run(mail_id).changes === 1
  }

  return (batch) => {
    connection.prepare('begin immediate').statement.run()
    try {
      for (const step of batch) writeStep(step)
      connection.prepare('commit').statement.run()
    } catch (error) {
      if (db.isTransaction) db.exec('rollback')
      throw error
    }
  }
}

const isSame = (names: string[], others: string[]) =>
  names.length === others.length && names.every((name, index) => name === others[index])

function insertText(table: string, columns: string[]): string {
  const names = columns.map((column) => `"${column}"`).join(', ')
  return `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`
}

function storedValue(table: string, column: string, value: unknown): unknown {
  return table === 'mail_sources' && column === 'source' && value instanceof Uint8Array
    ? packNow(value)
    : value
}
