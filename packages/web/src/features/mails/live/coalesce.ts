/** The shortest time between two fetches in a burst of live events. */
export const burstMs = 250

/** More mails than this between two runs come faster than anybody reads them. */
const few = 4

/**
 * `ask` runs `work` at once, but at most once every `ms`, and a quarter as often while mails pour in. The
 * last ask is never lost. `cancel` forgets a pending ask.
 */
export function coalesce(work: () => void, ms: number) {
  let timer: ReturnType<typeof setTimeout> | null = null
  let asked = 0
  const rest = () => {
    timer = null
    if (asked > 0) run()
  }
  const run = () => {
    timer = setTimeout(rest, asked > few ? 4 * ms : ms)
    asked = 0
    work()
  }
  return {
    ask(mails = 1) {
      asked += mails
      if (timer === null) run()
    },
    cancel() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      asked = 0
    },
  }
}
