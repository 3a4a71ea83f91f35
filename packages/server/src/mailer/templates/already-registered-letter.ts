import { writeLetter, type Letter } from './email-template.ts'

/** Told to the holder of an address that somebody, perhaps they, tried to register once more. */
export function alreadyRegisteredLetter(loginUrl: URL): Letter {
  return writeLetter({
    subject: 'You already have an account',
    greeting: 'Hello,',
    paragraphs: [
      'Somebody tried to register at Mailstop with your address, which already has an account.',
      'If it was you, log in instead. If you have forgotten your password, ask there for a new one.',
    ],
    action: { label: 'Log in', url: loginUrl.href },
    closing: 'If it was not you, nothing has changed and you need not do anything.',
  })
}
