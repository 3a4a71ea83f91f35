/**
 * Knows when the page is idle: no call to the API is pending and the browser has time. Code that a
 * screen does not need at first is loaded then.
 */
const underWay = new Set<Promise<unknown>>()

/** Counts a call as pending until it is settled. */
export async function countedCall<T>(call: Promise<T>): Promise<T> {
  underWay.add(call)
  try {
    return await call
  } finally {
    underWay.delete(call)
  }
}

export async function whenQuiet(): Promise<void> {
  await idle()
  while (underWay.size > 0) {
    await Promise.allSettled(underWay)
    // The code that waited for the reply may send more requests, and draws first.
    await idle()
  }
}

/** Safari has no idle callback. */
const withoutIdleCallbackMs = 200

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve())
    else setTimeout(resolve, withoutIdleCallbackMs)
  })
}
