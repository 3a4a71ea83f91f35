/**
 * How work grows with its input. `make` builds the worst input that anyone has thought of; `size` is
 * its length, or whatever of it an attacker chooses, and is doubled once.
 */
export type Growth = { name: string; ratio: () => number }

/** What is linear doubles; memory that no longer fits a cache adds a little, and the clock some noise. */
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
    /** Of processor time, so that other work on the machine counts little: the least of several tries. */
    ratio() {
      const [input, doubled] = [make(size), make(2 * size)]
      const times = timesToTake(() => run(input))
      let [least, leastDoubled] = [Infinity, Infinity]
      for (let attempt = 0; attempt < tries; attempt += 1) {
        least = Math.min(
          least,
          processorMs(() => run(input), times),
        )
        leastDoubled = Math.min(
          leastDoubled,
          processorMs(() => run(doubled), times),
        )
        if (leastDoubled <= mostGrowth * least) break
      }
      // Where the clock has not moved there is nothing to compare.
      return least === 0 ? 0 : leastDoubled / least
    },
  }
}

/** How often in a row, to take so long that it can be measured. */
function timesToTake(work: () => unknown): number {
  let times = 1
  for (;;) {
    const ms = processorMs(work, times)
    if (ms >= leastMs) return times
    times = Math.ceil(times * Math.min(8, (1.2 * leastMs) / Math.max(ms, 1)))
  }
}

/** Of this thread alone. */
function processorMs(work: () => unknown, times: number): number {
  const before = process.threadCpuUsage()
  for (let count = 0; count < times; count += 1) work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
