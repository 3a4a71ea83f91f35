import { settingOf } from '../settings.ts'

/**
 * How long waits last: a wait that fails shows the table of what arrived; a test that runs out of time shows nothing.
 */

/** The test that runs now: how many milliseconds it has, and for how many it has been running with its hooks. */
type RunningTest = { limit: number | undefined; elapsed: number }

type VitestTask = {
  type: string
  timeout?: number
  result?: { startTime?: number; attempts?: { startTime: number; duration: number }[] }
}
type JestState = {
  currentlyRunningTest?: { timeout?: number; startedAt?: number | null } | null
  testTimeout?: number
}
type VitestWorker = { current?: VitestTask } | undefined

/** The clock of a test may be a false one. */
const elapsedSince = (began: number | null | undefined) =>
  performance.timeOrigin + performance.now() - (began ?? NaN)

/**
 * Vitest and Jest have no call that says how long a test may take, and keep it where it can be read. Undefined where no test
 * runs, and where a later version keeps it elsewhere.
 */
export function runningTest(): RunningTest | undefined {
  const task = (Reflect.get(globalThis, '__vitest_worker__') as VitestWorker)?.current
  if (task?.type === 'test') {
    // A repeated test begins where its last attempt ended.
    const last = task.result?.attempts?.at(-1)
    const began = last ? last.startTime + last.duration : task.result?.startTime
    return { limit: task.timeout, elapsed: elapsedSince(began) }
  }
  const isState = ({ description }: symbol) => description === 'JEST_STATE_SYMBOL'
  const key = Object.getOwnPropertySymbols(globalThis).find(isState)
  const state = key && (Reflect.get(globalThis, key) as JestState | undefined)
  if (!state) return undefined
  const { currentlyRunningTest: test, testTimeout } = state
  return { limit: test?.timeout ?? testTimeout, elapsed: elapsedSince(test?.startedAt) }
}

/** Both end a test after five seconds unless they are configured. */
const isUnderRunner = Boolean(settingOf('VITEST') ?? settingOf('JEST_WORKER_ID'))

/** A wait needs so long to say why it failed, before the time of its test is up. */
const toExplain = (limit: number) => Math.min(1_000, limit / 10)

/**
 * How long a wait lasts that no fixture knows the test of: almost until the test ends that runs now, or for the given time
 * where that is shorter.
 */
export function usualTimeout(asked?: number): number {
  const { limit, elapsed } = runningTest() ?? { limit: undefined, elapsed: 0 }
  // Hooks have time of their own: those of a test that has run for longer than it may took it.
  return lasting(limit, limit !== undefined && elapsed < limit ? elapsed : 0, asked)
}

/**
 * The same for a test that began now, or at `began`. `limitOf` says how many milliseconds the test has in all; 0 or
 * infinitely many mean no limit.
 */
export function withinTest(
  limitOf: () => number | undefined,
  asked?: number,
  began = performance.now(),
): () => number {
  return () => lasting(limitOf(), performance.now() - began, asked)
}

function lasting(limit: number | undefined, elapsed: number, asked: number | undefined): number {
  if (limit === undefined) return asked ?? (isUnderRunner ? 4_500 : 20_000)
  if (limit === 0 || limit === Infinity) return asked ?? 20_000
  const left = limit - toExplain(limit) - elapsed
  // Whole tenths of a second, as the failure names it.
  return Math.min(asked ?? Infinity, Math.max(0, Math.floor(left / 100) * 100))
}
