/**
 * How the time of some work grows with its input. `make` builds the worst known input. `size` is its
 * length, or another property that an attacker controls, and is doubled once.
 */
export type Growth = { name: string; ratio: () => Promise<number> }

/** Linear time doubles; memory beyond the cache adds a little, and the clock some noise. */
export const mostGrowth = 2.6

/** Some systems count the time of a thread in steps of 4 ms. */
const leastMs = 30
const tries = 8

export function growth<Input>(
  name: string,
  size: number,
  make: (size: number) => Input,
  run: (input: Input) => unknown,
): Growth {
  return {
    name,
    /** In processor time, so that other work on the machine hardly counts: the minimum of several tries. */
    async ratio() {
      const [input, doubled] = [make(size), make(2 * size)]
      const times = await timesToTake(() => run(input))
      let [least, leastDoubled] = [Infinity, Infinity]
      for (let attempt = 0; attempt < tries; attempt += 1) {
        least = Math.min(least, await processorMs(() => run(input), times))
        leastDoubled = Math.min(leastDoubled, await processorMs(() => run(doubled), times))
        if (leastDoubled <= mostGrowth * least) break
      }
      // Without a measurable time there is nothing to compare.
      return least === 0 ? 0 : leastDoubled / least
    },
  }
}

/** How often the work has to run to take a measurable time. */
async function timesToTake(work: () => unknown): Promise<number> {
  let times = 1
  for (;;) {
    const ms = await processorMs(work, times)
    if (ms >= leastMs) return times
    times = Math.ceil(times * Math.min(8, (1.2 * leastMs) / Math.max(ms, 1)))
  }
}

/** Of this thread alone. */
async function processorMs(work: () => unknown, times: number): Promise<number> {
  const before = process.threadCpuUsage()
  for (let count = 0; count < times; count += 1) await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
