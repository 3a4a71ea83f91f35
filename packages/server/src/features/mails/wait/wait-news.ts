/** The most mails that are remembered one by one; beyond, the wait looks at all again. */
const mostIds = 200

export type News = {
  /** Mails that may match, and whether only their order and presence are still to be asked for. */
  ids: Map<number, boolean>
  lookAgain: boolean
  isTimeUp: boolean
}

/** What has reached an open wait, and what it has not looked at yet. */
export type WaitNews = ReturnType<typeof createWaitNews>

export function createWaitNews() {
  let ids = new Map<number, boolean>()
  let lookAgain = true
  let isTimeUp = false
  let wake = () => {}
  const { promise: ended, reject } = Promise.withResolvers<never>()
  let end: Error | null = null
  // It may be rejected before anything waits for it.
  ended.catch(() => {})

  return {
    /** A mail may match. `isSure`: it does, unless it is gone or arrived before the marker. */
    add(id: number, isSure: boolean): void {
      if (lookAgain) return
      if (ids.size >= mostIds) lookAgain = true
      else ids.set(id, isSure || (ids.get(id) ?? false))
      wake()
    },
    lookAgain(): void {
      lookAgain = true
      wake()
    },
    timeUp(): void {
      isTimeUp = true
      wake()
    },
    end(refusal: Error): void {
      end ??= refusal
      reject(end)
      wake()
    },
    /** Rejects when the wait is ended from outside. */
    ended,
    requireOpen(): void {
      if (end) throw end
    },
    /** What there is; waits until there is something. */
    async take(): Promise<News> {
      while (!end && !lookAgain && !isTimeUp && ids.size === 0) {
        await new Promise<void>((resolve) => (wake = resolve))
      }
      if (end) throw end
      const news = { ids, lookAgain, isTimeUp }
      ids = new Map()
      lookAgain = false
      return news
    },
  }
}
