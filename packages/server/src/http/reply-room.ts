import type { ServerResponse } from 'node:http'
import { unavailable } from '../errors.ts'
import type { FairShares, Share } from '../lib/fair-shares.ts'
import type { ServedClient } from '../lib/served-client.ts'

/** Shares of the bytes of replies that are in memory at once, and slots for replies that may take long. */
export type ReplyShares = Record<'smallReplies' | 'largeReplies' | 'exports', FairShares>

const smallBytes = 1024 * 1024

type RoomOptions = { shares: ReplyShares; client: ServedClient; response: ServerResponse }

/**
 * What one reply holds of the memory for replies: from before it is read until its client has taken the
 * last of it. A reply that is too slow while others wait loses its room, and its connection.
 */
export function createReplyRoom({ shares, client, response }: RoomOptions) {
  const held = new Set<Share>()
  let closed = false

  /** Waits for room for so many bytes. Returns what releases it before the reply ends. */
  const hold = (bytes: number) =>
    take(bytes <= smallBytes ? shares.smallReplies : shares.largeReplies, bytes)

  async function take(pool: FairShares, size: number): Promise<() => void> {
    const share = await pool.take(size, client)
    if (closed) {
      share.release()
      throw unavailable()
    }
    held.add(share)
    share.signal.addEventListener('abort', () => response.req.socket.destroy(), { once: true })
    return () => {
      held.delete(share)
      share.release()
    }
  }

  /** Of all that it held, keeps as much as so many bytes take. */
  async function keep(bytes: number): Promise<void> {
    const before = [...held]
    if (bytes > smallBytes && before.length > 0) return
    await hold(bytes)
    for (const share of before) {
      held.delete(share)
      share.release()
    }
  }

  function release(): void {
    closed = true
    for (const share of held) share.release()
    held.clear()
  }

  return {
    hold,
    holdSlot: () => take(shares.exports, 1),
    keep,
    moved(bytes: number): void {
      for (const share of held) share.moved(bytes)
    },
    release,
    /** Not before the reply is begun: a client that hangs up does not stop what is being read for it. */
    releaseOnClose(): void {
      if (response.closed) release()
      else response.once('close', release)
    },
  }
}
