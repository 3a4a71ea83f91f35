import type { Rule } from '../section.ts'

const rule = (level: Rule['level'], what: string, why: string, mend: string): Rule => ({
  level,
  what,
  why,
  mend,
})

export const headerRules = {
  from: rule(
    'fail',
    'The mail does not say who sends it.',
    'From holds one address, or Sender says which of several sends it (RFC 5322, section 3.6.2). Gmail refuses other mail.',
    'Set From to one valid address.',
  ),
  repeated: rule(
    'fail',
    'A field that may occur once occurs twice.',
    'RFC 5322, section 3.6, allows one; Gmail refuses such mail, and signatures may cover the wrong one.',
    'Set the field rather than add it.',
  ),
  'long-line': rule(
    'fail',
    'A line is longer than 998 bytes.',
    'Servers may refuse or break it, within a tag or a letter (RFC 5322, section 2.1.1; RFC 5321, section 4.5.3.1.6).',
    'Encode the part as quoted-printable or base64, and fold long fields.',
  ),
  'bare-line-end': rule(
    'fail',
    'A line does not end with CR and LF.',
    'CR and LF stand together only (RFC 5322, section 2.3). Since 2024 servers refuse such mail, as it serves to smuggle commands.',
    'Write CRLF between all lines.',
  ),
  date: rule(
    'warn',
    'The date is missing, unreadable or wrong.',
    'Clients sort by it, and filters distrust mail from another day (RFC 5322, sections 3.3 and 3.6.1).',
    'Set Date to the time of sending, such as Tue, 24 Nov 2026 10:00:00 +0000.',
  ),
  'date-zone': rule(
    'info',
    'The date has no numeric zone.',
    'Names of zones are obsolete (RFC 5322, section 4.3).',
    'End the date with an offset such as +0000.',
  ),
  'message-id': rule(
    'warn',
    'The Message-ID is missing or malformed.',
    'Clients thread by it, and filters miss it (RFC 5322, section 3.6.4). Right of the @ it should name a domain of the sender.',
    'Set it to <unique@your-domain>.',
  ),
  'thread-ids': rule(
    'warn',
    'References or In-Reply-To are no list of ids.',
    'Clients then do not find the thread (RFC 5322, section 3.6.4).',
    'Write each id in angle brackets, with spaces between them.',
  ),
  'no-recipient': rule(
    'info',
    'Neither To nor Cc names a recipient.',
    'Clients show undisclosed recipients, and filters dislike it.',
    'Name the recipient in To.',
  ),
  bcc: rule(
    'warn',
    'The header names blind copies.',
    'Not every server takes Bcc out (RFC 5322, section 3.6.3), and then everybody sees them.',
    'Give these addresses to the server alone, as recipients of the envelope.',
  ),
  'hidden-recipient': rule(
    'info',
    'A recipient stands in no field of the header.',
    'This is how a blind copy looks.',
    'Nothing, where it is meant as one.',
  ),
  'not-sent-to': rule(
    'info',
    'The header names somebody to whom this mail was not sent.',
    'It may have been sent apart from this one, or not at all.',
    'Give every recipient to the server.',
  ),
  'raw-bytes': rule(
    'warn',
    'The header has bytes beyond ASCII.',
    'Only servers with SMTPUTF8 may take them (RFC 6532); others refuse or garble them.',
    'Encode them as RFC 2047 says.',
  ),
  'encoded-word': rule(
    'warn',
    'An encoded-word is malformed.',
    'It has at most 75 characters, whole letters, and no place in a quoted string (RFC 2047, sections 2 and 5); some clients show it undecoded.',
    'Let a mail library encode the field.',
  ),
  'name-quotes': rule(
    'warn',
    'A name needs quotes.',
    'Commas, colons and brackets divide addresses (RFC 5322, section 3.2.3), so that part of the name becomes an address.',
    'Put the name in double quotes.',
  ),
  'mime-version': rule(
    'warn',
    'MIME-Version is missing.',
    'Without it a strict client shows the source of the parts (RFC 2045, section 4).',
    'Add MIME-Version: 1.0.',
  ),
  'auto-submitted': rule(
    'info',
    'An automatic mail does not say so.',
    'Without Auto-Submitted, absent people answer it automatically (RFC 3834, section 5).',
    'Add Auto-Submitted: auto-generated.',
  ),
  precedence: rule(
    'info',
    'Precedence has a value that nobody reads.',
    'Programs know bulk, list and junk (RFC 2076, section 3.9).',
    'Use bulk for mail to many people, or leave it out.',
  ),
  'reply-to': rule(
    'info',
    'Reply-To is the same as From.',
    'Replies go there anyway (RFC 5322, section 3.6.2).',
    'Leave it out.',
  ),
  'mail-from': rule(
    'info',
    'The envelope comes from another domain than From.',
    'Bounces go there, and SPF of that domain does not count for DMARC (RFC 7489, section 3.1.2).',
    'Use a subdomain of the domain in From.',
  ),
  'program-version': rule(
    'info',
    'The header tells the version of a program.',
    'Strangers learn which weaknesses to try.',
    'Switch the field off in the mail library.',
  ),
  'unfolded-line': rule(
    'info',
    'A line of the header is longer than 78 characters.',
    'Such lines should be folded (RFC 5322, section 2.1.1).',
    'Fold the field in front of a space.',
  ),
} satisfies Record<string, Rule>
