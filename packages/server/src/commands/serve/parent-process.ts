const checkEveryMs = 500

/** Hands the parent on where this process replaces itself, with the id that it keeps then. */
const variable = 'MAILSTOP_PARENT'

let parent = process.ppid

/**
 * Notes the process that started this one, before much is loaded: later it may be gone, and the one that
 * adopted this process stands in its place.
 */
export function noteParent(): void {
  const { env, pid } = process
  const [of, handedOn] = (env[variable] ?? '').split(' ').map(Number)
  if (of === pid && handedOn) parent = handedOn
  delete env[variable]
}

export const parentVariable = (): Record<string, string> => ({
  [variable]: `${process.pid} ${parent}`,
})

/**
 * Calls `ended` when the process that started this one is gone, however it ended: npm passes on two
 * signals, and none when it is killed itself.
 */
export function onParentEnd(ended: () => void): void {
  const timer = setInterval(() => {
    if (isAlive()) return
    clearInterval(timer)
    ended()
  }, checkEveryMs)
  timer.unref()
}

/** On POSIX an orphan has another parent; on Windows it keeps the id of the one that is gone. */
function isAlive(): boolean {
  if (process.ppid !== parent) return false
  try {
    return process.kill(parent, 0)
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
