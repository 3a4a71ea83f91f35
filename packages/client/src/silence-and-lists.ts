import { MailstopError } from './errors.ts'
import type { Requests } from './request.ts'
import type { Mail, MailConditions, WaitOptions } from './types.ts'
import { beginWait } from './waiting.ts'

/** Resolves with `count` mails, newest first. */
export async function waitForMany(
  requests: Requests,
  count: number,
  conditions: MailConditions,
  options: WaitOptions,
): Promise<Mail[]> {
  const wait = beginWait(requests, options)
  const answer = await wait.ask({ ...conditions, count })
  if (!answer) throw wait.noMail(conditions, count)
  return answer.mails
}

/** Resolves when no mail has arrived but the ones in `taken`. */
export async function waitForSilence(
  requests: Requests,
  conditions: MailConditions & { after: string },
  taken: ReadonlySet<number>,
  options: WaitOptions,
): Promise<void> {
  const wait = beginWait(requests, options)
  let { after } = conditions
  do {
    try {
      // The oldest first, so that none is left out behind one of `taken`.
      await wait.ask({ ...conditions, after, count: 0, order: 'oldest' })
    } catch (error) {
      const mail = error instanceof MailstopError ? error.body.mail : undefined
      if (!mail) throw error
      if (!taken.has(mail.id) || mail.marker === null) throw unexpected(mail, conditions)
      after = mail.marker
    }
  } while (wait.remaining() > 0)
}

function unexpected(mail: Mail, { to }: MailConditions): MailstopError {
  const message = `A mail to ${to ?? 'the inbox'} arrived that should not have: "${mail.subject}" from ${mail.from?.address || 'nobody'}.`
  return new MailstopError('unexpected_mail', 409, message, { body: { mail } })
}
