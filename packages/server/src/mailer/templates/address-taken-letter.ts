import { writeLetter, type Letter } from './email-template.ts'

/** Told to the holder of an address that another account, perhaps theirs, was to move there. */
export function addressTakenLetter(loginUrl: URL): Letter {
  return writeLetter({
    subject: 'This address already has an account',
    greeting: 'Hello,',
    paragraphs: [
      'Somebody asked to move a Mailstop account to your address, which already has an account.',
      'If it was you, log in with this address instead, or delete its account and ask again. If you have forgotten your password, ask there for a new one.',
    ],
    action: { label: 'Log in', url: loginUrl.href },
    closing: 'If it was not you, nothing has changed and you need not do anything.',
  })
}
