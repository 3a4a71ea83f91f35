/**
 * How long frames are collected for other processes. Each notification costs each receiving process far more than its
 * content.
 */
const togetherMs = 20
/** Postgres carries 8,000 bytes; beyond, Socket.IO writes to a table. Its own part of a notification is small. */
const mostBytes = 7_000

/**
 * Collects frames for other processes, in order, and sends them as few lists. `later` runs work after some
 * milliseconds, and for 0 once the timers that are due have run.
 */
export function sendTogether<Item>(deps: {
  send: (items: Item[]) => void
  later: (work: () => void, ms: number) => void
}) {
  let waiting: Item[] = []
  let bytes = 0
  let isDueSoon = false

  function send(): void {
    if (waiting.length === 0) return
    const items = waiting
    waiting = []
    bytes = 0
    deps.send(items)
  }

  function sendSoon(): void {
    if (isDueSoon) return
    isDueSoon = true
    deps.later(() => {
      isDueSoon = false
      send()
    }, 0)
  }

  return {
    /** Adds an item. `collected`: it has waited for others already. */
    add(item: Item, { collected = false } = {}): void {
      const size = Buffer.byteLength(JSON.stringify(item))
      if (bytes + size > mostBytes) send()
      if (collected) sendSoon()
      // What its timer finds belongs to a later list if this one was sent before.
      else if (waiting.length === 0) deps.later(sendSoon, togetherMs)
      waiting.push(item)
      bytes += size
    },
    /** Now. */
    send,
  }
}
