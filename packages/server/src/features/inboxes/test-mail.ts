import { notFound, unavailable } from '../../errors.ts'
import type { UserRequest } from '../../actor.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { composeSource } from '../../mailer/compose-source.ts'
import { testEmail } from '../../mailer/templates/team-emails.ts'
import type { Permit, Teams } from '../teams/teams.ts'
import type { Submission } from '../../smtp/session/submission.ts'
import { findInbox } from './inbox-store.ts'
import { firstInbox } from '../../lib/first-inbox.ts'

type TestMailDeps = Pick<FeatureDeps, 'db' | 'limiter' | 'publicUrl' | 'now'> & {
  teams: {
    permit: Permit
    get: Teams['get']
    listMembers: Teams['listMembers']
  }
  /** Sends a mail through our own SMTP port, and returns its answer; null when there is no port. */
  submit: ((mail: Submission) => Promise<string>) | null
  /** Keeps a mail as if it had come through a port of another process. */
  receive: (mail: ReceivedTestMail) => Promise<{ id: number }>
}

type TestMail = Omit<Submission, 'accountId'> & { inbox: number }

type ReceivedTestMail = {
  teamId: number
  inbox: number
  envelope: { from: string; to: string[] }
  source: Uint8Array
  receivedAt: number
}

const from = { name: 'Mailstop', address: 'test@mailstop.test' }

/**
 * Sends a mail to an inbox as an app would, to show that it is caught. Only the login differs: it is made for this mail
 * alone, so that no limit on other logins stops it. Returns the mail's id.
 */
export function createTestMail(deps: TestMailDeps) {
  const { db, teams, limiter, publicUrl, submit, receive, now } = deps
  const perTeam = limiter('test mail', { limit: 20, windowMs: 10 * 60_000 })

  return async function sendTestMail(
    request: UserRequest<'send_test_mail'>,
    inbox: number = firstInbox,
  ): Promise<number> {
    const { teamId, actor } = request
    await teams.permit(db.sql, request)
    if (!(await findInbox(db.sql, teamId, inbox))) throw notFound()
    await perTeam.spend(String(teamId))
    const team = await teams.get(actor.userId, teamId)
    const members = await teams.listMembers({ ...request, action: 'read_team' })
    const to = members.find(({ id }) => id === actor.userId)?.email ?? 'you@mailstop.test'
    const { subject, text, html } = testEmail(team, new URL(`inbox?team=${teamId}`, publicUrl))
    const mail = { inbox, from: `${from.name} <${from.address}>`, to, subject, text, html }
    const sent = submit ? submitted(submit, teamId, mail) : received(teamId, mail)
    return sent.catch((error: unknown) => {
      const said = error instanceof Error ? error.message : String(error)
      throw unavailable({ message: `The test message was not accepted: ${said}` })
    })
  }

  async function received(teamId: number, mail: TestMail): Promise<number> {
    const envelope = { from: from.address, to: [mail.to] }
    const { id } = await receive({
      teamId,
      inbox: mail.inbox,
      envelope,
      source: await composeSource(mail),
      receivedAt: now(),
    })
    return id
  }
}

async function submitted(
  submit: (mail: Submission) => Promise<string>,
  teamId: number,
  mail: TestMail,
): Promise<number> {
  const answer = await submit({ accountId: teamId, ...mail })
  return Number(/queued as (\d+)/.exec(answer)?.[1])
}
