import type { Team } from '@mailstop/contract'
import type { UserRequest } from '../../actor.ts'
import type { Database } from '../../db/database.ts'
import { unavailable } from '../../errors.ts'
import type { Limiter } from '../../lib/attempts.ts'
import { testLetter } from '../../mailer/templates/test-letter.ts'
import type { Submission } from '../../smtp/submission.ts'
import { membersOf } from './member-store.ts'
import { permit } from './team-access.ts'

export type TestMailDeps = {
  db: Database
  limiter: Limiter
  /** Sends a mail through our own SMTP port; returns the answer. */
  submit: (mail: Submission) => Promise<string>
  publicUrl: URL
  team: (userId: number, teamId: number) => Promise<Team>
}

/**
 * Shows a team that it catches mail, by sending some as an app would, but for the login: that is made
 * for this mail, so that it works whatever becomes of others' logins. Returns the mail's id.
 */
export function createTestMail({ db, limiter, submit, publicUrl, team: teamOf }: TestMailDeps) {
  const perTeam = limiter('test mail', { limit: 20, windowMs: 10 * 60_000 })

  return async function sendTestMail(request: UserRequest<'send_test_mail'>): Promise<number> {
    const { actor, teamId } = request
    await permit(db.sql, request)
    await perTeam.spend(String(teamId))
    const team = await teamOf(actor.userId, teamId)
    const members = await membersOf(db.sql, teamId)
    const to = members.find(({ id }) => id === actor.userId)?.email ?? 'you@mailstop.test'
    const { subject, text, html } = testLetter(team, new URL('/inbox', publicUrl))
    const from = 'Mailstop <test@mailstop.test>'
    const mail = { accountId: teamId, from, to, subject, text, html }
    const answer = await submit(mail).catch((error: unknown) => {
      const said = error instanceof Error ? error.message : String(error)
      throw unavailable({ message: `The test mail was not taken: ${said}` })
    })
    return Number(/queued as (\d+)/.exec(answer)?.[1])
  }
}
