/**
 * How work grows with its input. `make` builds the worst input that anyone has thought of; `size` is
 * its length, or another measure that an attacker chooses, of which half and twice as much are tried.
 */
export type Growth = { name: string; ratio: () => Promise<number> }

/**
 * Linear work grows fourfold, the square sixteenfold. Between them is room for a busy machine, a full processor cache,
 * and an expression that is compiled after some runs.
 */
export const mostGrowth = 7

/** Some systems count the time of a thread in steps of 4 ms. */
const leastMs = 20
const leastTries = 2
const mostTries = 12

export const growth = <Input>(
  name: string,
  size: number,
  make: (size: number) => Input,
  run: (input: Input) => unknown,
): Growth => ({ name, ratio: () => growthRatio(size, make, run) })

/**
 * The processor time for twice the size, divided by that for half of it. Other work on the machine can only
 * add to a time, so the least of several tries counts; few tries are enough when the ratio is at most `allowed`.
 */
async function growthRatio<Input>(
  size: number,
  make: (size: number) => Input,
  run: (input: Input) => unknown,
  allowed = mostGrowth,
): Promise<number> {
  const [input, doubled] = [make(Math.ceil(size / 2)), make(2 * size)]
  let [least, leastDoubled] = [Infinity, Infinity]
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    if (attempt >= leastTries && leastDoubled <= allowed * least) break
    least = Math.min(least, await processorMs(input, run))
    leastDoubled = Math.min(leastDoubled, await processorMs(doubled, run))
  }
  return leastDoubled / least
}

/** The time of this thread for one run: the mean of as many runs as can be measured. */
async function processorMs<Input>(input: Input, run: (input: Input) => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  let runs = 0
  for (let batch = 1; ; batch *= 2) {
    for (let count = 0; count < batch; count += 1) {
      const result = run(input)
      if (result instanceof Promise) await result
    }
    runs += batch
    const { user, system } = process.threadCpuUsage(before)
    const ms = (user + system) / 1_000
    if (ms >= leastMs) return ms / runs
  }
}
