import { Worker } from 'node:worker_threads'
import type { ThreadCall, ThreadReady, ThreadReply } from './thread-pool-worker.ts'

/**
 * Runs the exported functions of one module in worker threads, for work that must neither hold up
 * the main thread nor take it down. A task that takes too long, runs out of memory or crashes its
 * thread is rejected alone; the thread is replaced when it is next needed. Threads start lazily.
 */
export type ThreadPool<Tasks> = {
  /** Byte arrays among the arguments are copied; those in the result are moved. */
  run<Name extends keyof Tasks & string>(
    name: Name,
    ...args: ArgsOf<Tasks[Name]>
  ): Promise<ResultOf<Tasks[Name]>>
  /** Rejects what waits and what runs, and ends the threads. */
  stop(): Promise<void>
}

type ArgsOf<Run> = Run extends (...args: infer Args) => unknown ? Args : never
type ResultOf<Run> = Run extends (...args: never) => Promise<infer Result> ? Result : never

/** Why a task has no result though its function did not say so. */
export class TaskAborted extends Error {
  readonly reason: 'timeout' | 'crash' | 'busy' | 'stopped'
  constructor(reason: 'timeout' | 'crash' | 'busy' | 'stopped', options?: ErrorOptions) {
    super(`the task was aborted: ${reason}`, options)
    this.reason = reason
  }
}

type Options = {
  /** Exports the async functions. */
  module: URL
  threads: number
  /** For one task, from when a thread takes it up; the time in which a thread starts is not counted. */
  timeoutMs: number
  /** Of JavaScript heap, for each thread. */
  memoryMb: number
  /** Tasks that may wait for a thread; more are refused as busy. */
  queue?: number
}

type Task = {
  call: ThreadCall
  resolve(value: unknown): void
  reject(error: Error): void
}

type Thread = {
  worker: Worker
  ready: boolean
  task: Task | null
  timer: NodeJS.Timeout | undefined
}

/** A thread that has not loaded its module by then never will. */
const startMs = 60_000

/** `Tasks` is the type of the module, as `typeof` its namespace. */
export function createThreadPool<Tasks>(options: Options): ThreadPool<Tasks> {
  const { module, threads: most, timeoutMs, memoryMb, queue: longestQueue = 1_000 } = options
  const threads = new Set<Thread>()
  const ending = new Set<Promise<unknown>>()
  const waiting: Task[] = []
  let stopped = false

  function start(): Thread {
    const worker = new Worker(new URL('./thread-pool-worker.ts', import.meta.url), {
      workerData: module.href,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: 4 },
      // A thread needs none of the process's secrets, and none of its flags.
      env: {},
      execArgv: [],
    })
    const thread: Thread = { worker, ready: false, task: null, timer: undefined }
    worker.on('message', (message: ThreadReply | ThreadReady) => {
      if (message === 'ready') setReady(thread)
      else finish(thread, message)
    })
    worker.on('error', (error) => drop(thread, new TaskAborted('crash', { cause: error })))
    worker.on('exit', () => drop(thread, new TaskAborted('crash')))
    // An idle thread does not keep the process alive; a running one does.
    worker.unref()
    threads.add(thread)
    return thread
  }

  function setReady(thread: Thread): void {
    thread.ready = true
    if (thread.task) limitTime(thread)
  }

  function limitTime(thread: Thread): void {
    clearTimeout(thread.timer)
    const limit = thread.ready ? timeoutMs : startMs
    thread.timer = setTimeout(() => drop(thread, new TaskAborted('timeout')), limit)
  }

  function finish(thread: Thread, reply: ThreadReply): void {
    const task = release(thread)
    if (reply.ok) task?.resolve(reply.value)
    else task?.reject(reply.error)
    next()
  }

  function release(thread: Thread): Task | null {
    const { task } = thread
    clearTimeout(thread.timer)
    thread.worker.unref()
    thread.task = null
    return task
  }

  function drop(thread: Thread, error: TaskAborted): void {
    if (!threads.delete(thread)) return
    const task = release(thread)
    thread.worker.ref()
    const ended = thread.worker.terminate()
    ending.add(ended)
    void ended.finally(() => ending.delete(ended))
    task?.reject(error)
    next()
  }

  function next(): void {
    while (waiting.length > 0) {
      const idle = [...threads].find((thread) => thread.task === null)
      const thread = idle ?? (threads.size < most ? start() : null)
      if (!thread) return
      const task = waiting.shift()
      if (task) give(thread, task)
    }
  }

  function give(thread: Thread, task: Task): void {
    thread.task = task
    thread.worker.ref()
    limitTime(thread)
    const moved: ArrayBuffer[] = []
    const args = task.call.args.map((arg) => {
      if (!(arg instanceof Uint8Array)) return arg
      // In memory of its own: cloning a view would clone all the memory it is a view of.
      const copy = new Uint8Array(arg)
      moved.push(copy.buffer)
      return copy
    })
    thread.worker.postMessage({ ...task.call, args }, moved)
  }

  return {
    run(name, ...args) {
      return new Promise((resolve, reject) => {
        if (stopped) return reject(new TaskAborted('stopped'))
        if (waiting.length >= longestQueue) return reject(new TaskAborted('busy'))
        waiting.push({ call: { name, args }, resolve, reject })
        next()
      })
    },
    async stop() {
      stopped = true
      for (const task of waiting.splice(0)) task.reject(new TaskAborted('stopped'))
      for (const thread of threads) drop(thread, new TaskAborted('stopped'))
      await Promise.all(ending)
    },
  }
}
