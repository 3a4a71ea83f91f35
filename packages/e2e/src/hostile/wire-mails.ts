import { wireBodies } from './wire-bodies.ts'
import { wireFields } from './wire-fields.ts'

/**
 * Mails with hostile syntax: in their fields, names, addresses, types and charsets. Each source is
 * complete, in Latin-1.
 */
export type WireMail = { name: string; source: string }

const withoutBody = (field: string) =>
  `From: <shop@evil.test>\r\n${field}\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\nx\r\n`

export const wireMails: WireMail[] = [
  ...wireFields.map(([name, field]) => ({ name: `wire: ${name}`, source: withoutBody(field) })),
  ...wireBodies.map(([name, rest]) => ({
    name: `wire: ${name}`,
    source: `From: <shop@evil.test>\r\nSubject: x\r\nMIME-Version: 1.0\r\n${rest}`,
  })),
]
