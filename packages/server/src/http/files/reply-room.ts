import type { ServerResponse } from 'node:http'
import { unavailable } from '../../errors.ts'
import type { FairShares, Share } from '../../lib/shares/fair-shares.ts'
import type { ServedClient } from '../../lib/shares/served-client.ts'

/** Shares of the bytes of replies that are in memory at once, and slots for replies that may take long. */
export type ReplyShares = Record<
  'smallReplies' | 'largeReplies' | 'jsonReplies' | 'exports',
  FairShares
>

const smallBytes = 1024 * 1024

type RoomOptions = { shares: ReplyShares; client: ServedClient; response: ServerResponse }

/**
 * The part of the memory for replies that one reply holds: from before its content is read until
 * its client has received all of it. A reply that is too slow while others wait loses its room, and
 * its connection.
 */
export function createReplyRoom({ shares, client, response }: RoomOptions) {
  const held = new Set<Share>()
  let closed = false

  /** Waits for a share. Returns a function that releases it before the reply ends. */
  async function take(pool: FairShares, size: number): Promise<() => void> {
    const share = await pool.take(size, client)
    if (closed) {
      share.release()
      throw unavailable()
    }
    // A client cannot be slow before there are bytes to send.
    share.busy(true)
    held.add(share)
    share.signal.addEventListener('abort', () => response.req.socket.destroy(), { once: true })
    return () => {
      held.delete(share)
      share.release()
    }
  }

  const hold = (bytes: number) =>
    take(bytes <= smallBytes ? shares.smallReplies : shares.largeReplies, bytes)

  /** Sets the real number of bytes. Waits only when nothing was held before. */
  async function keep(bytes: number): Promise<void> {
    if (held.size === 0) await hold(bytes)
    for (const share of held) share.shrink(bytes)
  }

  function release(): void {
    closed = true
    for (const share of held) share.release()
    held.clear()
  }

  return {
    hold,
    keep,
    holdJson: (bytes: number) => take(shares.jsonReplies, bytes),
    holdSlot: () => take(shares.exports, 1),
    /** Follows how the client takes the held bytes, for `endedWhenStalled`. */
    pace: {
      moved(bytes: number): void {
        for (const share of held) share.moved(bytes)
      },
      busy(isBusy: boolean): void {
        for (const share of held) share.busy(isBusy)
      },
    },
    release,
    /** Begins only with the reply: a client that hangs up does not stop what is being read for it. */
    releaseOnClose(): void {
      if (response.closed) release()
      else response.once('close', release)
    },
  }
}
