import type { StatementSync } from 'node:sqlite'
import type { Batch, BatchStep } from '../database.ts'
import { notedSpans, replaceNote, slotOfRevision } from '../mail-change-notes.ts'
import { packNow } from '../packing.ts'
import { deliveriesOf, type EnabledRule, selectEnabledRules } from '../rule-deliveries.ts'
import { teamWord, type SearchEntry } from '../search-index.ts'
import type { Connection } from './connection.ts'
import { inputValue } from './run-query.ts'

/** Writes a batch in one transaction, on the thread that owns the writing connection. */
export function createBatchWriter(connection: Connection): (batch: Batch) => void {
  const { db } = connection

  function writeStep(step: BatchStep): void {
    if ('index' in step) index(step.index)
    else if ('reindex' in step) reindex(step.reindex)
    else if ('deliver' in step) deliver(step.deliver)
    else if ('addToBlocks' in step) addToBlocks(step.addToBlocks)
    else if ('noteChanges' in step) noteChanges(step.noteChanges)
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
    for (const row of step.rows) {
      const { [step.key]: key, ...amounts } = row
      const columns = Object.entries(amounts)
      const sums = columns.map(([column]) => `"${column}" = "${column}" + ?`).join(', ')
      const { statement } = connection.prepare(
        `update "${step.add}" set ${sums} where "${step.key}" = ?`,
      )
      const { changes } = statement.run(...columns.map(([, amount]) => amount), key)
      if (changes !== 1) throw new Error(`${step.add} has no row of ${step.key} ${key}`)
    }
  }

  /** Of mails that wait for it alone: others were never written, are gone, or have their words. */
  function index(entries: SearchEntry[]): SearchEntry[] {
    const waiting = entries.filter(isWaiting)
    const { statement } = connection.prepare(
      'insert into mail_words (rowid, team, facts, sender, recipients, subject, body) values (?, ?, ?, ?, ?, ?, ?)',
    )
    for (const { mail_id, team_id, facts, sender, recipients, subject, body } of waiting) {
      statement.run(mail_id, teamWord(team_id), facts, sender, recipients, subject, body)
    }
    return waiting
  }

  function reindex(entries: SearchEntry[]): void {
    const indexed = index(entries)
    const { statement } = connection.prepare(
      'update team_counters set revision = revision + 1 where team_id = ?',
    )
    const byTeam = Map.groupBy(indexed, (entry) => entry.team_id)
    for (const [team_id, entries] of byTeam) {
      statement.run(team_id)
      noteChanges([{ team_id, mails: entries.map((entry) => entry.mail_id) }])
    }
  }

  function noteChanges(changes: Extract<BatchStep, { noteChanges: unknown }>['noteChanges']): void {
    const { statement } = connection.prepare(`
      insert into mail_changes (team_id, slot, revision, spans)
      select team_id, ${slotOfRevision}, revision, ? from team_counters where team_id = ?
      ${replaceNote}`)
    for (const { team_id, mails } of changes) statement.run(notedSpans(mails), team_id)
  }

  function deliver(mails: Extract<BatchStep, { deliver: unknown }>['deliver']): void {
    const { statement } = connection.prepare(
      `${selectEnabledRules} and rule.team_id = ? order by id`,
    )
    for (const team of new Set(mails.map((mail) => mail.team_id))) {
      const rules = statement.all(team) as EnabledRule[]
      insert('rule_deliveries', deliveriesOf(rules, mails))
    }
  }

  function isWaiting({ mail_id }: SearchEntry): boolean {
    const { statement } = connection.prepare('delete from mails_to_index where mail_id = ?')
    return statement.run(mail_id).changes === 1
  }

  function addToBlocks(rows: Extract<BatchStep, { addToBlocks: unknown }>['addToBlocks']): void {
    const { statement } = connection.prepare(`
      insert into mail_blocks (team_id, block, total, unread) values (?, ?, ?, ?)
      on conflict do update set total = total + excluded.total, unread = unread + excluded.unread`)
    for (const { team_id, block, total, unread } of rows) {
      statement.run(team_id, block, total, unread)
    }
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
