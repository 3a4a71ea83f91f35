/** Milliseconds that calls took, one after the other, as a browser would wait for them. */
export type Timing = { p50: number; p95: number; calls: number }

const warmUps = 3

export type TimingOptions = {
  /** Done before each call, and not timed. */
  before?: () => Promise<unknown>
  budgetMs?: number
}

export async function timeCalls(
  call: () => Promise<unknown>,
  { before = async () => {}, budgetMs = 3_000 }: TimingOptions = {},
): Promise<Timing> {
  for (let warmUp = 0; warmUp < warmUps; warmUp += 1) await call()
  const times: number[] = []
  const until = performance.now() + budgetMs
  while (times.length < 200 && (performance.now() < until || times.length < 10)) {
    await before()
    const from = performance.now()
    await call()
    times.push(performance.now() - from)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN
  return { p50: at(0.5), p95: at(0.95), calls: times.length }
}
