import type { Mailbox } from '@mailstop/contract'
import { plainName } from '../../../mailer/templates/email-template.ts'
import { parseAddresses, senderAmong } from '../../../mime/headers/addresses.ts'
import { headerCharset } from '../../../mime/text/charsets/header-charset.ts'
import { readContents } from '../../../mime/parts/contents.ts'
import { parseDate } from '../../../mime/headers/dates.ts'
import { decodeEncodedWords } from '../../../mime/text/encoded-words.ts'
import { type Field, fieldValue, type RawCharset } from '../../../mime/parts/header-block.ts'
import { oneLine } from '../../../mime/text/one-line.ts'
import { parseStructured } from '../../../mime/headers/parameters.ts'
import { findField, readRoot } from '../../../mime/parts/parts.ts'
import { readMailboxes } from '../../../mime/summary.ts'
import { unsubscribeFields } from '../../../mailer/unsubscribe-fields.ts'
import { isDropped } from './dropped-fields.ts'
import {
  asciiAddress,
  dateText,
  foldedField,
  isFieldName,
  isStrictValue,
  mailboxesField,
  parametersField,
  textField,
} from './header-writer.ts'
import { strictBody, type StrictBody } from './strict-body.ts'

/**
 * A caught mail as it is forwarded: from the operator's own address, so that it passes the checks
 * of the receiving server, in the name of the team that forwards it, and with its own Reply-To, or
 * its sender where it has none. The header that goes out is always strict (RFC 5322): every line is ASCII and short
 * enough, and no field is repeated that may occur once. The body stays byte for byte where a relay
 * takes it so (`strict-body.ts`); a mail whose body cannot be sent at all goes along as a file.
 * Pure.
 */
export type ForwardOrder = {
  /** Names this time of forwarding. */
  id: string
  at: number
  receivedAt: number
  /** MAIL_FROM, with or without a name. */
  mailFrom: string
  to: string
  /** The name of the team that forwards, as its owner chose it. */
  team: string
  /** Distinguishes the marks of this server from others. */
  mark: string
  /** How often this server may have forwarded the mail before. */
  mostReturns: number
  /** Where the recipient can end this. */
  stopUrl: string
}

export type ForwardedMail = { envelope: { from: string; to: string }; source: Uint8Array }

/** Each server that forwards a mail adds one mark; a mail with too many is in a loop. */
const hopMark = 'X-Mailstop-Hop'
export const mostHops = 3
const longestMark = 200

export function forwardedMail(
  bytes: Uint8Array,
  { id, at, receivedAt, mailFrom, to, team, mark, mostReturns, stopUrl }: ForwardOrder,
): ForwardedMail | { problem: 'loop' } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const incoming = readRoot(buffer, bytes.length)
  const { source, root } = incoming
  const { fields } = root
  const hops = fields
    .filter(({ name }) => name.toLowerCase() === hopMark.toLowerCase())
    .map((field) => fieldValue(source, field, longestMark))
  const returns = hops.filter((hop) => hop.endsWith(` ${mark}`)).length
  if (hops.length >= mostHops || returns > mostReturns) return { problem: 'loop' }

  const own = parseAddresses(mailFrom, 1)[0]?.address ?? ''
  const charset = headerCharset(incoming, () => readContents(incoming))
  const mailboxes = (name: string) => readMailboxes(source, fields, name, charset)
  const isAscii = ({ address }: Mailbox) => asciiAddress(address) !== null
  const replyTo = mailboxes('reply-to').filter(isAscii)
  const body = strictBody(incoming)
  const mail: Incoming = { source, charset }
  const date = findField(fields, 'date')
  const written = [
    `${hopMark}: ${id} ${mark}`,
    mailboxesField('Resent-From', [{ name: '', address: own }]),
    mailboxesField('Resent-To', [{ name: '', address: to }]),
    `Resent-Date: ${dateText(at)}`,
    `Resent-Message-ID: <${id}@${own.slice(own.lastIndexOf('@') + 1)}>`,
    mailboxesField('From', [{ name: viaTeam(team), address: own }]),
    mailboxesField(
      'Reply-To',
      replyTo.length > 0 ? replyTo : [senderAmong(mailboxes('from')) ?? []].flat().filter(isAscii),
    ),
    mailboxesField('X-Original-From', mailboxes('from')),
    mailboxesField('X-Original-Reply-To', mailboxes('reply-to')),
    `Date: ${dateOf(mail, date) ?? dateText(receivedAt)}`,
    ...unsubscribeFields(stopUrl).map(([name, value]) => `${name}: ${value}`),
    ...keptFields(mail, fields, body),
  ]
  const header = written.filter((field) => field !== null).join('\r\n')
  const head = Buffer.from(`${header}\r\n\r\n`, 'latin1')
  return {
    envelope: { from: own, to },
    source: Buffer.concat([head, body?.bytes ?? wrapped(source)]),
  }
}

type Incoming = { source: Buffer; charset: RawCharset }

/** Never the name in the mail, whose writer could claim to be anybody. */
const viaTeam = (team: string) => `${plainName(team) || 'A team'} via Mailstop`

/** RFC 5322 section 3.6 and RFC 2045: of these the first counts. */
const single =
  /^(?:to|cc|message-id|in-reply-to|references|subject|mime-version|content-(?:type|transfer-encoding|disposition|id|description))$/

function keptFields(mail: Incoming, fields: Field[], body: StrictBody | null): string[] {
  const seen = new Set<string>()
  let room = mostRewritten
  const said = body === null ? wrapperFields : body.isEncoded ? encodedFields : []
  const isSaid = body === null ? /^(?:content-.+|mime-version)$/ : encodedNames
  const kept = fields.flatMap((field) => {
    const name = field.name.toLowerCase()
    if (isDropped(name) || seen.has(name) || (said.length > 0 && isSaid.test(name))) return []
    let written = strictField(mail, field)
    if (written === null) {
      if (room <= 0) return []
      room -= field.end - field.start
      written = rewrittenField(mail, field)
    }
    if (written === null) return []
    if (single.test(name)) seen.add(name)
    return [written]
  })
  return [...kept, ...said]
}

const encodedNames = /^(?:content-transfer-encoding|mime-version)$/
const encodedFields = ['MIME-Version: 1.0', 'Content-Transfer-Encoding: base64']

const colon = 0x3a
const mostBytes = 32 * 1024
/**
 * The most bytes of all fields together that are rewritten. No sender needs as much, and rewriting costs many times
 * what copying does.
 */
const mostRewritten = 256 * 1024

const isField = ({ source }: Incoming, { name, valueStart }: Field) =>
  isFieldName(name) && source[valueStart - 1] === colon

/** Keeps a field unchanged where it is strict. */
function strictField(mail: Incoming, field: Field): string | null {
  if (!isField(mail, field)) return null
  const { name } = field
  const raw = mail.source.toString('latin1', field.valueStart, field.end)
  return isStrictValue(name, raw) ? `${name}:${raw}` : null
}

/** Written again; null when that is impossible, or it is no field at all. */
function rewrittenField(mail: Incoming, field: Field): string | null {
  if (!isField(mail, field)) return null
  const { source, charset } = mail
  const { name } = field
  const value = fieldValue(source, field, mostBytes, charset)
  switch (kindOf(name.toLowerCase())) {
    case 'addresses':
      return mailboxesField(name, parseAddresses(value, 1_000))
    case 'parameters': {
      const structured = parseStructured(value)
      return parametersField(name, structured.value, structured.parameters)
    }
    case 'words':
      return foldedField(name, oneLine(value, mostBytes))
    case 'text':
      return textField(name, oneLine(decodeEncodedWords(value), mostBytes))
  }
}

function kindOf(name: string): 'addresses' | 'parameters' | 'words' | 'text' {
  if (/^(?:to|cc|.+-to)$/.test(name)) {
    return name === 'in-reply-to' ? 'words' : 'addresses'
  }
  if (/^content-(?:type|disposition)$/.test(name)) return 'parameters'
  return /^(?:message-id|references|mime-version|content-(?:id|transfer-encoding)|received)$/.test(
    name,
  )
    ? 'words'
    : 'text'
}

const strictDate =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d(?::\d\d)? [+-]\d{4}$/

/** Null when there is none that can be read. */
function dateOf({ source }: Incoming, field: Field | null): string | null {
  const value = field ? fieldValue(source, field, 200) : ''
  const time = parseDate(value)
  if (time === null) return null
  return strictDate.test(value) ? value : dateText(time)
}

const boundary = 'mailstop-wrapped'

/** The header of a message that carries a mail as a file, when that cannot be sent as it is. */
const wrapperFields = ['MIME-Version: 1.0', `Content-Type: multipart/mixed; boundary="${boundary}"`]

/** Wraps the mail in base64, so not as message/rfc822, which allows no such encoding (RFC 2046 section 5.2.1). */
export function wrapped(source: Buffer): Buffer {
  const lines = source.toString('base64').match(/.{1,76}/g) ?? []
  const text = [
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This message cannot be forwarded in its original form. It is attached as it was caught.',
    `--${boundary}`,
    'Content-Type: application/octet-stream; name="mail.eml"',
    'Content-Disposition: attachment; filename="mail.eml"',
    'Content-Transfer-Encoding: base64',
    '',
    ...lines,
    `--${boundary}--`,
    '',
  ]
  return Buffer.from(text.join('\r\n'), 'latin1')
}
