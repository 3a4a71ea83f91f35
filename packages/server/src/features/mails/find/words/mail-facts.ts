import { headerCode } from '../text/header-codes.ts'

/**
 * Facts about a mail as words of the search index, so that an address, a word of one header or the presence of
 * an attachment is found as quickly as a word of the text. A fact begins with a letter that `searchWords` never
 * yields, so that no text of a mail can claim a fact. A mail has dozens of them, so they are short.
 */
export type Facts = ReturnType<typeof createFacts>

type Kind =
  | 'sender'
  | 'senderDomain'
  | 'recipient'
  | 'recipientDomain'
  | 'cc'
  | 'login'
  | 'attachment'
  | 'link'
  | 'inline'
  | 'onlyInline'

/** How facts are spelled. Mail that is stored keeps its form: a form never changes. */
type Form = {
  kinds: Record<Kind, string>
  /** What a word may not hold, spelled by characters that a word may hold. */
  spelled: (text: string) => string
  header: (name: string) => string
  /** The beginning of each word of this header. */
  ofHeader: (name: string) => string
}

/**
 * Letters with a mark: normalised text has none. They take two bytes each, where characters of private use take
 * three; both databases take them for parts of words and do not fold them.
 */
const shortForm: Form = {
  kinds: {
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
  },
  spelled: (text) =>
    text.replaceAll(
      /[^\p{L}\p{Nd}]|[ãõñúý]/gu,
      (character) => shortSpelling.get(character) ?? privateUse(character),
    ),
  header: (name) => `í${headerCode(name)}`,
  ofHeader: (name) => `î${headerCode(name)}`,
}
const shortSpelling = new Map([
  ['@', 'ã'],
  ['.', 'õ'],
  ['-', 'ñ'],
  ['_', 'ú'],
  ['+', 'ý'],
])

/** Of the mail that was caught before migration 057, and by processes of then that run beside this one. */
const longForm: Form = {
  kinds: {
    sender: '\uE000',
    senderDomain: '\uE001',
    recipient: '\uE002',
    recipientDomain: '\uE003',
    cc: '\uE004',
    login: '\uE008',
    attachment: '\uE006',
    link: '\uE007',
    inline: '\uE009',
    onlyInline: '\uE00A',
  },
  spelled: (text) => text.replaceAll(/[^\p{L}\p{Nd}]/gu, privateUse),
  header: (name) => `\uE005${longForm.spelled(name)}\uE00E`,
  ofHeader: (name) => longForm.header(name),
}

/** Three bytes each. */
function privateUse(character: string): string {
  return String.fromCharCode(0xe100 + ((character.codePointAt(0) ?? 0) % 0x1000))
}

const longestHeaderName = 60

function createFacts({ kinds, spelled, header, ofHeader }: Form) {
  const known = (name: string) => name.toLowerCase().slice(0, longestHeaderName)
  return {
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
    /** True of a mail with such a header, whatever its value. */
    header: (name: string) => header(known(name)),
    headerWords(name: string, words: string): string[] {
      const beginning = ofHeader(known(name))
      return wordList(words).map((word) => beginning + word)
    },
  }
}

/** As mail is written now. */
export const facts: Facts = createFacts(shortForm)
export const olderFacts: Facts = createFacts(longForm)

/** The facts that can be made from the row of a mail; the others need its source. */
const { sender, senderDomain, recipient, recipientDomain, login, attachment } = shortForm.kinds
const factsOfRow = [sender, senderDomain, recipient, recipientDomain, login, attachment]
export const isFactOfRow = (word: string): boolean => factsOfRow.includes(word.slice(0, 1))

export const wordList = (words: string): string[] => (words === '' ? [] : words.split(' '))

const domainOf = (key: string) => key.slice(key.lastIndexOf('@') + 1)
