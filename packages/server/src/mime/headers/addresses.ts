import type { Mailbox } from '@mailstop/contract'
import { withoutComments } from './comments.ts'
import { createWordEnds, decodeEncodedWords } from '../text/encoded-words.ts'
import { oneLine } from '../text/one-line.ts'

const longestName = 300
const longestAddress = 320
/** Quoted strings and comments are closed within this many characters, or are not closed at all. */
const longestQuoted = 2_000

/**
 * One member of the list as far as it is read. `name` holds its words, quoted strings unquoted;
 * `bare` the same without quoted strings, because an address inside one is only a name.
 */
type Draft = {
  name: string
  bare: string
  comment: string
  address: string
  /** Where in `name` the address stands. */
  addressAt: number
  /** The address is in angle brackets. */
  isAngle: boolean
}

const emptyDraft = (): Draft => ({
  name: '',
  bare: '',
  comment: '',
  address: '',
  addressAt: 0,
  isAngle: false,
})

/** A member of the list, and the sign that ends it. */
type Member = { draft: Draft; separator: string }

const noMembers: Member[] = []

function isWords({ name, bare, address }: Draft): boolean {
  if (address !== '' || bare.includes('@') || name.trim() === '') return false
  return !name.includes('=?') || !decodeEncodedWords(name).includes('@')
}

function nameOf(words: Member[], last: string): string {
  const names = words.map(({ draft, separator }) => draft.name.trim() + separator)
  return last.trim() === ''
    ? names.join(' ').slice(0, -1)
    : `${names.join(' ')} ${last.trimStart()}`
}

function setAddress(draft: Draft, address: string): void {
  draft.address = address
  draft.addressAt = draft.name.length
}

/**
 * An address list of RFC 5322 section 3.4, obsolete forms included, read leniently in one pass:
 * members of groups count as addresses, a comment serves as the name where there is no other, and
 * text without an address still yields a mailbox with a name, so that nothing sent is invisible. Words in
 * front of a comma belong to the name behind it: senders forget the quotes of `Rocket, Inc. <a@b.test>`.
 */
export function parseAddresses(text: string, most: number, reread = true): Mailbox[] {
  const found: Mailbox[] = []
  const wordEnd = createWordEnds(text)
  let draft = emptyDraft()
  /** Members so far that are words alone, each with the sign behind it: they may be the beginning of a name. */
  let words = noMembers
  const add = (member: Draft) => {
    const mailbox = toMailbox(member, reread)
    if (mailbox && found.length < most) found.push(mailbox)
  }
  const finish = (separator = '') => {
    if (separator !== '' && isWords(draft)) {
      if (words.length === 0) words = []
      words.push({ draft, separator })
    } else {
      if (draft.isAngle && words.length > 0) draft.name = nameOf(words, draft.name)
      else for (const member of words) add(member.draft)
      add(draft)
      words = noMembers
    }
    draft = emptyDraft()
  }
  // Before these positions, parentheses start no comment and quotes close nothing: each character
  // is read a bounded number of times.
  let literalBefore = 0
  let unquotedBefore = 0
  // Where the next bracket closes; remembered, so that a missing one is searched only once.
  let nextClose = 0
  let at = 0
  while (at < text.length && found.length < most) {
    const next = wordsEnd(text, at, wordEnd)
    if (next > at) {
      addWords(draft, text.slice(at, next))
      at = next
      continue
    }
    switch (text.charAt(at)) {
      case '"':
        {
          const end = at < unquotedBefore ? -1 : readQuoted(text, at, draft, wordEnd)
          if (end === -1) unquotedBefore = Math.max(unquotedBefore, at + longestQuoted)
          at = end === -1 ? at + 1 : end
        }
        break
      case '(':
        {
          const end = at < literalBefore ? -1 : readComment(text, at, draft)
          if (end === -1) {
            addWords(draft, '(')
            literalBefore = Math.max(literalBefore, at + longestQuoted)
          }
          at = end === -1 ? at + 1 : end
        }
        break
      case '<':
        // A second address without a comma between; a first one without `@` was part of the name.
        if (draft.address.includes('@')) {
          const nextName = draft.name.slice(draft.addressAt)
          draft.name = draft.name.slice(0, draft.addressAt)
          finish()
          addWords(draft, nextName)
        } else addWords(draft, draft.address)
        {
          if (nextClose !== -1 && nextClose < at) nextClose = text.indexOf('>', at)
          const closes = nextClose !== -1 && nextClose - at < longestQuoted
          const end = closes ? readAngle(text, at, draft) : -1
          at = end === -1 ? readOpenAngle(text, at, draft) : end
        }
        break
      case ':':
        // Ends the name of a group, which is dropped in favour of its members, or is part of an address.
        if (draft.bare.includes('@') || draft.address !== '') addWords(draft, ':')
        else {
          for (const member of words) add(member.draft)
          words = noMembers
          draft = emptyDraft()
        }
        at++
        break
      case '>':
        at++
        break
      default:
        finish(text.charAt(at))
        at++
    }
  }
  finish()
  return found
}

/** Where a character stands next that means something; an encoded-word may hold any of them. */
function wordsEnd(text: string, start: number, wordEnd: WordEnd): number {
  let at = start
  while (at < text.length) {
    const character = text[at] ?? ''
    if (character === '=' && text[at + 1] === '?') {
      const end = wordEnd(at)
      at = end === -1 ? at + 2 : end
    } else if (specials.has(character)) return at
    else at++
  }
  return at
}

type WordEnd = (open: number) => number

const specials = new Set([',', ';', ':', '"', '(', '<', '>'])

function addWords(draft: Draft, words: string): void {
  draft.name += words
  draft.bare += words
}

/** -1 when the string is not closed. */
function readQuoted(text: string, start: number, draft: Draft, wordEnd: WordEnd): number {
  let content = ''
  let from = start + 1
  const limit = Math.min(text.length, start + longestQuoted)
  for (let at = from; at < limit; at++) {
    if (text[at] === '\\') {
      content += text.slice(from, at)
      from = ++at
    } else if (text[at] === '"') {
      content += text.slice(from, at)
      // A quoted local part (RFC 5322 section 3.4.1) is an address, quotes and all.
      if (text[at + 1] === '@' && draft.address === '') {
        const end = wordsEnd(text, at + 1, wordEnd)
        const [domain = ''] = text.slice(at + 1, end).split(/\s/, 1)
        setAddress(draft, text.slice(start, at + 1) + domain)
        return at + 1 + domain.length
      }
      draft.name += content
      draft.bare += ' '
      return at + 1
    }
  }
  return -1
}

/** -1 when the comment is not closed. */
function readComment(text: string, start: number, draft: Draft): number {
  const limit = Math.min(text.length, start + longestQuoted)
  let depth = 0
  for (let at = start; at < limit; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) {
      draft.comment ||= text
        .slice(start + 1, at)
        .replaceAll('\\', '')
        .trim()
      addWords(draft, ' ')
      return at + 1
    }
  }
  return -1
}

/** -1 when the bracket is not closed. */
function readAngle(text: string, start: number, draft: Draft): number {
  const limit = Math.min(text.length, start + longestQuoted)
  let from = start + 1
  let quoted = false
  for (let at = from; at < limit; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === '<') from = at + 1
    else if (character === '>') {
      setAddress(draft, angleAddress(text.slice(from, at)))
      draft.isAngle = true
      return at + 1
    }
  }
  return -1
}

/** Up to the next comma, from the last of the brackets that stand there together. */
function readOpenAngle(text: string, start: number, draft: Draft): number {
  const comma = text.indexOf(',', start)
  const end = comma === -1 ? text.length : comma
  const from = Math.max(start, text.lastIndexOf('<', Math.max(start, end - 1))) + 1
  setAddress(draft, angleAddress(text.slice(from, end)))
  draft.isAngle = true
  return end
}

/** Removes the obsolete route of RFC 5322 section 4.4, comments and white space. */
function angleAddress(text: string): string {
  const at = text.startsWith('@') ? text.indexOf(':') : -1
  return joinAroundAt(withoutComments(text.slice(at + 1)))
}

/** The obsolete syntax allows white space around the `@` (RFC 5322 section 4.4). */
function joinAroundAt(text: string): string {
  if (!text.includes('@')) return text.trim()
  return text
    .split('@')
    .map((part) => part.trim())
    .join('@')
}

function toMailbox(draft: Draft, reread: boolean): Mailbox | null {
  let address = draft.address
  let name = decodeEncodedWords(draft.name)
  if (address === '') {
    address = findAddress(draft.bare)
    if (address !== '') name = joinAroundAt(name).replace(address, () => ' ')
    else if (reread && name !== draft.name && name.includes('@')) {
      // The whole member was encoded, address and all.
      const [inner] = parseAddresses(name, 1, false)
      if (inner && inner.address !== '') return inner
    }
  }
  name = oneLine(name, longestName)
  address = oneLine(decodeEncodedWords(address), longestAddress)
  if (name === address) name = ''
  if (name === '' && address === '') return null
  name ||= oneLine(decodeEncodedWords(draft.comment), longestName)
  return { name, address }
}

/** The last word that looks like an address, in text without angle brackets. */
function findAddress(bare: string): string {
  if (!bare.includes('@')) return ''
  const words = joinAroundAt(bare).split(/\s+/)
  const found = words.findLast((word) => {
    const at = word.indexOf('@')
    return at > 0 && at < word.length - 1
  })
  return found ?? ''
}

/** The sender of a From field. */
export const parseSender = (text: string) => senderAmong(parseAddresses(text, mostSenders))

/** The first member that has an address. */
export const senderAmong = (members: Mailbox[]): Mailbox | null =>
  members.find(({ address }) => address !== '') ?? members[0] ?? null

const mostSenders = 20
