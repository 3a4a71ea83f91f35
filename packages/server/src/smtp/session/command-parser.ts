import type { Buffer } from 'node:buffer'
import { isUtf8 } from 'node:buffer'
import { trimSpaces, upperCase } from './ascii.ts'
import { replies } from './replies.ts'

const verbs = [
  'EHLO',
  'HELO',
  'STARTTLS',
  'AUTH',
  'MAIL',
  'RCPT',
  'DATA',
  'BDAT',
  'RSET',
  'NOOP',
  'VRFY',
  'HELP',
  'QUIT',
] as const
export type Verb = (typeof verbs)[number]

export type Command =
  | { verb: Verb; argument: string }
  /** `isHttp`: a browser is sending, and nothing that follows may be believed. */
  | { verb: null; refused: string; isHttp?: true }

const known: ReadonlySet<string> = new Set(verbs)
/** Verbs of RFC 5321 and its predecessors that the server recognizes but does not offer. */
const notOffered: ReadonlySet<string> = new Set(['EXPN', 'TURN', 'ETRN', 'SEND', 'SOML', 'SAML'])

/** C0 and C1 controls and the line separators: none may reach an envelope. */
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** Old devices send their name as it is, such as "büro" in Latin-1. */
const greeting = /^(?:EHLO|HELO) /i

/** Splits a command line into its verb and the rest, without surrounding spaces. */
export function parseCommand(bytes: Buffer): Command {
  const isUsual = isUtf8(bytes)
  const line = bytes.toString(isUsual ? 'utf8' : 'latin1')
  if (!isUsual && !greeting.test(line)) return { verb: null, refused: replies.notUtf8 }
  if (control.test(line)) return { verb: null, refused: replies.controlCharacter }
  const space = line.indexOf(' ')
  const verb = upperCase(space < 0 ? line : line.slice(0, space))
  if (!isVerb(verb)) {
    if (isHttp(line)) return { verb: null, refused: replies.notHttp, isHttp: true }
    const refused = notOffered.has(verb) ? replies.notImplemented : replies.unknownCommand
    return { verb: null, refused }
  }
  return { verb, argument: space < 0 ? '' : trimSpaces(line.slice(space + 1)) }
}

/**
 * A page can have its browser POST a body of SMTP commands to this port. The request line or, where that
 * is too long to be read, the header Host comes before them.
 */
const isHttp = (line: string) => / HTTP\/\d(?:\.\d)?$/i.test(line) || /^host:/i.test(line)

const isVerb = (word: string): word is Verb => known.has(word)

/** `BDAT size [LAST]` (RFC 3030 section 2). */
export function readChunk(argument: string): { size: number; last: boolean } | null {
  const [, size, last] = /^(\d{1,15})( +LAST)?$/i.exec(argument) ?? []
  return size === undefined ? null : { size: Number(size), last: last !== undefined }
}

/** The argument of EHLO and HELO: one word; its content is not checked, since clients send anything. */
export const isHostname = (argument: string) => /^\S{1,255}$/u.test(argument)
