import { randomBytes, randomInt } from 'node:crypto'
import { hashOf } from '../durability/sent-mails.ts'

/** What a long test remembers of a mail that it sent, to hold the product to it later. */
export type TrackedMail = {
  teamId: number
  /** A word that stands in its subject alone; no other mail has it. */
  token: string
  /** A word that stands in its text alone. */
  word: string
  bytes: number
  hash: string
  /** Null as soon as it will not be sent again. */
  source: string | null
  /** How often it was sent, or may have been. It may be kept as many times, and no more. */
  attempts: number
  /** The ids of its 250s. */
  ids: number[]
}

/** Longer texts carry the rest as an attachment: real texts have no random words. */
const textBytes = 4_000
const plain = ['your', 'order', 'has', 'been', 'shipped', 'thank', 'you', 'for', 'the', 'invoice']

/** A mail of about that many bytes. Each has bytes of its own, and what is attached does not compress. */
export function trackedMail(teamId: number, bytes: number): TrackedMail {
  const token = uniqueWord()
  const word = uniqueWord()
  const head = `Subject: Order ${token}\r\nFrom: app@rocket.test\r\nTo: you@customer.test\r\n`
  const text = `Hello ${word},\r\n${textOf(Math.min(bytes, textBytes))}`
  const source =
    bytes <= textBytes ? `${head}\r\n${text}` : withAttachment(head, text, bytes - textBytes)
  const hash = hashOf(source)
  return { teamId, token, word, bytes: source.length, hash, source, attempts: 0, ids: [] }
}

/** Letters alone, so that no reader of words parts them. */
function uniqueWord(): string {
  return Array.from(randomBytes(12), (byte) => String.fromCharCode(97 + (byte % 26))).join('')
}

function textOf(bytes: number): string {
  const lines: string[] = []
  for (let length = 0; length < bytes; length += 70) {
    lines.push(Array.from({ length: 12 }, () => plain[randomInt(plain.length)]).join(' '))
  }
  return `${lines.join('\r\n')}\r\n`
}

function withAttachment(head: string, text: string, bytes: number): string {
  const boundary = `=_${uniqueWord()}`
  const type = 'Content-Type: application/octet-stream; name=data.bin'
  const data = randomBytes(Math.ceil((bytes * 3) / 4))
    .toString('base64')
    .replaceAll(/.{1,76}/g, '$&\r\n')
  return (
    `${head}MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n` +
    `--${boundary}\r\nContent-Type: text/plain\r\n\r\n${text}` +
    `--${boundary}\r\n${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${data}--${boundary}--\r\n`
  )
}
