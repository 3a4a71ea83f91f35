import type { TokenActor } from '../../actor.ts'
import type { Sql } from '../../db/database.ts'
import type { EventBus } from '../../events.ts'
import { notRevoked } from './api-token-store.ts'

type TokenEndsDeps = {
  sql: Sql
  events: EventBus
  now: () => number
  onError: (error: unknown) => void
}

/** The longest wait of a Node timer. No request is answered later than this. */
const longestTimerMs = 2_147_483_647

/** Tells requests that are still open of the end of their token: revoked in any process, or expired. */
export function createTokenEnds({ sql, events, now, onError }: TokenEndsDeps) {
  const listeners = new Map<number, Set<() => void>>()

  function end(tokenId: number): void {
    const ended = listeners.get(tokenId)
    listeners.delete(tokenId)
    for (const listener of ended ?? []) listener()
  }

  async function recheck(): Promise<void> {
    const ids = [...listeners.keys()]
    const living = new Set(await notRevoked(sql, ids))
    for (const id of ids) if (!living.has(id)) end(id)
  }

  events.on('tokenEnded', ({ tokenId }) => end(tokenId))
  events.on('eventsMissed', () => void recheck().catch(onError))

  /** Calls `onEnd` once when the token ends. Returns a function that stops that, to be called in any case. */
  return function whenEnded(
    { tokenId, expiresAt }: Pick<TokenActor, 'tokenId' | 'expiresAt'>,
    onEnd: () => void,
  ): () => void {
    const left = expiresAt === null ? Infinity : expiresAt - now()
    const timer = left > longestTimerMs ? undefined : setTimeout(ended, left)
    const ofToken = listeners.get(tokenId) ?? new Set()
    listeners.set(tokenId, ofToken.add(ended))

    function stop(): void {
      clearTimeout(timer)
      ofToken.delete(ended)
      if (ofToken.size === 0 && listeners.get(tokenId) === ofToken) listeners.delete(tokenId)
    }
    function ended(): void {
      stop()
      onEnd()
    }
    return stop
  }
}
