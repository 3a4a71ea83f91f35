import { randomBytes } from 'node:crypto'
import { open, seal } from '../../lib/secrets/secrets.ts'

// 32 characters that need no quoting anywhere and are not mistaken for each other: no l, o, 0 or 1.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const usernameLength = 16
const passwordLength = 26

export type SmtpLoginPair = { username: string; password: string }

/**
 * A new random set: a username of 80 bits, which no two teams share, and a password of 130 bits, which cannot be
 * guessed.
 */
export function newSmtpCredentials(): SmtpLoginPair {
  return { username: randomText(usernameLength), password: randomText(passwordLength) }
}

const username = new RegExp(`^[${alphabet}]{${usernameLength}}(?:\\+|$)`)

/** False: no inbox can have it, with its tag or without. Asks no store. */
export const mayBeUsername = (text: string): boolean => username.test(text)

/** Encrypts a password, for its username alone, so that it can be shown again. */
export const sealPassword = (key: Uint8Array, { username, password }: SmtpLoginPair): string =>
  seal(key, contextOf(username), password)

export const openPassword = (key: Uint8Array, username: string, sealed: string): string =>
  open(key, contextOf(username), sealed)

const contextOf = (username: string) => `smtp-password:${username}`

function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet.charAt(byte % alphabet.length)).join('')
}
