export type SoonDeps = {
  /** Calls `work` once; what it returns cancels it. */
  later: (work: () => void, ms: number) => () => void
  onError: (error: unknown) => void
}

/** Does `work` once for all who ask within a moment, and never twice at a time. */
export function createSoon(
  work: () => Promise<void>,
  ms: number,
  { later, onError }: Pick<SoonDeps, 'later' | 'onError'>,
) {
  let cancel: (() => void) | null = null
  let working: Promise<void> = Promise.resolve()
  let isStopped = false

  function forget(): void {
    cancel?.()
    cancel = null
  }

  /** At once, after what is under way. */
  function now(): Promise<void> {
    forget()
    const done = working.then(work)
    working = done.catch(() => {})
    return done
  }

  return {
    ask(): void {
      if (!isStopped) cancel ??= later(() => void now().catch(onError), ms)
    },
    now,
    /** Forgets who asked and who asks from now on, and resolves when nothing is under way. */
    async stop(): Promise<void> {
      isStopped = true
      forget()
      await working
    },
  }
}
