import { fail, info, warn, type Rule } from '../section.ts'

/** Fields, lines and the envelope, by RFC 5322 and its kin. */
export const headerRules = {
  from: fail(
    'The mail does not say who sends it.',
    'From holds one address, or Sender says which of several sends it (RFC 5322, section 3.6.2); Gmail refuses other mail.',
    'Set From to one valid address.',
  ),
  repeated: fail(
    'A field that may occur once occurs twice.',
    'RFC 5322, section 3.6, allows one; Gmail refuses such mail, and signatures may cover the wrong one.',
    'Set the field rather than add it.',
  ),
  'long-line': fail(
    'A line is longer than 998 bytes.',
    'Servers may refuse or break it, within a tag or a letter (RFC 5322, section 2.1.1; RFC 5321, section 4.5.3.1.6).',
    'Encode the part as quoted-printable or base64, and fold long fields.',
  ),
  'bare-line-end': fail(
    'A line does not end with CR and LF.',
    'Servers refuse such mail since 2024, as it serves to smuggle commands (RFC 5322, section 2.3).',
    'Write CRLF between all lines.',
  ),
  date: warn(
    'The date is missing, unreadable or wrong.',
    'Clients sort by it, and filters distrust mail from another day (RFC 5322, sections 3.3 and 3.6.1).',
    'Set Date to the time of sending, such as Tue, 24 Nov 2026 10:00:00 +0000.',
  ),
  'date-zone': info(
    'The date has no numeric zone.',
    'Names of zones are obsolete (RFC 5322, section 4.3).',
    'End the date with an offset such as +0000.',
  ),
  'message-id': warn(
    'The Message-ID is missing or malformed.',
    'Clients thread by it, and filters miss it (RFC 5322, section 3.6.4).',
    'Set it to <unique@your-domain>.',
  ),
  'thread-ids': warn(
    'References or In-Reply-To are no list of ids.',
    'Clients then do not find the thread (RFC 5322, section 3.6.4).',
    'Write each id in angle brackets, with spaces between them.',
  ),
  'no-recipient': info(
    'Neither To nor Cc names a recipient.',
    'Clients show undisclosed recipients, and filters dislike it.',
    'Name the recipient in To.',
  ),
  bcc: warn(
    'The header names blind copies.',
    'Not every server takes Bcc out (RFC 5322, section 3.6.3), and then everybody sees them.',
    'Give these addresses to the server alone, as recipients of the envelope.',
  ),
  'hidden-recipient': info(
    'A recipient stands in no field of the header.',
    'This is how a blind copy looks.',
    'Nothing, where it is meant as one.',
  ),
  'not-sent-to': info(
    'The header names somebody to whom this mail was not sent.',
    'It may have been sent apart from this one, or not at all.',
    'Give every recipient to the server.',
  ),
  'raw-bytes': warn(
    'The header has bytes beyond ASCII.',
    'Only servers with SMTPUTF8 may take them (RFC 6532); others refuse or garble them.',
    'Encode them as RFC 2047 says.',
  ),
  'encoded-word': warn(
    'An encoded-word is malformed.',
    'It has at most 75 characters, whole letters, and no place in a quoted string (RFC 2047, sections 2 and 5); some clients show it undecoded.',
    'Let a mail library encode the field.',
  ),
  'name-quotes': warn(
    'A name needs quotes.',
    'Commas, colons and brackets divide addresses (RFC 5322, section 3.2.3), so that part of the name becomes an address.',
    'Put the name in double quotes.',
  ),
  'eight-bit': info(
    'The mail has 8-bit bytes, and its program did not ask for them.',
    'Without BODY=8BITMIME in MAIL FROM a server may refuse or change them (RFC 6152).',
    'Let a mail library send the mail, or encode the parts as quoted-printable or base64.',
  ),
  'mime-version': warn(
    'MIME-Version is missing.',
    'Without it a strict client shows the source of the parts (RFC 2045, section 4).',
    'Add MIME-Version: 1.0.',
  ),
  'auto-submitted': info(
    'An automatic mail does not say so.',
    'Without Auto-Submitted, absent people answer it automatically (RFC 3834, section 5).',
    'Add Auto-Submitted: auto-generated.',
  ),
  'reply-to': info(
    'Reply-To is the same as From.',
    'Replies go there anyway (RFC 5322, section 3.6.2).',
    'Leave it out.',
  ),
  'program-version': info(
    'The header tells the version of a program.',
    'Strangers learn which weaknesses to try.',
    'Switch the field off in the mail library.',
  ),
  'unfolded-line': info(
    'A line of the header is longer than 78 characters.',
    'Such lines should be folded (RFC 5322, section 2.1.1).',
    'Fold the field in front of a space.',
  ),
} satisfies Record<string, Rule>
