import { plainName, writeLetter, type Letter } from './email-template.ts'

/** Lets whoever reads this mailbox choose a new password. */
export function passwordResetLetter(to: { name: string }, url: URL, validMinutes: number): Letter {
  return writeLetter({
    subject: 'Reset your password',
    greeting: `Hello ${plainName(to.name) || 'there'},`,
    paragraphs: [
      'Somebody asked for a new password for your Mailstop account.',
      `The link works once and is valid for ${validMinutes} minutes.`,
    ],
    action: { label: 'Reset password', url: url.href },
    closing: 'If it was not you, nothing has changed and you need not do anything.',
  })
}
