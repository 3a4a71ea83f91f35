import { parentPort, workerData } from 'node:worker_threads'
import { importSubscribers } from '../mail/caught-mail.ts'
import { createBatchWriter } from './batch-writer.ts'
import { openConnection, type Connection, runQuery } from './connection.ts'
import { ownBuffers } from './own-buffers.ts'
import type { Answer, Command, Failure, QueryAnswer, ThreadSettings } from './protocol.ts'
import { freeMemory } from '../../lib/process/free-memory.ts'
import { honestCode } from './write-failure.ts'
import { sourcesIn } from './posted-batch.ts'
import { TeamsRefused } from '../mail/teams-refused.ts'

/** One thread with one connection. It obeys commands one at a time, in the order they come. */
// `startThread` passes nothing else.
const settings = workerData as ThreadSettings
// Messages wait until the handler below is set.
const subscribers = await importSubscribers(settings.subscribers)
let opened: { connection: Connection; writer: ReturnType<typeof createBatchWriter> } | undefined

parentPort?.on('message', (command: Command) => {
  const answer = answerTo(command)
  refuseLostFile()
  const values = 'result' in answer ? answer.result?.rows.flatMap(rowValues) : answer.returned
  parentPort?.postMessage(answer, ownBuffers(values ?? []))
  if (command.kind === 'close') parentPort?.close()
})

function answerTo(command: Command): Answer {
  try {
    return { result: obey(command) }
  } catch (error) {
    const returned = command.kind === 'write' ? sourcesIn(command.batch) : []
    return { failure: failureOf(error), returned }
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

const lost = (file: string) =>
  `${file} was removed or replaced while it was in use. Stop Mailstop before changing its data folder.`

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

function rowValues(row: unknown): unknown[] {
  return typeof row === 'object' && row !== null ? Object.values(row) : []
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    message: error.message,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...(error instanceof TeamsRefused && { refusedTeams: [...error.teams] }),
    ...('errcode' in error &&
      typeof error.errcode === 'number' && {
        errcode: honestCode(error.errcode, settings.file),
      }),
  }
}
