import { limits, type FailedSession } from '@mailstop/contract'
import { inboxOf, keepsToInbox, type TeamRequest } from '../../actor.ts'
import { notFound } from '../../errors.ts'
import { unpackDialogue } from '../../db/mail/packed-dialogue.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import type { Permit } from '../teams/teams.ts'
import { createSessionWriter } from './session-writer.ts'
import {
  deleteOlder,
  sessionsOf,
  type ListedSession,
  type SessionFilter,
} from './smtp-session-store.ts'

export type SmtpSessions = ReturnType<typeof createSmtpSessions>

type SmtpSessionsDeps = Pick<FeatureDeps, 'db' | 'events' | 'log' | 'now'> & {
  permit: Permit
  later: (work: () => void, ms: number) => () => void
}

const dayMs = 24 * 60 * 60 * 1_000

/**
 * Shows a team why its apps brought no mail. Failed sessions belong to the team, and stay when its credentials are
 * replaced: every member of the team sees them.
 */
export function createSmtpSessions({ permit, ...deps }: SmtpSessionsDeps) {
  const { db, now } = deps
  const writer = createSessionWriter(deps)
  return {
    async list(request: TeamRequest<'read_mail'>, filter: SessionFilter) {
      await permit(db.sql, request, keepsToInbox)
      const inbox = inboxOf(request) ?? filter.inbox ?? null
      if (filter.inbox !== undefined && filter.inbox !== inbox) throw notFound()
      const rows = await sessionsOf(db.sql, request.teamId, { ...filter, inbox })
      const shown = rows.slice(0, limits.sessionsPage)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      return {
        data: shown.map(sessionView),
        meta: { next_cursor: last === undefined ? null : String(last.id) },
      }
    },
    add: writer.add,
    /** Resolves when everything that was added is written. */
    idle: writer.idle,
    removeOld: (): Promise<void> => deleteOlder(db.sql, now() - limits.sessionDays * dayMs),
  }
}

function sessionView({
  dialogue,
  at,
  team_id: _team,
  is_stranger: _stranger,
  inbox_id: inbox,
  inbox_name: name,
  ...row
}: ListedSession): FailedSession {
  const { transcript, times } = unpackDialogue(dialogue)
  return {
    ...row,
    inbox: inbox === null || name === null ? null : { id: inbox, name },
    at: new Date(at).toISOString(),
    transcript,
    // The last time is that of the final reply, which the transcript holds as a line.
    transcript_times: (times ?? []).slice(0, -1),
  }
}
