/**
 * Codes of header names in the words of the search index, all of a known length, so that a code and a word behind
 * it can be distinguished. Headers that most mail has take one character; the code of another name is a hash,
 * long enough that two names of a team's mail do not share one. Codes are stored: none ever changes.
 */
const codes = new Map(
  Object.entries({
    'authentication-results': '0',
    'auto-submitted': '1',
    'list-unsubscribe-post': '2',
    'return-path': '3',
    'x-entity-ref-id': '4',
    'x-priority': '5',
    'user-agent': 'a',
    'content-transfer-encoding': 'b',
    cc: 'c',
    date: 'd',
    'content-disposition': 'e',
    from: 'f',
    references: 'g',
    'feedback-id': 'h',
    'in-reply-to': 'i',
    'content-language': 'j',
    'dkim-signature': 'k',
    'list-id': 'l',
    'message-id': 'm',
    sender: 'n',
    organization: 'o',
    precedence: 'p',
    received: 'q',
    'reply-to': 'r',
    subject: 's',
    to: 't',
    'list-unsubscribe': 'u',
    'mime-version': 'v',
    'x-tag': 'w',
    'x-mailer': 'x',
    'content-type': 'y',
  }),
)

/** The name in lower case. */
export const headerCode = (name: string): string => codes.get(name) ?? `z${hash(name)}`

/** FNV-1a of 32 bits, as seven characters. */
function hash(name: string): string {
  let value = 0x811c9dc5
  for (const byte of Buffer.from(name)) value = Math.imul(value ^ byte, 0x01000193)
  return (value >>> 0).toString(32).padStart(7, '0')
}
