import type { Batch, BatchStep, SearchEntry } from '../database.ts'
import { packNow } from '../packing.ts'
import { teamWord } from '../team-word.ts'
import type { Connection } from './connection.ts'
import { inputValue } from './run-query.ts'

/** Writes a batch in one transaction, on the thread that owns the writing connection. */
export function createBatchWriter(connection: Connection): (batch: Batch) => void {
  const { db } = connection

  function writeStep(step: BatchStep): void {
    if ('index' in step) index(step.index)
    else if ('reindex' in step) index(step.reindex.filter(isWaiting))
    else if ('addToBlocks' in step) addToBlocks(step.addToBlocks)
    else if ('add' in step) add(step)
    else insert(step.insert, step.rows)
  }

  function insert(table: string, rows: readonly Record<string, unknown>[]): void {
    for (const row of rows) {
      const columns = Object.keys(row)
      const { statement } = connection.prepare(insertText(table, columns))
      const values = columns.map((column) => inputValue(storedValue(table, column, row[column])))
      statement.run(...values)
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

  function index(entries: SearchEntry[]): void {
    const { statement } = connection.prepare(
      'insert into mail_words (rowid, team, facts, sender, recipients, subject, body) values (?, ?, ?, ?, ?, ?, ?)',
    )
    for (const { mail_id, team_id, facts, sender, recipients, subject, body } of entries) {
      statement.run(mail_id, teamWord(team_id), facts, sender, recipients, subject, body)
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

function insertText(table: string, columns: string[]): string {
  const names = columns.map((column) => `"${column}"`).join(', ')
  return `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`
}

function storedValue(table: string, column: string, value: unknown): unknown {
  return table === 'mail_sources' && column === 'source' && value instanceof Uint8Array
    ? packNow(value)
    : value
}
