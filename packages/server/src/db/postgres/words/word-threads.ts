import { createThreadPool, type ThreadPool } from '../../../lib/process/thread-pool.ts'
import type * as tasks from './word-index-tasks.ts'

/** Processor time: the largest index takes some seconds. */
const longestMs = 120_000
/** The JavaScript heap. What an index is made of lies beside it, and is bounded by `index-sizes.ts`. */
const memoryMb = 256

export type WordThreads = ThreadPool<typeof tasks>

/** One thread, which is started when there are indexes to make. */
export const createWordThreads = (): WordThreads =>
  createThreadPool<typeof tasks>({
    module: new URL('./word-index-tasks.ts', import.meta.url),
    threads: 1,
    cpuMs: longestMs,
    memoryMb,
    takesArguments: true,
  })
