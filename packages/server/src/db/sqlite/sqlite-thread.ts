import type { EventEmitter } from 'node:events'
import { Worker, type Transferable } from 'node:worker_threads'
import { DatabaseClosed } from '../lifetime.ts'
import { TeamsRefused } from '../mail/teams-refused.ts'
import { refuseInsideTransaction } from '../transaction.ts'
import type { Answer, Command, QueryAnswer, ThreadSettings } from './protocol.ts'

export type SqliteThread = ReturnType<typeof startThread>

type Waiting = {
  resolve(result: QueryAnswer | null): void
  reject(error: Error): void
  takeBack: TakeBack | undefined
}

/** A thread that serves one connection: see `serveConnection`. */
export type ConnectionThread = EventEmitter & Pick<Worker, 'postMessage'>

export type StartWorker = (settings: ThreadSettings) => ConnectionThread

const startOwn: StartWorker = (settings) =>
  new Worker(new URL('./sqlite-worker.ts', import.meta.url), { workerData: settings })

/** The thread is gone, or could not be started. */
export class ThreadLost extends Error {}

/** Given the sources of a write that failed, in their order. */
export type TakeBack = (sources: Uint8Array[]) => void

/**
 * Starts a thread on the database file. A thread that dies fails what waits for it and calls
 * `onDeath`: what it was writing may or may not be on disk, so the process should not go on. One that only
 * reads, and dies before it is open, has lost nothing: it fails what waits for it with `ThreadLost`.
 * `onFailure` gets each error of SQLite.
 */
export function startThread(
  settings: ThreadSettings,
  onDeath: (error: Error) => void,
  onFailure: (error: Error) => void = () => {},
  startWorker: StartWorker = startOwn,
) {
  const worker = startWorker(settings)
  /** Answers come in the order of the requests. */
  const waiting: Waiting[] = []
  let ended: Error | undefined
  let closing = false
  let mayBeMissed = settings.readOnly

  worker.on('message', (answer: Answer) => {
    const asked = waiting.shift()
    if ('failure' in answer) {
      const { message, refusedTeams, ...codes } = answer.failure
      asked?.takeBack?.(answer.returned)
      if (refusedTeams) {
        asked?.reject(new TeamsRefused(refusedTeams))
        return
      }
      // SQLite itself does not say which file it failed on.
      const where = codes.errcode !== undefined && { path: settings.file }
      const error = Object.assign(new Error(message), codes, where)
      onFailure(error)
      asked?.reject(error)
    } else asked?.resolve(answer.result)
  })
  worker.on('error', (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    end(new ThreadLost(`A database thread failed: ${reason}`, { cause: error }))
  })
  worker.on('exit', (code: number) =>
    end(new ThreadLost(`A database thread ended with code ${code}`)),
  )

  function end(error: Error): void {
    if (ended) return
    ended = closing ? new DatabaseClosed() : error
    for (const asked of waiting.splice(0)) asked.reject(ended)
    if (!closing && !mayBeMissed) onDeath(error)
  }

  function request(command: Command, transfer: Transferable[] = [], takeBack?: TakeBack) {
    return new Promise<QueryAnswer | null>((resolve, reject) => {
      if (ended ?? closing) throw ended ?? new DatabaseClosed()
      worker.postMessage(command, transfer)
      waiting.push({ resolve, reject, takeBack })
    })
  }

  return {
    /** How many requests are not answered yet. */
    pending: (): number => waiting.length,
    /** Posted at once; answers come in the order of the requests. */
    request,
    /** Call this first. */
    async open(): Promise<void> {
      await request({ kind: 'open' })
      mayBeMissed = false
    },
    /** After everything requested before. */
    async close(): Promise<void> {
      const exited = new Promise((resolve) => worker.once('exit', resolve))
      const closed = request({ kind: 'close' })
      closing = true
      await closed
      await exited
    },
  }
}

/** Who may post to the one writing thread, and when: first come, first served. */
export type Writer = ReturnType<typeof createWriter>

export type HeldWriter = {
  post(command: Command): Promise<QueryAnswer | null>
  end(how: 'commit' | 'rollback'): Promise<void>
}

/** As many as a start, or a sweep, posts at once. */
const fewCommands = 4

export function createWriter(thread: SqliteThread) {
  const mutex = createMutex()
  return {
    /** A command that commits by itself. It waits for an open transaction, not for other commands. */
    async post(
      command: Command,
      transfer?: Transferable[],
      takeBack?: TakeBack,
    ): Promise<QueryAnswer | null> {
      refuseInsideTransaction()
      const release = await mutex.acquire()
      // The thread obeys in order, so posting is all that has to happen in turn.
      const answer = thread.request(command, transfer, takeBack)
      release()
      return answer
    },
    /** Whether what is posted now is done in a moment. */
    hasLittleToDo: (): boolean => mutex.isFree() && thread.pending() <= fewCommands,
    /** Holds the thread until `end`. */
    async begin(): Promise<HeldWriter> {
      refuseInsideTransaction()
      const release = await mutex.acquire()
      try {
        await thread.request({ kind: 'query', sql: 'begin immediate', parameters: [] })
      } catch (error) {
        release()
        throw error
      }
      return {
        post: (command) => thread.request(command),
        async end(how) {
          if (how === 'commit') {
            // A commit that fails leaves the transaction open, to be rolled back.
            await thread.request({ kind: 'query', sql: 'commit', parameters: [] })
            release()
            return
          }
          try {
            await thread.request({ kind: 'rollback' })
          } finally {
            release()
          }
        },
      }
    },
  }
}

/** Resolves, first come first served, when it is free; the result releases it. */
function createMutex() {
  let last: Promise<void> = Promise.resolve()
  let holders = 0
  return {
    isFree: () => holders === 0,
    async acquire(): Promise<() => void> {
      const previous = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      holders += 1
      await previous
      return () => {
        holders -= 1
        resolve()
      }
    },
  }
}
