/**
 * Facts about a mail as words of the search index, so that an address, a word of one header or the
 * presence of an attachment is found as quickly as a word of the text. A fact begins with a
 * private-use character: both databases index these as parts of words, and `searchWords` never
 * yields one, so that no text of a mail can claim a fact.
 */
const kinds = {
  sender: '\uE000',
  senderDomain: '\uE001',
  recipient: '\uE002',
  recipientDomain: '\uE003',
  cc: '\uE004',
  header: '\uE005',
  login: '\uE008',
} as const

/** Between a header's name and a word of its value. */
const ends = '\uE00E'
export const attachmentFact = '\uE006'
export const linkFact = '\uE007'
/** Of a mail with files that are meant to be shown within it; and of one that has no others. */
export const inlineFact = '\uE009'
export const onlyInlineFact = '\uE00A'

/** The facts that can be made from the row of a mail; the others need its source. */
const factsOfRow: readonly string[] = [
  kinds.sender,
  kinds.senderDomain,
  kinds.recipient,
  kinds.recipientDomain,
  kinds.login,
  attachmentFact,
]
export const isFactOfRow = (word: string): boolean => factsOfRow.includes(word.slice(0, 1))

const longestHeaderName = 60

export const senderFact = (key: string) => kinds.sender + spelled(key)
export const senderDomainFact = (key: string) => kinds.senderDomain + spelled(domainOf(key))
export const recipientFact = (key: string) => kinds.recipient + spelled(key)
export const recipientDomainFact = (key: string) => kinds.recipientDomain + spelled(domainOf(key))

/** One for each word, next to each other as the words are. */
export const ccFacts = (words: string[]) => words.map((word) => kinds.cc + word)

/** The words of the user name of SMTP AUTH, as those of Cc. */
export const loginFacts = (words: string[]) => words.map((word) => kinds.login + word)

/** True of a mail with such a header, whatever its value. */
export const headerFact = (name: string) =>
  kinds.header + spelled(name.toLowerCase().slice(0, longestHeaderName)) + ends

export function headerWordFacts(name: string, words: string): string[] {
  const fact = headerFact(name)
  return wordList(words).map((word) => fact + word)
}

export const wordList = (words: string): string[] => (words === '' ? [] : words.split(' '))

const domainOf = (key: string) => key.slice(key.lastIndexOf('@') + 1)

/** What no word holds, spelled by characters that one may: three bytes each, so few are needed. */
function spelled(text: string): string {
  return text.replaceAll(/[^\p{L}\p{Nd}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return String.fromCharCode(0xe100 + (code % 0x1000))
  })
}
