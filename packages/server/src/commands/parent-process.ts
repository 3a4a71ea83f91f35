const checkEveryMs = 500

/** Hands the parent on where this process replaces itself, with the id that it keeps then. */
const variable = 'MAILSTOP_PARENT'

/**
 * The process that started this one, noted before much is loaded: later it may be gone, and who adopted this
 * one in its place.
 */
const parent = handedOn() ?? process.ppid
delete process.env[variable]

function handedOn(): number | null {
  const [pid, ppid] = (process.env[variable] ?? '').split(' ').map(Number)
  return pid === process.pid && ppid ? ppid : null
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
