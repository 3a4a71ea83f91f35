import type { TokenActor } from '../../actor.ts'
import type { Sql } from '../../db/database.ts'
import { badToken, rateLimited } from '../../errors.ts'
import type { Limiter } from '../../attempts/attempts.ts'
import { clientGroup } from '../../lib/network/client-group.ts'
import { keepNewest } from '../../lib/shares/newest-kept.ts'
import { createRateBuckets } from '../../lib/shares/rate-buckets.ts'
import { sha256Hex } from '../../lib/secrets/tokens.ts'
import { tokenByHash, writeUse } from './api-token-store.ts'
import { scopesOf } from './api-token-view.ts'
import { isWellFormed } from './token-form.ts'

export type TokenClient = { address: string; userAgent: string }

const rememberedMs = 3_000
const rememberedMost = 1_000
/** The last use is written once in this time. */
const useEveryMs = 60_000
const hourMs = 60 * 60_000
const longestAgent = 200

type Remembered = { found: Promise<TokenActor | null>; until: number }

type TokenCheckDeps = {
  sql: Sql
  limiter: Limiter
  /** A token that needs no checksum. */
  fixedToken: string | null
  now: () => number
  onError: (error: unknown) => void
}

/**
 * Finds the actor of a request's token. A program may ask many times a second, so a found token is remembered for a
 * moment, and a burst asks the store once. An ended token is forgotten with the event of its end; a process that
 * missed the event accepts it for that moment at most.
 */
export function createTokenCheck({ sql, limiter, fixedToken, now, onError }: TokenCheckDeps) {
  const remembered = new Map<string, Remembered>()
  const usedAt = new Map<number, number>()
  const writing = new Set<Promise<void>>()
  const countRequest = createTokenRates({ now })
  const wrong = limiter('wrong token from client', { limit: 100, windowMs: hourMs })

  async function load(hash: string): Promise<TokenActor | null> {
    const row = await tokenByHash(sql, hash)
    if (!row) return null
    return {
      kind: 'token',
      tokenId: row.id,
      teamId: row.team_id,
      scopes: scopesOf(row),
      inbox: row.inbox_id,
      createdBy: row.creator_id,
      answeredBy: row.member_id ?? row.owner_id,
      expiresAt: row.expires_at,
    }
  }

  function lookUp(token: string): Promise<TokenActor | null> {
    const hash = sha256Hex(token)
    const entry = remembered.get(hash)
    if (entry && now() < entry.until) return entry.found
    const found = load(hash)
    keepNewest(remembered, hash, { found, until: now() + rememberedMs }, rememberedMost)
    const drop = () => {
      if (remembered.get(hash)?.found === found) remembered.delete(hash)
    }
    // Only existing tokens are remembered: guesses would push them out.
    found.then((actor) => actor ?? drop(), drop)
    return found
  }

  /** Runs on its own: no request waits for it, and failing to write a use is no fault of its request. */
  function noteUse(tokenId: number, { address, userAgent }: TokenClient): void {
    const at = now()
    const before = usedAt.get(tokenId)
    if (before !== undefined && at - before < useEveryMs) return
    keepNewest(usedAt, tokenId, at, rememberedMost)
    const use = { at, address, agent: userAgent.slice(0, longestAgent) }
    const written = writeUse(sql, tokenId, use, at - useEveryMs).catch(onError)
    writing.add(written)
    void written.finally(() => writing.delete(written))
  }

  return {
    /** Finds who asks with this token; refuses when it is unknown, has ended, or was used too often. */
    async check(token: string, client: TokenClient): Promise<TokenActor> {
      if (!isWellFormed(token) && token !== fixedToken) throw badToken()
      const actor = await lookUp(token)
      if (!actor) {
        await wrong.spend(clientGroup(client.address))
        throw badToken()
      }
      const { tokenId, expiresAt } = actor
      if (expiresAt !== null && expiresAt <= now()) {
        const day = new Date(expiresAt).toISOString().slice(0, 10)
        throw badToken(`This token expired on ${day}. Make one under Integrations › API tokens.`)
      }
      countRequest(actor)
      noteUse(tokenId, client)
      return actor
    },
    forgetAll: (): void => remembered.clear(),
    async idle(): Promise<void> {
      await Promise.all(writing)
    },
  }
}

const perSecond = 200
const burst = 1_000
/** All tokens of one person may together send this many times as much. */
const tokensAtOnce = 5

function createTokenRates({ now }: { now: () => number }) {
  const ofToken = createRateBuckets({ perSecond, burst, now })
  const all = { perSecond: perSecond * tokensAtOnce, burst: burst * tokensAtOnce }
  const ofPerson = createRateBuckets({ ...all, now })

  /** Counts one request of a token; refused as `rate_limited` when there were too many. */
  return function spend({ tokenId, answeredBy }: TokenActor): void {
    if (!ofToken(tokenId)) throw tooMany('A token makes', { perSecond, burst })
    if (!ofPerson(answeredBy)) throw tooMany('All tokens of one person make', all)
  }
}

type Rate = { perSecond: number; burst: number }

const tooMany = (who: string, rate: Rate) =>
  rateLimited(
    1,
    `${who} at most ${rate.perSecond} requests a second, and ${rate.burst} at once. Try again later.`,
  )
