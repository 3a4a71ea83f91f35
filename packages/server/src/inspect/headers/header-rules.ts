import type { Rule } from '../section.ts'

/** Fields, lines and the envelope, by RFC 5322 and its kin. */
export const headerRules = {
  from: {
    level: 'fail',
    what: 'The mail does not say who sends it.',
    why: 'From holds one address, or Sender says which of several sends it (RFC 5322, section 3.6.2). Gmail refuses other mail.',
    mend: 'Set From to one valid address.',
  },
  repeated: {
    level: 'fail',
    what: 'A field that may occur once occurs twice.',
    why: 'RFC 5322, section 3.6, allows one; Gmail refuses such mail, and signatures may cover the wrong one.',
    mend: 'Set the field rather than add it.',
  },
  'long-line': {
    level: 'fail',
    what: 'A line is longer than 998 bytes.',
    why: 'Servers may refuse or break it, within a tag or a letter (RFC 5322, section 2.1.1; RFC 5321, section 4.5.3.1.6).',
    mend: 'Encode the part as quoted-printable or base64, and fold long fields.',
  },
  'bare-line-end': {
    level: 'fail',
    what: 'A line does not end with CR and LF.',
    why: 'CR and LF stand together only (RFC 5322, section 2.3). Since 2024 servers refuse such mail, as it serves to smuggle commands.',
    mend: 'Write CRLF between all lines.',
  },
  date: {
    level: 'warn',
    what: 'The date is missing, unreadable or wrong.',
    why: 'Clients sort by it, and filters distrust mail from another day (RFC 5322, sections 3.3 and 3.6.1).',
    mend: 'Set Date to the time of sending, such as Tue, 24 Nov 2026 10:00:00 +0000.',
  },
  'date-zone': {
    level: 'info',
    what: 'The date has no numeric zone.',
    why: 'Names of zones are obsolete (RFC 5322, section 4.3).',
    mend: 'End the date with an offset such as +0000.',
  },
  'message-id': {
    level: 'warn',
    what: 'The Message-ID is missing or malformed.',
    why: 'Clients thread by it, and filters miss it (RFC 5322, section 3.6.4). Right of the @ it should name a domain of the sender.',
    mend: 'Set it to <unique@your-domain>.',
  },
  'thread-ids': {
    level: 'warn',
    what: 'References or In-Reply-To are no list of ids.',
    why: 'Clients then do not find the thread (RFC 5322, section 3.6.4).',
    mend: 'Write each id in angle brackets, with spaces between them.',
  },
  'no-recipient': {
    level: 'info',
    what: 'Neither To nor Cc names a recipient.',
    why: 'Clients show undisclosed recipients, and filters dislike it.',
    mend: 'Name the recipient in To.',
  },
  bcc: {
    level: 'warn',
    what: 'The header names blind copies.',
    why: 'Not every server takes Bcc out (RFC 5322, section 3.6.3), and then everybody sees them.',
    mend: 'Give these addresses to the server alone, as recipients of the envelope.',
  },
  'hidden-recipient': {
    level: 'info',
    what: 'A recipient stands in no field of the header.',
    why: 'This is how a blind copy looks.',
    mend: 'Nothing, where it is meant as one.',
  },
  'not-sent-to': {
    level: 'info',
    what: 'The header names somebody to whom this mail was not sent.',
    why: 'It may have been sent apart from this one, or not at all.',
    mend: 'Give every recipient to the server.',
  },
  'raw-bytes': {
    level: 'warn',
    what: 'The header has bytes beyond ASCII.',
    why: 'Only servers with SMTPUTF8 may take them (RFC 6532); others refuse or garble them.',
    mend: 'Encode them as RFC 2047 says.',
  },
  'encoded-word': {
    level: 'warn',
    what: 'An encoded-word is malformed.',
    why: 'It has at most 75 characters, whole letters, and no place in a quoted string (RFC 2047, sections 2 and 5); some clients show it undecoded.',
    mend: 'Let a mail library encode the field.',
  },
  'name-quotes': {
    level: 'warn',
    what: 'A name needs quotes.',
    why: 'Commas, colons and brackets divide addresses (RFC 5322, section 3.2.3), so that part of the name becomes an address.',
    mend: 'Put the name in double quotes.',
  },
  'mime-version': {
    level: 'warn',
    what: 'MIME-Version is missing.',
    why: 'Without it a strict client shows the source of the parts (RFC 2045, section 4).',
    mend: 'Add MIME-Version: 1.0.',
  },
  'auto-submitted': {
    level: 'info',
    what: 'An automatic mail does not say so.',
    why: 'Without Auto-Submitted, absent people answer it automatically (RFC 3834, section 5).',
    mend: 'Add Auto-Submitted: auto-generated.',
  },
  precedence: {
    level: 'info',
    what: 'Precedence has a value that nobody reads.',
    why: 'Programs know bulk, list and junk (RFC 2076, section 3.9).',
    mend: 'Use bulk for mail to many people, or leave it out.',
  },
  'reply-to': {
    level: 'info',
    what: 'Reply-To is the same as From.',
    why: 'Replies go there anyway (RFC 5322, section 3.6.2).',
    mend: 'Leave it out.',
  },
  'mail-from': {
    level: 'info',
    what: 'The envelope comes from another domain than From.',
    why: 'Bounces go there, and SPF of that domain does not count for DMARC (RFC 7489, section 3.1.2).',
    mend: 'Use a subdomain of the domain in From.',
  },
  'program-version': {
    level: 'info',
    what: 'The header tells the version of a program.',
    why: 'Strangers learn which weaknesses to try.',
    mend: 'Switch the field off in the mail library.',
  },
  'unfolded-line': {
    level: 'info',
    what: 'A line of the header is longer than 78 characters.',
    why: 'Such lines should be folded (RFC 5322, section 2.1.1).',
    mend: 'Fold the field in front of a space.',
  },
} satisfies Record<string, Rule>
