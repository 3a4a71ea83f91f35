import { plainName, writeLetter, type Letter } from './email-template.ts'

/** Asks a new user to confirm their address. */
export function verificationLetter(to: { name: string }, url: URL, validMinutes: number): Letter {
  return writeLetter({
    subject: 'Verify your email address',
    greeting: `Hello ${plainName(to.name) || 'there'},`,
    paragraphs: [
      'Please confirm that this address is yours, to finish setting up your Mailstop account.',
      `The link is valid for ${validMinutes} minutes.`,
    ],
    action: { label: 'Verify email address', url: url.href },
    closing: 'If you did not create an account, you need not do anything.',
  })
}
