import { plainName, writeLetter, type Letter } from './email-template.ts'

/** Asks whoever reads this mailbox whether an account is to move to it. */
export function newAddressLetter(to: { name: string }, url: URL, validMinutes: number): Letter {
  return writeLetter({
    subject: 'Confirm your new email address',
    greeting: `Hello ${plainName(to.name) || 'there'},`,
    paragraphs: [
      'Please confirm that your Mailstop account is to have this address. Until then it keeps the one it has.',
      `The link is valid for ${validMinutes} minutes.`,
    ],
    action: { label: 'Confirm new address', url: url.href },
    closing: 'If you did not ask for this, do not confirm it: the account is not yours.',
  })
}
