import {
  limits,
  wholeTeamScopes,
  type ApiToken,
  type OwnToken,
  type TokenScope,
} from '@mailstop/contract'
import type { TokenActor, UserRequest } from '../../actor.ts'
import { requireKnownInbox, inboxReferenceOf } from '../../db/known-inbox.ts'
import { lockTeam } from '../../db/locks.ts'
import { badToken, conflict, invalid, notFound } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { sha256Hex } from '../../lib/secrets/tokens.ts'
import type { Permit } from '../teams/teams.ts'
import { countLiving, insertToken, tokensOf, tokenWithTeam } from './api-token-store.ts'
import { scopesOf, textOrNull, tokenView } from './api-token-view.ts'
import type { ApiTokens } from './api-tokens.ts'
import { hintOf, newToken } from './token-form.ts'

/** What the members of a team do with its tokens: all of them see, make and end them. */
export type TokenManagement = ReturnType<typeof createTokenManagement>

type ManagementDeps = Pick<FeatureDeps, 'db' | 'events' | 'log' | 'now'> & {
  permit: Permit
  tokens: Pick<ApiTokens, 'revoke'>
}

type NewToken = {
  name: string
  scopes: TokenScope[]
  expires_in_days: number | null
  /** The only inbox that it reaches. */
  inbox?: number | null | undefined
}

const dayMs = 24 * 60 * 60_000

export function createTokenManagement({ db, events, log, now, permit, tokens }: ManagementDeps) {
  async function list(request: UserRequest<'manage_tokens'>): Promise<ApiToken[]> {
    await permit(db.sql, request)
    const rows = await tokensOf(db.sql, request.teamId)
    return rows.map(tokenView)
  }

  /** Only the reply ever holds the token. */
  async function create(
    request: UserRequest<'manage_tokens'>,
    { name, scopes, expires_in_days: days, inbox = null }: NewToken,
  ): Promise<ApiToken & { token: string }> {
    const { teamId, actor } = request
    if (inbox !== null && scopes.some((scope) => wholeTeamScopes.includes(scope))) {
      throw invalid(isBound)
    }
    const token = newToken()
    const id = await db.transaction(async (tx, afterCommit) => {
      // The lock makes concurrent requests count each other's tokens.
      await lockTeam(tx, teamId)
      await permit(tx, request)
      await requireKnownInbox(tx, teamId, inbox)
      const at = now()
      if ((await countLiving(tx, teamId, at)) >= limits.tokensPerTeam) {
        throw conflict(`A team can have at most ${limits.tokensPerTeam} tokens. Revoke one first.`)
      }
      const row = await insertToken(tx, {
        team_id: teamId,
        name,
        hash: sha256Hex(token),
        hint: hintOf(token),
        scopes: JSON.stringify(scopes),
        inbox_id: inbox,
        created_by: actor.userId,
        created_at: at,
        expires_at: days === null ? null : at + days * dayMs,
      })
      afterCommit(() => {
        const { userId } = actor
        log.info({ token_id: row.id, team_id: teamId, user_id: userId }, 'An API token was made')
        events.emit('teamOutdated', { teamId, userId, part: 'tokens' })
      })
      return row.id
    })
    const made = (await tokensOf(db.sql, teamId)).find((row) => row.id === id)
    if (!made) throw notFound()
    return { ...tokenView(made), token }
  }

  async function revoke(request: UserRequest<'manage_tokens'>, tokenId: number): Promise<void> {
    const { teamId, actor } = request
    await db.transaction(async (...work) => {
      await lockTeam(work[0], teamId)
      await permit(work[0], request)
      const ended = await tokens.revoke(work, { teamId, id: tokenId }, actor.userId)
      if (ended === 0) throw notFound()
    })
  }

  /** The facts that a token may read about itself. */
  async function own({ tokenId }: TokenActor): Promise<OwnToken> {
    const row = await tokenWithTeam(db.sql, tokenId)
    if (!row) throw badToken()
    return {
      name: row.name,
      scopes: scopesOf(row),
      expires_at: textOrNull(row.expires_at),
      team: { id: row.team_id, name: row.team_name, code: row.team_code },
      inbox: inboxReferenceOf(row),
    }
  }

  return { list, create, revoke, own }
}

const isBound = { scopes: ['A token of one inbox cannot manage inboxes or webhooks'] }
