import { randomUUID } from 'node:crypto'
import { hostname, userInfo } from 'node:os'
import { parseAddresses } from '../mime/headers/addresses.ts'
import { fieldValue, lineEndOf, readHeaderBlock, type Field } from '../mime/parts/header-block.ts'
import type { SendmailCall } from './sendmail-words.ts'

export type Message = { from: string; to: string[]; source: Buffer }

const mostHeaderBytes = 1024 * 1024
const mostFieldCharacters = 256 * 1024
const mostRecipients = 10_000
const recipientFields = new Set(['to', 'cc', 'bcc'])

/** The message and the envelope that a call of sendmail sends. Adds the fields that every mail has. */
export function prepareMessage(input: Buffer, call: SendmailCall, now: Date): Message {
  const text = call.endsAtDot ? beforeDot(input) : input
  const { fields, complete } = readHeaderBlock(
    text,
    0,
    text.length,
    lineEndOf(text),
    mostHeaderBytes,
  )
  // Text without a header is all body.
  const known = complete && fields.every(isField) ? fields : []
  const nameOf = ({ name }: Field) => name.toLowerCase()
  const addressesOf = (field: Field) =>
    parseAddresses(fieldValue(text, field, mostFieldCharacters), mostRecipients)
      .map(({ name, address }) => address || (isUser(name) ? name : ''))
      .filter((address) => address !== '')
  const ofHeader = call.fromHeader
    ? known.filter((field) => recipientFields.has(nameOf(field))).flatMap(addressesOf)
    : []
  const to = [...call.recipients, ...ofHeader].map(qualified)
  const sender = known.filter((field) => nameOf(field) === 'from').flatMap(addressesOf)[0]
  const from = call.from ?? sender ?? userName()

  const has = (name: string) => known.some((field) => nameOf(field) === name)
  const added = [
    ...(has('from') ? [] : [`From: ${fromField(call.fullName, qualified(from))}`]),
    ...(has('date') ? [] : [`Date: ${now.toUTCString().replace('GMT', '+0000')}`]),
    ...(has('message-id') ? [] : [`Message-ID: <${randomUUID()}@${hostname()}>`]),
  ]
  const kept = call.fromHeader
    ? without(
        text,
        known.filter((field) => nameOf(field) === 'bcc'),
      )
    : text
  const header = Buffer.from(`${added.join('\r\n')}${added.length > 0 ? '\r\n' : ''}`)
  const gap = Buffer.from(known.length === 0 ? '\r\n' : '')
  return {
    // `-f <>` asks for the empty sender of a bounce.
    from: from === '<>' || from === '' ? '' : qualified(from),
    to: [...new Set(to)],
    source: Buffer.concat([header, gap, kept]),
  }
}

/** A container may run as a user whom no file of it names. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user-${process.getuid?.() ?? 0}`
  }
}

/** Cron writes `To: root`. */
const isUser = (name: string) => /^[\w.+-]{1,64}$/.test(name)

const isField = ({ name }: Field) => /^[\x21-\x39\x3b-\x7e]+$/.test(name)

function fromField(fullName: string | null, address: string): string {
  const name = (fullName ?? '').replaceAll(/["\\\r\n]/g, '')
  return name === '' ? address : `"${name}" <${address}>`
}

/** A name without a domain is one of this machine, as cron sends to `root`. */
function qualified(address: string): string {
  const bare = address.trim().replace(/^<(.*)>$/, '$1')
  return bare.includes('@') ? bare : `${bare}@${hostname()}`
}

/** Everything but these fields, with their line ends. */
function without(text: Buffer, removed: readonly Field[]): Buffer {
  const kept: Buffer[] = []
  let at = 0
  for (const { start, end } of removed) {
    kept.push(text.subarray(at, start))
    at = text.indexOf(lineEndOf(text), end) + 1
  }
  return Buffer.concat([...kept, text.subarray(at)])
}

/** What stands before a line that is a single dot. */
function beforeDot(input: Buffer): Buffer {
  for (let at = input.indexOf('.'); at !== -1; at = input.indexOf('.', at + 1)) {
    const beginsLine = at === 0 || input[at - 1] === 0x0a
    const rest = input.toString('latin1', at + 1, at + 3)
    if (beginsLine && (rest === '' || rest.startsWith('\n') || rest === '\r\n')) {
      return input.subarray(0, at)
    }
  }
  return input
}
