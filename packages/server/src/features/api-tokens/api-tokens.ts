import { actionOf, needsAccounts, tokenScope, type OpenTerms } from '@mailstop/contract'
import type { Tx, Work } from '../../db/database.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { sha256Hex } from '../../lib/secrets/tokens.ts'
import {
  countMadeBy,
  deleteEndedTokens,
  insertToken,
  revokeMadeBy,
  revokeTokens,
} from './api-token-store.ts'
import { createTokenCheck } from './token-check.ts'
import { createTokenEnds } from './token-ends.ts'
import { hintOf } from './token-form.ts'

/**
 * Tokens with which programs act for a team: which of them are valid, and how they end. Serves features that have
 * checked who asks; `token-management.ts` serves the members of a team.
 */
export type ApiTokens = ReturnType<typeof createApiTokens>

type ApiTokensDeps = Pick<FeatureDeps, 'db' | 'events' | 'limiter' | 'log' | 'now'> & {
  /** A token that is set in the environment. */
  fixedToken?: string | null
  /** What such a token may do. */
  openTerms?: OpenTerms
  onError: (error: unknown) => void
}

/** How long the store knows that a token was there. */
const keptMs = 90 * 24 * 60 * 60_000

export function createApiTokens(deps: ApiTokensDeps) {
  const { db, events, log, now, fixedToken = null, openTerms = { canForward: false } } = deps
  const openScopes = tokenScope.options.filter(
    (scope) => !needsAccounts(actionOf(scope), openTerms),
  )
  const tokenCheck = createTokenCheck({ ...deps, fixedToken, sql: db.sql })
  events.on('tokenEnded', tokenCheck.forgetAll)
  events.on('eventsMissed', tokenCheck.forgetAll)

  async function revoke(
    [tx, afterCommit]: Work,
    which: { teamId: number; id?: number; createdBy?: number; inbox?: number },
    by: number | null,
  ): Promise<number> {
    const { teamId } = which
    const ids = await revokeTokens(tx, which, now())
    afterCommit(() => announce({ teamId, ids, by }))
    return ids.length
  }

  function announce({ teamId, ids, by }: { teamId: number; ids: number[]; by: number | null }) {
    for (const tokenId of ids) {
      log.info({ token_id: tokenId, team_id: teamId, user_id: by }, 'An API token was revoked')
      events.emit('tokenEnded', { tokenId, teamId })
    }
    if (ids.length > 0) events.emit('teamOutdated', { teamId, userId: by, part: 'tokens' })
  }

  /** Ends all tokens that a user made, in every team. */
  async function revokeAllMadeBy([tx, afterCommit]: Work, userId: number): Promise<void> {
    const ended = await revokeMadeBy(tx, userId, now())
    const ofTeams = Map.groupBy(ended, (token) => token.team_id)
    afterCommit(() => {
      for (const [teamId, tokens] of ofTeams) {
        announce({ teamId, ids: tokens.map(({ id }) => id), by: userId })
      }
    })
  }

  /** Makes the fixed token a token of this team, with all that open mode allows. */
  async function provideFixed({ teamId, userId }: { teamId: number; userId: number }) {
    if (fixedToken === null) return
    await db.transaction((tx) =>
      insertToken(tx, {
        team_id: teamId,
        name: 'CI_TOKEN',
        hash: sha256Hex(fixedToken),
        hint: hintOf(fixedToken),
        scopes: JSON.stringify(openScopes),
        created_by: userId,
        created_at: now(),
        expires_at: null,
      }),
    )
  }

  return {
    provideFixed,
    check: tokenCheck.check,
    idle: tokenCheck.idle,
    revoke,
    revokeAllMadeBy,
    countMadeBy: (tx: Tx, userId: number) => countMadeBy(tx, userId, now()),
    /** Runs in the transaction that deletes the team. */
    async endAllOf(work: Work, teamId: number): Promise<void> {
      await revoke(work, { teamId }, null)
    },
    whenEnded: createTokenEnds({ ...deps, sql: db.sql }),
    removeOld: () => deleteEndedTokens(db.sql, now() - keptMs),
  }
}
