const mostNamed = 20

/** Prints lines with the time since the beginning before them, and lets a long test be interrupted. */
export function reporter(): (text: string) => void {
  const began = performance.now()
  // What is undone when a process exits is undone when it is interrupted, too.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  return (text) => {
    const seconds = Math.round((performance.now() - began) / 1_000)
    process.stdout.write(`${`${seconds} s`.padStart(6)}  ${text}\n`)
  }
}

type Judged = { faults: string[]; broken?: Record<string, number> }

/** Does the work, and ends this process with the last line of a long test and its exit code. */
export async function judge(what: string, work: () => Promise<Judged>): Promise<never> {
  const { faults, broken = {} } = await work().catch((error: Error): Judged => {
    return { faults: [error.stack ?? error.message] }
  })
  const moments = Object.entries(broken).map(([moment, times]) => `${moment} ${times}`)
  if (moments.length > 0) process.stdout.write(`  when: ${moments.join(', ')}\n`)
  for (const fault of faults.slice(0, mostNamed)) process.stdout.write(`  ${fault}\n`)
  if (faults.length > mostNamed) process.stdout.write(`  and ${faults.length - mostNamed} more\n`)
  const isGood = faults.length === 0
  process.stdout.write(`${what}: ${isGood ? '1 passed, 0 failed' : '0 passed, 1 failed'}\n`)
  process.exit(isGood ? 0 : 1)
}
