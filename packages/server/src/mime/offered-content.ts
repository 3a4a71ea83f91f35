import { hash } from 'node:crypto'
import { summarize } from './summary.ts'
import { oneLine } from './text/one-line.ts'

/** By what a mail is known again when its client offers it once more. */
export type OfferedContent = {
  subject: string
  messageId: string | null
  /** SHA-256 of subject and text without regard to white space, in hexadecimal. */
  digest: string
  /** The beginning of its text on one line. */
  excerpt: string
  /** The value of a field; null: it has none. */
  header: (name: string) => string | null
}

const excerptCharacters = 500

/** Bounded and linear, as `summarize` is. */
export function readOfferedContent(source: Uint8Array): OfferedContent {
  const { subject, text, htmlText, headers } = summarize(source)
  const header = (name: string) => {
    const key = name.toLowerCase()
    return headers.find((field) => field.name.toLowerCase() === key)?.value.trim() || null
  }
  return {
    subject,
    messageId: header('message-id'),
    digest: hash('sha256', [subject, text, htmlText].join('\n').replace(/\s+/g, ' ').trim()),
    excerpt: oneLine(text, excerptCharacters),
    header,
  }
}
