import type { Work } from '../../db/database.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { updateInboxRow, type LivingInbox } from './inbox-store.ts'

export type InboxEndingDeps = Pick<FeatureDeps, 'events' | 'now'> & {
  tokens: {
    revoke(
      work: Work,
      which: { teamId: number; inbox: number },
      by: number | null,
    ): Promise<unknown>
  }
  rules: { disableOf(work: Work, which: { teamId: number; inbox: number }): Promise<void> }
}

export type EndInbox = ReturnType<typeof createInboxEnding>

/** A person who ends an inbox puts its mail into the trash in this time. */
export const longestClearingMs = 10 * 60_000
/** Mail that was under way when an inbox ended has arrived by then. */
export const lateMailMs = 60_000

/**
 * Ends an inbox in a transaction that holds the team, with its login, its SMTP sessions and its tokens. Forwarding rules
 * of it are disabled, as a person made them. What becomes of its mail is up to the caller; while `clearing`, the sweep
 * puts it into the trash.
 */
export function createInboxEnding({ events, now, tokens, rules }: InboxEndingDeps) {
  return async function endInbox(
    work: Work,
    { team_id: teamId, id: inbox, name, username, expires_at }: LivingInbox,
    { by, isClearing = false }: { by: number | null; isClearing?: boolean },
  ): Promise<void> {
    const [tx, afterCommit] = work
    await updateInboxRow(tx, teamId, inbox, {
      username: null,
      previous_password_sealed: null,
      ended_at: now(),
      credentials_at: now(),
      // The sweep goes on with its mail where who ends it is killed.
      expires_at: isClearing ? expires_at : now() + longestClearingMs,
    })
    await tokens.revoke(work, { teamId, inbox }, by)
    await rules.disableOf(work, { teamId, inbox })
    afterCommit(() => {
      events.emit('credentialsEnded', { teamId, inbox, username })
      events.emit('teamOutdated', { teamId, userId: by, part: 'inboxes' })
      events.emit('tagRulesChanged', { teamId })
      events.emit('happened', { teamId, event: 'inbox.ended', data: { inbox: name } })
    })
  }
}
