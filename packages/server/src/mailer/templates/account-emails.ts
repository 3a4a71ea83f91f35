import { countText } from '@mailstop/contract'
import { plainName, writeTemplate, type EmailTemplate } from './email-template.ts'

type LinkEmail = (to: { name: string }, url: URL, validMinutes: number) => EmailTemplate

/** Asks a new user to confirm their address. */
export const verificationEmail: LinkEmail = (to, url, validMinutes) =>
  writeTemplate({
    subject: 'Verify your email address',
    greeting: `Hello ${plainName(to.name) || 'there'},`,
    paragraphs: [
      'Please confirm that this address is yours, to finish setting up your Mailstop account.',
      `The link is valid for ${validMinutes} minutes.`,
    ],
    action: { label: 'Verify email address', url: url.href },
    closing: 'If you did not create an account, you can ignore this email.',
  })

/** Asks the reader of this mailbox whether an account is to move to it. */
export const newAddressEmail: LinkEmail = (to, url, validMinutes) =>
  writeTemplate({
    subject: 'Confirm your new email address',
    greeting: `Hello ${plainName(to.name) || 'there'},`,
    paragraphs: [
      'Please confirm this as the new address of your Mailstop account. Until then the account keeps its old address.',
      `The link is valid for ${validMinutes} minutes.`,
    ],
    action: { label: 'Confirm new address', url: url.href },
    closing: 'If you did not request this, do not confirm it: the account is not yours.',
  })

/** Lets the reader of this mailbox choose a new password. */
export const passwordResetEmail: LinkEmail = (to, url, validMinutes) =>
  writeTemplate({
    subject: 'Reset your password',
    greeting: `Hello ${plainName(to.name) || 'there'},`,
    paragraphs: [
      'Someone requested a new password for your Mailstop account.',
      `The link works once and is valid for ${validMinutes} minutes.`,
    ],
    action: { label: 'Reset password', url: url.href },
    closing: 'If this was not you, you can ignore this email. Nothing has changed.',
  })

/** Lets the reader of this mailbox connect a sign-in of their organisation to their account. */
export const connectSignInEmail: LinkEmail = (to, url, validMinutes) =>
  writeTemplate({
    subject: 'Connect your sign-in',
    greeting: `Hello ${plainName(to.name) || 'there'},`,
    paragraphs: [
      'Someone signed in by an organisation with your address, which already has a Mailstop account. Open this link in the same browser to connect the two.',
      `The link works once and is valid for ${validMinutes} minutes.`,
    ],
    action: { label: 'Connect', url: url.href },
    closing: 'If this was not you, do not open the link. Nothing has changed.',
  })

/** Goes to the holder of an address when it is registered again, perhaps by them. */
export const alreadyRegisteredEmail = (loginUrl: URL): EmailTemplate =>
  writeTemplate({
    subject: 'You already have an account',
    greeting: 'Hello,',
    paragraphs: [
      'Someone tried to register at Mailstop with your address, which already has an account.',
      'If this was you, log in instead. If you have forgotten your password, you can reset it there.',
    ],
    action: { label: 'Log in', url: loginUrl.href },
    closing: 'If this was not you, you can ignore this email. Nothing has changed.',
  })

/** Goes to the holder of an address when another account, perhaps theirs, was to move to it. */
export const addressTakenEmail = (loginUrl: URL): EmailTemplate =>
  writeTemplate({
    subject: 'This address already has an account',
    greeting: 'Hello,',
    paragraphs: [
      'Someone asked to change the email address of a Mailstop account to yours, which already has an account.',
      'If this was you, log in with this address instead, or delete its account and try again. If you have forgotten your password, you can reset it there.',
    ],
    action: { label: 'Log in', url: loginUrl.href },
    closing: 'If this was not you, you can ignore this email. Nothing has changed.',
  })

export type SecurityChange =
  | 'password_changed'
  | 'address_change_asked'
  | 'address_changed'
  | 'sign_in_connected'

const news: Record<SecurityChange, { subject: string; sentence: string }> = {
  password_changed: {
    subject: 'Your password was changed',
    sentence: 'The password of your Mailstop account was changed.',
  },
  address_change_asked: {
    subject: 'A new email address was requested',
    sentence:
      'Someone asked to change the email address of your Mailstop account. It changes once the new address is confirmed. A new password cancels the change.',
  },
  address_changed: {
    subject: 'Your email address was changed',
    sentence: 'The email address of your Mailstop account was changed. It is no longer this one.',
  },
  sign_in_connected: {
    subject: 'A sign-in was connected',
    sentence:
      'A sign-in of an organisation opens your Mailstop account from now on. Your profile lists it.',
  },
}

/** Tells an account's holder of a change that a thief of a session would make first. */
export function securityNoticeEmail(
  change: SecurityChange,
  to: { name: string; tokens: number },
  forgotPasswordUrl: URL,
): EmailTemplate {
  const { subject, sentence } = news[change]
  return writeTemplate({
    subject,
    greeting: `Hello ${plainName(to.name) || 'there'},`,
    paragraphs: [
      sentence,
      ...(to.tokens > 0 ? [tokensSentence(to.tokens)] : []),
      'If this was you, you can ignore this email.',
    ],
    action: { label: 'If this was not you, reset your password', url: forgotPasswordUrl.href },
    closing: 'If that does not help, ask the operator of this server.',
  })
}

const tokensSentence = (tokens: number) =>
  `${countText(tokens, 'API token')} that you made still ${tokens === 1 ? 'works' : 'work'}, since programs use them. You can revoke them under Integrations, or as you choose a new password.`
