import { getCompileCacheDir } from 'node:module'
import { threadId } from 'node:worker_threads'

/** What the tests of `thread-pool.ts` run in its threads. */
export async function echo(value: unknown) {
  return value
}

export async function thread() {
  return threadId
}

export async function environment() {
  // oxlint-disable-next-line node/no-process-env -- nothing of it is used
  return Object.keys(process.env)
}

export async function compileCache() {
  return getCompileCacheDir()
}

export async function fail(text: string) {
  throw new RangeError(text)
}

export async function failOddly() {
  // oxlint-disable-next-line only-throw-error -- what the pool must survive
  throw 'not an error'
}

export async function spin(): Promise<never> {
  for (;;) Math.random()
}

export async function spinFor(cpuMs: number) {
  const used = () => process.threadCpuUsage().user + process.threadCpuUsage().system
  const end = used() + cpuMs * 1_000
  while (used() < end) for (let turn = 0; turn < 1e6; turn += 1) Math.random()
  return 'done'
}

export async function wait(): Promise<never> {
  return new Promise(() => setTimeout(() => {}, 1e6))
}

export async function eatMemory(): Promise<never> {
  const eaten: number[][] = []
  for (;;) eaten.push(Array.from({ length: 10_000 }, () => Math.random()))
}

export async function crash(): Promise<never> {
  return new Promise(() => {
    setImmediate(() => {
      throw new Error('outside of any promise')
    })
  })
}

export async function exit(): Promise<never> {
  return process.exit(3)
}

export async function fill(length: number) {
  return { bytes: new Uint8Array(length).fill(1) }
}

export async function sizes(bytes: Uint8Array) {
  return [bytes.length, bytes.buffer.byteLength]
}

export async function unanswerable() {
  return () => {}
}
