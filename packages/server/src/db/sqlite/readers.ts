import type { Command, QueryAnswer } from './protocol.ts'
import { ThreadLost, type SqliteThread } from './sqlite-thread.ts'

/** The threads that only read. A thread takes 10 MB, so one is started when it is needed. */
export type Readers = ReturnType<typeof createReaders>

type Deps = {
  /** Threads at the same time. */
  most: number
  /** A thread that is not open yet. */
  start: () => SqliteThread
  /**
   * Answers when there is no thread and none can be started: the system has no room for one, or the files of
   * the program were replaced while it runs.
   */
  instead: (command: Command, error: ThreadLost) => Promise<QueryAnswer | null>
}

export function createReaders({ most, start, instead }: Deps) {
  const open = new Set<SqliteThread>()
  const idle = new Set<SqliteThread>()
  const closing = new Set<Promise<unknown>>()
  let opening: Promise<SqliteThread> | null = null

  /** Resolves with a thread that was started now, or a moment ago. */
  function grow(): Promise<SqliteThread> {
    return (opening ??= openOne().finally(() => (opening = null)))
  }

  async function openOne(): Promise<SqliteThread> {
    const thread = start()
    try {
      await thread.open()
    } catch (error) {
      end(thread)
      throw error
    }
    open.add(thread)
    return thread
  }

  function end(thread: SqliteThread): void {
    open.delete(thread)
    idle.delete(thread)
    const closed = thread.close().catch(() => {})
    closing.add(closed)
    void closed.then(() => closing.delete(closed))
  }

  function leastBusy(): SqliteThread | null {
    const [first, ...others] = open
    if (!first) return null
    return others.reduce((best, one) => (one.pending() < best.pending() ? one : best), first)
  }

  function ask(thread: SqliteThread, command: Command): Promise<QueryAnswer | null> {
    idle.delete(thread)
    return thread.request(command)
  }

  return {
    areRunning: (): boolean => open.size > 0,
    /** Starts a thread if there is none, for what comes next. */
    prepare(): void {
      if (open.size === 0) grow().catch(() => {})
    },
    /** By a thread that has nothing to do, started if need be; by the one with the least where all are busy. */
    async request(command: Command): Promise<QueryAnswer | null> {
      const thread = leastBusy()
      // Nothing waits behind a search of seconds while another thread could answer.
      const another = !thread || (thread.pending() > 0 && open.size < most)
      if (!another) return ask(thread, command)
      try {
        return await ask(await grow(), command)
      } catch (error) {
        if (!(error instanceof ThreadLost)) throw error
        const other = leastBusy()
        return other ? ask(other, command) : instead(command, error)
      }
    },
    /** Runs on a thread that has nothing to do; null when there is none. */
    requestNow(command: Command): Promise<QueryAnswer | null> | null {
      const thread = leastBusy()
      return thread?.pending() === 0 ? ask(thread, command) : null
    },
    /** Ends the threads that were asked nothing since it was called last. */
    rest(): void {
      for (const thread of open) {
        if (thread.pending() > 0) continue
        if (idle.has(thread)) end(thread)
        else idle.add(thread)
      }
    },
    /** Closes after everything that was asked for before. */
    async close(): Promise<void> {
      await opening?.catch(() => {})
      for (const thread of open) end(thread)
      await Promise.all(closing)
    },
  }
}
