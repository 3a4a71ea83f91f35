import { asBuffer } from '../text/charsets.ts'
import { jsonContents, jsonContentsLength } from '../../lib/json/json-contents.ts'
import { withoutCostlyCharacters } from '../text/costly-characters.ts'
import { parseStructured } from '../headers/parameters.ts'

/**
 * A mail in the form of MailHog: cut at its boundaries, with nothing decoded, and with the same quirks. Of a
 * field that is repeated the last one counts. What stands before the first boundary, and behind the last one,
 * are parts as well. Bounded: what is beyond a limit stays whole.
 */
export type SplitContent = {
  Headers: Record<string, string[]>
  Body: string
  /** Bytes. */
  Size: number
  MIME: { Parts: SplitContent[] } | null
}

export type MailFrame = {
  id: string
  envelopeFrom: string
  envelopeTo: string[]
  /** How the client named itself in SMTP; '' where it did not. */
  helo: string
  host: string
  receivedAt: number
}

const limits = { headers: 1_000, parts: 1_000, depth: 10, headerLength: 10_000 }
const mib = 1024 * 1024
/** Characters that parts may repeat at most. */
const mostRepeated = 16 * mib

/** How many parts and characters may still be written. Each level repeats what the levels within it have. */
type Room = { parts: number; characters: number }

/**
 * The message of a mail as JSON in UTF-8, in pieces. `source` is what stands between the quotes of `Raw.Data`; from `bodyAt` on
 * it is `Content.Body` too, so that both share their memory.
 */
export type SplitMail = {
  head: Uint8Array
  source: Uint8Array
  bodyAt: number
  middle: Uint8Array
  tail: Uint8Array
}

export const piecesOf = ({ head, source, bodyAt, middle, tail }: SplitMail): Uint8Array[] => [
  head,
  source.subarray(bodyAt),
  middle,
  source,
  tail,
]

/**
 * Memory for the pieces of a mail of this size, in bytes: a line feed alone becomes two characters, and each character has two
 * bytes of JSON at most, but for some control characters. Those of a small mail may take up to 2 MB more.
 */
export const splitBytes = (size: number): number =>
  4 * size + 2 * Math.min(4 * size, mostRepeated) + 2_048

export async function splitMail(source: Uint8Array, frame: MailFrame): Promise<SplitMail> {
  const data = dataOf(source)
  const characters = Math.min(Math.max(mib, 2 * data.length), mostRepeated)
  const room = { parts: limits.parts, characters }
  const content = splitContent(data, room, 0)
  return messageOf(data, content, frame)
}

/** The same of a mail that is too complex to be cut. */
export function wholeMail(source: Uint8Array, frame: MailFrame): SplitMail {
  const data = dataOf(source)
  const size = Buffer.byteLength(data)
  return messageOf(data, { Headers: {}, Body: data, Size: size, MIME: null }, frame)
}

/**
 * The message as it came over SMTP, without the line end before the final dot. Programs may have posted other line
 * ends.
 */
function dataOf(source: Uint8Array): string {
  const text = withoutCostlyCharacters(asBuffer(source).toString('utf8'))
  const data = text.includes('\r\n') ? text : text.replaceAll('\n', '\r\n')
  return data.endsWith('\r\n') ? data.slice(0, -2) : data
}

function messageOf(
  data: string,
  { Headers, Body, Size, MIME }: SplitContent,
  frame: MailFrame,
): SplitMail {
  const { id, envelopeFrom, envelopeTo, helo, receivedAt } = frame
  const open = (fields: object) => JSON.stringify(fields).slice(0, -1)
  const about = open({ ID: id, From: pathOf(envelopeFrom), To: envelopeTo.map(pathOf) })
  const content = open({ Headers: withTrace(Headers, frame) })
  const after = open({ Size, MIME: null }).slice(1)
  const rest = open({ Created: new Date(receivedAt).toISOString(), MIME }).slice(1)
  const raw = open({ From: envelopeFrom, To: envelopeTo })
  const encoder = new TextEncoder()
  return {
    head: encoder.encode(`${about},"Content":${content},"Body":"`),
    source: jsonContents(data),
    bodyAt: jsonContentsLength(data.slice(0, data.length - Body.length)),
    middle: encoder.encode(`",${after}},${rest},"Raw":${raw},"Data":"`),
    tail: encoder.encode(`","Helo":${JSON.stringify(helo)}}}`),
  }
}

function splitContent(data: string, room: Room, depth: number): SplitContent {
  const end = data.indexOf('\r\n\r\n')
  const Headers = end === -1 ? {} : readHeaders(data.slice(0, end))
  const Body = end === -1 ? data : data.slice(end + 4)
  const mayCut = depth < limits.depth && Body.length <= room.characters
  const boundary = mayCut ? boundaryOf(Headers) : null
  if (boundary !== null) room.characters -= Body.length
  const MIME = boundary === null ? null : { Parts: splitParts(Body, boundary, room, depth) }
  return { Headers, Body, Size: Buffer.byteLength(data), MIME }
}

function splitParts(body: string, boundary: string, room: Room, depth: number) {
  const parts: SplitContent[] = []
  if (boundary === '') return parts
  const delimiter = `--${boundary}`
  for (let at = 0; at <= body.length && room.parts > 0;) {
    const found = room.parts === 1 ? -1 : body.indexOf(delimiter, at)
    const end = found === -1 ? body.length : found
    if (end > at) {
      room.parts -= 1
      parts.push(splitContent(trimLines(body, at, end), room, depth + 1))
    }
    at = end + delimiter.length
  }
  return parts
}

/** Not by a regular expression, whose time would grow with the square of many line ends. */
function trimLines(text: string, from: number, to: number): string {
  const isLineEnd = (at: number) => text[at] === '\r' || text[at] === '\n'
  let start = from
  let end = to
  while (start < end && isLineEnd(start)) start += 1
  while (end > start && isLineEnd(end - 1)) end -= 1
  return text.slice(start, end)
}

function readHeaders(block: string): Record<string, string[]> {
  const headers = new Map<string, string>()
  let last = ''
  for (const line of block.split('\r\n', limits.headers)) {
    const colon = line.indexOf(': ')
    if (last !== '' && /^[ \t]/.test(line)) headers.set(last, `${headers.get(last)}${line}`)
    else if (colon !== -1) {
      last = line.slice(0, colon)
      headers.set(last, line.slice(colon + 2))
    }
  }
  return Object.fromEntries([...headers].map(([name, value]) => [name, [value]]))
}

const named = (headers: Record<string, string[]>, name: string) =>
  Object.keys(headers).find((each) => each.toLowerCase() === name)

/** Null for what is no multipart; '' where it names no boundary. */
function boundaryOf(headers: Record<string, string[]>): string | null {
  const written = headers[named(headers, 'content-type') ?? '']?.[0] ?? ''
  if (!/^multipart\//i.test(written)) return null
  return parseStructured(written.slice(0, limits.headerLength)).parameters.get('boundary') ?? ''
}

/** Adds the fields that MailHog writes itself, in the order of their names. */
function withTrace(headers: Record<string, string[]>, frame: MailFrame) {
  const { id, envelopeFrom, helo, host, receivedAt } = frame
  const at = new Date(receivedAt).toUTCString().replace('GMT', '+0000')
  const received = `from ${helo} by ${host} (Mailstop)\r\n          id ${id}; ${at}`
  const add = (name: string, value: string): [string, string[]] => {
    const key = named(headers, name.toLowerCase()) ?? name
    return [key, [...(headers[key] ?? []), value]]
  }
  const all = new Map([
    ...Object.entries(headers),
    add('Received', received),
    add('Return-Path', `<${envelopeFrom}>`),
  ])
  if (named(headers, 'message-id') === undefined) all.set('Message-ID', [id])
  return Object.fromEntries([...all].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** A path of SMTP, which may name relays in front of a colon (RFC 5321 section 4.1.2). */
function pathOf(path: string) {
  const colon = path.indexOf(':')
  const address = path.slice(colon + 1)
  const at = address.indexOf('@')
  return {
    Relays: colon === -1 ? null : path.slice(0, colon).split(','),
    Mailbox: at === -1 ? address : address.slice(0, at),
    Domain: at === -1 ? '' : address.slice(at + 1),
    Params: '',
  }
}
