import { domainToASCII } from 'node:url'
import type { Mailbox } from '@mailstop/contract'

/**
 * Writes header fields that any relay takes (RFC 5322 section 2.2): ASCII alone, lines of at most
 * 998 characters, text in other scripts as encoded-words (RFC 2047). Each returns a field without
 * its last line break, or null when such a field cannot hold the value.
 */
const longestLine = 998
const foldAt = 78
const longestAddress = 320

/** RFC 5322 section 2.2: a name is visible ASCII without a colon. */
export const isFieldName = (name: string) => /^[\x21-\x39\x3b-\x7e]{1,200}$/.test(name)

/** Whether a value can stay byte for byte as it was, folds included. */
export function isStrictValue(name: string, value: string): boolean {
  return value.split('\r\n').every((line, index) => {
    const length = index === 0 ? name.length + 1 + line.length : line.length
    if (length > longestLine || !/^[\t\x20-\x7e]*$/.test(line)) return false
    return index === 0 || (/^[ \t]/.test(line) && line.trim() !== '')
  })
}

/** Words of ASCII, folded between them. */
export function foldedField(name: string, value: string): string | null {
  if (!/^[\t\x20-\x7e]*$/.test(value)) return null
  const lines = [`${name}:`]
  for (const word of value.split(/[ \t]+/).filter(Boolean)) {
    const line = lines.at(-1) ?? ''
    if (lines.length > 1 || line.length + 1 + word.length > foldAt) {
      if (line.length + 1 + word.length > foldAt) lines.push('')
    }
    lines[lines.length - 1] += ` ${word}`
    if ((lines.at(-1) ?? '').length > longestLine) return null
  }
  return lines.join('\r\n')
}

/** Text that means nothing to programs. */
export function textField(name: string, text: string): string {
  return foldedField(name, text) ?? `${name}: ${encodedWords(text)}`
}

/** Null when none is left that can be named. */
export function mailboxesField(name: string, mailboxes: readonly Mailbox[]): string | null {
  const written = mailboxes.map(mailboxText)
  return written.length === 0 ? null : `${name}: ${written.join(',\r\n ')}`
}

/** `value; name=value` as in Content-Type, other scripts by RFC 2231. Null unless `value` is a token. */
export function parametersField(
  name: string,
  value: string,
  parameters: ReadonlyMap<string, string>,
): string | null {
  if (!/^[!#$&.+\-^_a-z0-9]{1,120}(?:\/[!#$&.+\-^_a-z0-9]{1,120})?$/.test(value)) return null
  const written = [...parameters].flatMap(([key, text]) => parameterTexts(key, text))
  return [`${name}: ${value}`, ...written].join(';\r\n ')
}

/** RFC 5322 section 3.3. */
export const dateText = (time: number) => new Date(time).toUTCString().replace('GMT', '+0000')

/** An address that needs no extension of SMTP (RFC 6531) to be named, its domain in ASCII; else null. */
export function asciiAddress(address: string): string | null {
  const at = address.lastIndexOf('@')
  // How long encoding a domain takes grows with the square of its length.
  if (at < 1 || address.length > longestAddress) return null
  const local = address.slice(0, at)
  const domain = domainToASCII(address.slice(at + 1))
  const isLocal =
    /^[\x21-\x7e]+$/.test(local) && !/[\s<>()[\]:;@\\,"]/.test(local)
      ? true
      : /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/.test(local)
  if (!isLocal || !/^[\x21-\x7e]+$/.test(domain) || /[<>(),;:@"\\]/.test(domain)) return null
  return `${local}@${domain}`
}

/** What has no address in ASCII is named by an empty group, as RFC 6857 has it. */
function mailboxText({ name, address }: Mailbox): string {
  const ascii = asciiAddress(address)
  if (ascii === null) return `${phrase([name, address].filter(Boolean).join(' ') || 'unknown')}:;`
  return name === '' ? ascii : `${phrase(name)} <${ascii}>`
}

function phrase(text: string): string {
  const fits = /^[\x20-\x7e]{1,60}$/.test(text) && !text.includes('=?')
  return fits ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : encodedWords(text)
}

/** RFC 2047 section 2 allows 75 characters a word; a character is never cut in two. */
const bytesPerWord = 45

function encodedWords(text: string): string {
  const words: string[] = []
  let word = ''
  let bytes = 0
  const finish = () => {
    words.push(`=?utf-8?B?${Buffer.from(word).toString('base64')}?=`)
    word = ''
    bytes = 0
  }
  for (const character of text.toWellFormed()) {
    const size = Buffer.byteLength(character)
    if (bytes + size > bytesPerWord) finish()
    word += character
    bytes += size
  }
  if (word !== '') finish()
  return words.join('\r\n ')
}

const pieceLength = 60

function parameterTexts(key: string, text: string): string[] {
  if (!/^[!#$&+\-.^_a-z0-9]{1,60}$/.test(key)) return []
  if (/^[\x20-\x7e]{0,200}$/.test(text)) {
    return [`${key}="${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`]
  }
  const encoded = [...Buffer.from(text.toWellFormed())].map(
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  )
  const pieces: string[] = []
  for (let at = 0; at < encoded.length; at += pieceLength / 3) {
    pieces.push(encoded.slice(at, at + pieceLength / 3).join(''))
  }
  return pieces.map((piece, at) => `${key}*${at}*=${at === 0 ? "utf-8''" : ''}${piece}`)
}
