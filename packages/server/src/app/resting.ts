/** Ends what was not needed for one to two of these intervals. */
const everyMs = 15_000
/** Most of what a start takes is garbage once it listens. */
const afterStartMs = 1_000
/** Processor time of the whole process: less is a quiet while, more has left garbage. */
const quietMs = 150
const littleMs = 300

/**
 * Frees what a burst of work has taken, once it is over: idle threads, and memory, since V8 keeps as much as it ever
 * had.
 */
export function createResting({ rest, free }: { rest: () => void; free: () => void }) {
  let timer: NodeJS.Timeout | undefined
  let [atLast, atCollection] = [0, -Infinity]

  function tick(): void {
    rest()
    const used = usedMs()
    const isQuiet = used - atLast < quietMs
    if (isQuiet && used - atCollection > littleMs) {
      free()
      atCollection = usedMs()
    }
    atLast = usedMs()
  }

  return {
    /** Begins a moment after the start, and then repeats. */
    start(): void {
      atLast = Infinity
      timer = setTimeout(() => {
        tick()
        timer = setInterval(tick, everyMs).unref()
      }, afterStartMs).unref()
    },
    stop(): void {
      clearTimeout(timer)
    },
  }
}

function usedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
