import { plainName, writeLetter, type Letter } from './email-template.ts'

export type SecurityChange = 'password_changed' | 'address_change_asked' | 'address_changed'

const news: Record<SecurityChange, { subject: string; sentence: string }> = {
  password_changed: {
    subject: 'Your password was changed',
    sentence: 'The password of your Mailstop account was changed.',
  },
  address_change_asked: {
    subject: 'A new email address was asked for',
    sentence:
      'Your Mailstop account is to have another email address, once that one is confirmed. A new password stops it.',
  },
  address_changed: {
    subject: 'Your email address was changed',
    sentence: 'Your Mailstop account now has another email address, and no longer this one.',
  },
}

/** Told to an account's holder after a change that a thief of a session would make first. */
export function securityNoticeLetter(
  change: SecurityChange,
  to: { name: string },
  forgotPasswordUrl: URL,
): Letter {
  const { subject, sentence } = news[change]
  return writeLetter({
    subject,
    greeting: `Hello ${plainName(to.name) || 'there'},`,
    paragraphs: [sentence, 'If it was you, you need not do anything.'],
    action: { label: 'If it was not you, reset your password', url: forgotPasswordUrl.href },
    closing: 'If that does not help, ask whoever runs this server.',
  })
}
