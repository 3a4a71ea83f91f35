const checkEveryMs = 500

/**
 * Calls `ended` when the process that started this one is gone, however it ended: npm passes on two
 * signals, and none when it is killed itself.
 */
export function onParentEnd(ended: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (isAlive(parent)) return
    clearInterval(timer)
    ended()
  }, checkEveryMs)
  timer.unref()
}

/** On POSIX an orphan has another parent; on Windows it keeps the id of the one that is gone. */
function isAlive(parent: number): boolean {
  if (process.ppid !== parent) return false
  try {
    return process.kill(parent, 0)
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
