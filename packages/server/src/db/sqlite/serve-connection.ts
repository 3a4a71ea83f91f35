import type { SQLInputValue, StatementSync } from 'node:sqlite'
import type { MessagePort } from 'node:worker_threads'
import {
  importSubscribers,
  type CaughtMailSubscriber,
  type CaughtTraits,
} from '../mail/caught-mail.ts'
import { packNow } from '../mail/packing.ts'
import type { TeamTagRow } from '../schema.ts'
import { refusedTeams, writtenColumns, type WrittenTeam } from '../mail/team-quota.ts'
import { orAddToTag, teamTagColumns } from '../mail/team-tags.ts'
import { TeamsRefused } from '../mail/teams-refused.ts'
import { inputValue, openConnection, type Connection, runQuery } from './connection.ts'
import { rewriteWords, writeHeld, type HeldWords } from './held-words.ts'
import { isSame, ownBuffers, rowsOf, sourcesIn } from './post-batch.ts'
import type {
  Answer,
  Command,
  Failure,
  PostedBatch,
  QueryAnswer,
  Rows,
  ThreadSettings,
} from './protocol.ts'
import { freeMemory } from '../../lib/process/free-memory.ts'
import { honestCode } from './write-failure.ts'

type PostedStep = PostedBatch[number]

/**
 * Serves one connection to the file, by the commands of `port`: one at a time, in the order they come, each batch in
 * one transaction. `close` closes both.
 */
export async function serveConnection(port: MessagePort, settings: ThreadSettings): Promise<void> {
  // Messages wait until the handler below is set.
  const subscribers = await importSubscribers(settings.subscribers)
  let opened: { connection: Connection; writer: ReturnType<typeof createBatchWriter> } | undefined

  port.on('message', (command: Command) => {
    const answer = answerTo(command)
    refuseLostFile()
    const values = 'result' in answer ? answer.result?.rows.flatMap(rowValues) : answer.returned
    port.postMessage(answer, ownBuffers(values ?? []))
    if (command.kind === 'close') port.close()
  })

  function answerTo(command: Command): Answer {
    try {
      return { result: obey(command) }
    } catch (error) {
      const returned = command.kind === 'write' ? sourcesIn(command.batch) : []
      return { failure: failureOf(error, settings.file), returned }
    }
  }

  /** Ends the thread before a commit is answered that no restart would find. */
  function refuseLostFile(): void {
    if (settings.readOnly || !opened || !opened.connection.db.isOpen) return
    const { connection } = opened
    if (connection.db.isTransaction) return
    if (connection.isFileGone()) throw new Error(lost(settings.file))
    if (!connection.isLogGone()) return
    // The open log still has what was acknowledged; no restart would find it there.
    connection.db.exec('pragma wal_checkpoint(full)')
    throw new Error(lost(`${settings.file}-wal`))
  }

  function obey(command: Command): QueryAnswer | null {
    if (command.kind === 'open') {
      const connection = openConnection(settings)
      opened = { connection, writer: createBatchWriter(connection, subscribers) }
    } else if (command.kind === 'close') {
      opened?.connection.db.close()
    } else if (!opened) {
      throw new Error('The database is not open')
    } else if (command.kind === 'query') {
      return runQuery(opened.connection, command.sql, command.parameters)
    } else if (command.kind === 'write') {
      opened.writer.write(command.batch)
    } else if (command.kind === 'write words') {
      opened.writer.writeWords(command.held)
    } else if (command.kind === 'free memory') {
      opened.connection.db.exec('pragma shrink_memory')
      freeMemory()
    } else if (opened.connection.db.isTransaction) {
      opened.connection.db.exec('rollback')
    }
    return null
  }
}

const lost = (file: string) =>
  `${file} was removed or replaced while it was in use. Stop Mailstop before changing its data folder.`

function rowValues(row: unknown): unknown[] {
  return typeof row === 'object' && row !== null ? Object.values(row) : []
}

function failureOf(error: unknown, file: string): Failure {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    message: error.message,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...(error instanceof TeamsRefused && { refusedTeams: [...error.teams] }),
    ...('errcode' in error &&
      typeof error.errcode === 'number' && {
        errcode: honestCode(error.errcode, file),
      }),
  }
}

/** Writes on the thread that owns the writing connection, each in one transaction. */
function createBatchWriter(connection: Connection, subscribers: readonly CaughtMailSubscriber[]) {
  const { db } = connection
  /** The last statement for each table does for most of its rows. */
  const last = new Map<string, { columns: string[]; statement: StatementSync }>()

  function writeStep(step: PostedStep): void {
    if ('columns' in step) insert(step)
    else if ('reindex' in step) rewriteWords(connection, step.reindex)
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
    writeWords: (held: HeldWords[]): void =>
      inTransaction(() => held.forEach((words) => writeHeld(connection, words))),
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
