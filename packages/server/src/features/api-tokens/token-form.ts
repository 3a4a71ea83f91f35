import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { tokenPrefix } from '@mailstop/contract'

/**
 * The form of a token: the prefix, 30 random characters (178 bits) and 6 that are their CRC-32. A mistyped or cut
 * token is recognized without asking the store, and a secret scanner recognizes any. It has only letters and digits,
 * so that a double click selects all of it.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 30
const checksumLength = 6
const form = new RegExp(
  `^${tokenPrefix}([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`,
)

export function newToken(): string {
  const random = randomText()
  return `${tokenPrefix}${random}${checksumOf(random)}`
}

export function isWellFormed(token: string): boolean {
  const [, random = '', checksum] = form.exec(token) ?? []
  return checksum === checksumOf(random)
}

/** The part by which people distinguish the tokens of a list. */
export const hintOf = (token: string): string =>
  token.slice(tokenPrefix.length, tokenPrefix.length + 4)

function randomText(): string {
  let text = ''
  while (text.length < randomLength) {
    for (const byte of randomBytes(randomLength)) {
      // The largest multiple of 62 below 256: above it, some characters would be likelier.
      if (byte < 248 && text.length < randomLength) text += alphabet.charAt(byte % 62)
    }
  }
  return text
}

function checksumOf(random: string): string {
  let rest = crc32(random)
  let text = ''
  for (let place = 0; place < checksumLength; place += 1) {
    text = alphabet.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}
