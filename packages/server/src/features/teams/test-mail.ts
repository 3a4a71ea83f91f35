import type { Team } from '@mailstop/contract'
import type { Database } from '../../db/database.ts'
import { unavailable } from '../../errors.ts'
import type { Asker } from '../../lib/asker.ts'
import type { Limiter } from '../../lib/attempts.ts'
import { testEmail } from '../../mailer/templates/team-emails.ts'
import type { Submission } from '../../smtp/submission.ts'
import { membersOf } from './member-store.ts'
import { permit } from './team-access.ts'

export type TestMailDeps = {
  db: Database
  limiter: Limiter
  /** Sends a mail through our own SMTP port; returns the answer. */
  submit: (mail: Submission) => Promise<string>
  publicUrl: URL
  team: (asker: Asker) => Promise<Team>
}

/**
 * Shows a team that it catches mail, by sending some as an app would, but for the login: that is made
 * for this mail, so that it works whatever becomes of others' logins. Returns the mail's id.
 */
export function createTestMail({ db, limiter, submit, publicUrl, team: teamOf }: TestMailDeps) {
  const perTeam = limiter('test mail', { limit: 20, windowMs: 10 * 60_000 })

  return async function sendTestMail(asker: Asker): Promise<number> {
    await permit(db.sql, asker, 'send_test_mail')
    await perTeam.spend(String(asker.teamId))
    const team = await teamOf(asker)
    const members = await membersOf(db.sql, asker.teamId)
    const to = members.find(({ id }) => id === asker.userId)?.email ?? 'you@mailstop.test'
    const { subject, text, html } = testEmail(team, new URL('/inbox', publicUrl))
    const from = 'Mailstop <test@mailstop.test>'
    const mail = { accountId: asker.teamId, from, to, subject, text, html }
    const answer = await submit(mail).catch((error: unknown) => {
      const said = error instanceof Error ? error.message : String(error)
      throw unavailable({ message: `The test mail was not taken: ${said}` })
    })
    return Number(/queued as (\d+)/.exec(answer)?.[1])
  }
}
