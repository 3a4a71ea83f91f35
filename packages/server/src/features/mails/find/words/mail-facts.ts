import { headerCode } from '../text/header-codes.ts'

/**
 * Letters with a mark: normalised text has none. Two bytes each, where those of private use have three;
 * both databases take them for parts of words and do not fold them. Mail that is stored keeps them: they never change.
 */
const kinds = {
  sender: 'à',
  senderDomain: 'á',
  recipient: 'â',
  recipientDomain: 'ä',
  cc: 'å',
  login: 'è',
  attachment: 'é',
  link: 'ê',
  inline: 'ë',
  onlyInline: 'ì',
  inbox: 'ï',
}

/** What a word may not hold is spelled by characters that a word may hold. */
function spelled(text: string): string {
  // Most addresses hold no others.
  if (/^[a-z0-9@.]*$/.test(text)) return text.replaceAll('@', 'ã').replaceAll('.', 'õ')
  return text.replaceAll(
    /[^\p{L}\p{Nd}]|[ãõñúý]/gu,
    (character) => shortSpelling.get(character) ?? privateUse(character),
  )
}
const shortSpelling = new Map([
  ['@', 'ã'],
  ['.', 'õ'],
  ['-', 'ñ'],
  ['_', 'ú'],
  ['+', 'ý'],
])

/** Three bytes each. */
function privateUse(character: string): string {
  return String.fromCharCode(0xe100 + ((character.codePointAt(0) ?? 0) % 0x1000))
}

const longestHeaderName = 60

const known = (name: string) => name.toLowerCase().slice(0, longestHeaderName)

/**
 * Facts about a mail as words of the search index, so that an address, a word of one header or the presence of
 * an attachment is found as quickly as a word of the text. A fact begins with a letter that `searchWords` never
 * yields, so that no text of a mail can claim a fact. A mail has dozens of them, so they are short.
 */
export const facts = {
  attachment: kinds.attachment,
  link: kinds.link,
  /** `inline`: the mail has files that are shown within it; `onlyInline`: it has no others. */
  inline: kinds.inline,
  onlyInline: kinds.onlyInline,
  sender: (key: string) => kinds.sender + spelled(key),
  senderDomain: (key: string) => kinds.senderDomain + spelled(domainOf(key)),
  recipient: (key: string) => kinds.recipient + spelled(key),
  recipientDomain: (key: string) => kinds.recipientDomain + spelled(domainOf(key)),
  /** One for each word, next to each other as the words are. */
  cc: (words: string[]) => words.map((word) => kinds.cc + word),
  /** The words of the user name of SMTP AUTH, as those of Cc. */
  login: (words: string[]) => words.map((word) => kinds.login + word),
  /**
   * All mail of an inbox has it but that of the first one, so that a team with one inbox has none. It names the team as well:
   * so the index is not asked for the team, whose mail is much more.
   */
  inbox: (teamId: number, id: number) => `${kinds.inbox}${teamId}ö${id}`,
  /** True of a mail with such a header, whatever its value. */
  header: (name: string) => `í${headerCode(known(name))}`,
  headerWords(name: string, words: string): string[] {
    const beginning = `î${headerCode(known(name))}`
    return wordList(words).map((word) => beginning + word)
  },
}

/** The facts that can be made from the row of a mail; the others need its source. */
const { sender, senderDomain, recipient, recipientDomain, login, attachment } = kinds
const factsOfRow = [sender, senderDomain, recipient, recipientDomain, login, attachment]
export const isFactOfRow = (word: string): boolean => factsOfRow.includes(word.slice(0, 1))

export const wordList = (words: string): string[] => (words === '' ? [] : words.split(' '))

const domainOf = (key: string) => key.slice(key.lastIndexOf('@') + 1)
