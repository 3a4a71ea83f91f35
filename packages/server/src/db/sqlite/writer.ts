import type { Transferable } from 'node:worker_threads'
import { refuseInsideTransaction } from '../transaction.ts'
import type { Command, QueryAnswer } from './protocol.ts'
import type { SqliteThread, TakeBack } from './sqlite-thread.ts'

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
