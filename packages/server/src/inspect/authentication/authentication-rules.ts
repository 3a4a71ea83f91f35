import type { Rule } from '../section.ts'

/** What may be wrong with the proof of where a mail comes from. */
export const authenticationRules = {
  unsigned: {
    level: 'info',
    what: 'The mail has no DKIM signature.',
    why: 'Gmail and Yahoo want one of every sender. Often the relay of production adds it, which does not see this mail.',
    mend: 'Make sure that the relay of production signs, or sign in the application.',
    since: 'February 2024 (sender guidelines of Gmail and Yahoo)',
  },
  'body-changed': {
    level: 'fail',
    what: 'The body is not as it was signed.',
    why: 'The hash of the body differs from that of the signature (RFC 6376 section 6.1.3): every receiver counts the mail as unsigned.',
    mend: 'Sign last, behind everything that changes the text, its encoding or its lines, such as a relay that adds a footer.',
  },
  'from-not-signed': {
    level: 'fail',
    what: 'A signature does not cover the sender.',
    why: 'RFC 6376 section 5.4 wants From among the signed fields; receivers ignore a signature without it.',
    mend: 'Name From among the fields that are signed.',
  },
  'invalid-signature': {
    level: 'warn',
    what: 'A signature is not written as RFC 6376 wants it.',
    why: 'Receivers may ignore it (section 6.1.1), and count the mail as unsigned.',
    mend: 'Let a maintained library write the signature.',
  },
  'weak-algorithm': {
    level: 'warn',
    what: 'A signature uses SHA-1.',
    why: 'RFC 8301 section 3.1 forbids rsa-sha1 for signing and for verifying.',
    mend: 'Sign with rsa-sha256.',
    since: '2018',
  },
  'weak-key': {
    level: 'warn',
    what: 'A signature was made with a key of less than 1,024 bits.',
    why: 'RFC 8301 section 3.2 forbids receivers to accept it.',
    mend: 'Make a key of 2,048 bits, and publish it under a new selector.',
    since: '2018',
  },
  'short-key': {
    level: 'info',
    what: 'A signature was made with a key of less than 2,048 bits.',
    why: 'RFC 8301 section 3.2 advises 2,048 bits or more.',
    mend: 'Make a key of 2,048 bits, and publish it under a new selector.',
  },
  'body-length': {
    level: 'warn',
    what: 'A signature covers only the beginning of the body.',
    why: 'Anybody can add text behind it (RFC 6376 section 8.2), so that Gmail and others distrust the tag l=.',
    mend: 'Sign the whole body, without l=.',
  },
  expired: {
    level: 'warn',
    what: 'A signature had expired when the mail arrived.',
    why: 'Receivers may count it as no signature (RFC 6376 section 3.5, x=).',
    mend: 'Let it be valid for some days, and check the clock of the signer.',
  },
  'unsigned-fields': {
    level: 'info',
    what: 'A signature does not cover all fields that readers see.',
    why: 'Whoever passes the mail on can change them (RFC 6376 section 5.4.1 advises to sign From, Subject, Date, To and others).',
    mend: 'Name them among the fields that are signed.',
  },
  'not-aligned': {
    level: 'warn',
    what: 'Neither a signature nor the return path belongs to the domain of the sender.',
    why: 'DMARC wants one of both to be of the domain in From (RFC 7489 section 3.1): the mail fails it, whatever else is right.',
    mend: 'Sign with a key of the domain in From.',
  },
} satisfies Record<string, Rule>
