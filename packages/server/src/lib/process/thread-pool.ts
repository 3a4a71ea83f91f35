import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ThreadCall, ThreadPart, ThreadReady, ThreadReply } from './thread-pool-worker.ts'

/**
 * Runs the exported functions of one module in worker threads, for work that must neither hold up
 * the main thread nor take it down. A task that takes too long, runs out of memory or crashes its
 * thread is rejected alone; the thread is replaced when it is next needed. Threads start lazily.
 */
export type ThreadPool<Tasks> = {
  /** Byte arrays of the result are moved; byte arrays among the arguments are copied, unless `takesArguments`. */
  run<Name extends keyof Tasks & string>(
    name: Name,
    ...args: ArgsOf<Tasks[Name]>
  ): Promise<ResultOf<Tasks[Name]>>
  /** The same for a function that hands on parts of its result, also when it is aborted later, by its last argument. */
  runInParts<Name extends keyof Tasks & string>(
    name: Name,
    args: WithoutLast<ArgsOf<Tasks[Name]>>,
    onPart: (part: PartOf<ArgsOf<Tasks[Name]>>) => void,
  ): Promise<ResultOf<Tasks[Name]>>
  /** Ends the threads that had no task since it was called last. */
  rest(): void
  /** Rejects what waits and what runs, and ends the threads. */
  stop(): Promise<void>
}

type ArgsOf<Run> = Run extends (...args: infer Args) => unknown ? Args : never
type PartOf<Args> = Args extends [...unknown[], (part: infer Part) => void] ? Part : never
type WithoutLast<Args> = Args extends [...infer Rest, unknown] ? Rest : never
type ResultOf<Run> = Run extends (...args: never) => Promise<infer Result> ? Result : never

/** `timeout`: it used up its processor time. `starved`: it was not done, for want of processor time. */
type AbortReason = 'timeout' | 'starved' | 'crash' | 'busy' | 'stopped'

/** Why a task has no result though its function did not say so. */
export class TaskAborted extends Error {
  readonly reason: AbortReason
  constructor(reason: AbortReason, options?: ErrorOptions) {
    super(`the task was aborted: ${reason}`, options)
    this.reason = reason
  }
}

type Options = {
  /** Exports the async functions. */
  module: URL
  threads: number
  /** Processor time for one task, so that a busy machine ends none that is quick elsewhere. */
  cpuMs: number
  /** The longest that a task may take by the clock, from when a thread takes it up. */
  wallMs?: number
  /** The JavaScript heap of each thread. */
  memoryMb: number
  /** Tasks that may wait for a thread; more are refused as busy. */
  queue?: number
  /** Byte arrays among the arguments are moved where they own all of their memory, and not copied. */
  takesArguments?: boolean
}

type Task = {
  call: ThreadCall
  resolve(value: unknown): void
  reject(error: Error): void
  onPart(part: unknown): void
  /** When a thread took it up, and the processor time that the thread had used by then. */
  startedAt: number
  cpuBefore: number | null
}

type Thread = {
  worker: Worker
  ready: boolean
  /** It had no task since the last `rest`. */
  rested: boolean
  task: Task | null
  timer: NodeJS.Timeout | undefined
}

/** A thread that has not loaded its module by then never will. */
const startMs = 60_000

/** The time between two looks at how long a task has run. */
const leastCheckMs = 10
const longestAnswerMs = 500

/** `Tasks` is the type of the module, as `typeof` its namespace. */
export function createThreadPool<Tasks>(options: Options): ThreadPool<Tasks> {
  const { module, threads: most, memoryMb, queue: longestQueue = 1_000 } = options
  const { cpuMs, wallMs = 8 * cpuMs, takesArguments = false } = options
  const threads = new Set<Thread>()
  const ending = new Set<Promise<unknown>>()
  const waiting: Task[] = []
  let stopped = false

  function start(): Thread {
    const worker = new Worker(new URL('./thread-pool-worker.ts', import.meta.url), {
      workerData: module.href,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: 4 },
      // A thread needs none of the process's secrets, and none of its flags.
      env: compileCache(),
      execArgv: [],
    })
    const thread: Thread = {
      worker,
      ready: false,
      rested: false,
      task: null,
      timer: undefined,
    }
    worker.on('message', (message: ThreadReply | ThreadReady | ThreadPart) => {
      if (message === 'ready') setReady(thread)
      else if ('part' in message) thread.task?.onPart(message.part)
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
    clearTimeout(thread.timer)
    if (thread.task) begin(thread, thread.task)
  }

  function begin(thread: Thread, task: Task): void {
    task.startedAt = performance.now()
    void checkTime(thread, task)
  }

  /** Looks again when the task may have used up what is left of its processor time. */
  async function checkTime(thread: Thread, task: Task): Promise<void> {
    const cpu = await cpuOf(thread)
    if (thread.task !== task) return
    task.cpuBefore ??= cpu
    const usedMs = cpu === null ? null : cpu - (task.cpuBefore ?? cpu)
    if (usedMs !== null && usedMs >= cpuMs) return drop(thread, new TaskAborted('timeout'))
    const wallLeft = task.startedAt + wallMs - performance.now()
    if (wallLeft <= 0) return drop(thread, new TaskAborted('starved'))
    const left = usedMs === null ? longestAnswerMs : cpuMs - usedMs
    const next = Math.max(leastCheckMs, Math.min(left, wallLeft))
    thread.timer = setTimeout(() => void checkTime(thread, task), next)
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
    thread.rested = false
    thread.worker.ref()
    if (thread.ready) begin(thread, task)
    else thread.timer = setTimeout(() => drop(thread, new TaskAborted('starved')), startMs)
    const moved: ArrayBuffer[] = []
    const args = task.call.args.map((arg) => {
      if (!(arg instanceof Uint8Array)) return arg
      // Copies into memory of its own: cloning a view would clone all the memory it is a view of.
      const own = takesArguments && ownsMemory(arg) ? arg : new Uint8Array(arg)
      moved.push(own.buffer)
      return own
    })
    thread.worker.postMessage({ ...task.call, args }, moved)
  }

  function run(call: ThreadCall, onPart: Task['onPart']): Promise<never> {
    return new Promise((resolve, reject) => {
      if (stopped) return reject(new TaskAborted('stopped'))
      if (waiting.length >= longestQueue) return reject(new TaskAborted('busy'))
      const task = { call, resolve, reject, onPart }
      waiting.push({ ...task, startedAt: 0, cpuBefore: null })
      next()
    })
  }

  return {
    run: (name, ...args) => run({ name, args, inParts: false }, () => {}),
    runInParts: (name, args, onPart) => run({ name, args, inParts: true }, onPart),
    rest() {
      for (const thread of threads) {
        if (thread.task) continue
        if (thread.rested) drop(thread, new TaskAborted('stopped'))
        else thread.rested = true
      }
    },
    async stop() {
      stopped = true
      for (const task of waiting.splice(0)) task.reject(new TaskAborted('stopped'))
      for (const thread of threads) drop(thread, new TaskAborted('stopped'))
      await Promise.all(ending)
    },
  }
}

/**
 * Processor time that the thread has used, in milliseconds. Null when it did not answer: it is ending,
 * or it was interrupted at a moment that Node misses, and is asked again.
 */
async function cpuOf({ worker }: Thread): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, longestAnswerMs, null)
  const usage = await Promise.race([worker.cpuUsage().catch(() => null), promise])
  clearTimeout(timer)
  return usage && (usage.user + usage.system) / 1_000
}

/** Where Node keeps compiled code: below the named folder, one folder for each version. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  return folder ? { NODE_COMPILE_CACHE: dirname(folder) } : {}
}

const ownsMemory = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
