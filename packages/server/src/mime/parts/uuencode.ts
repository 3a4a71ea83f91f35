import { decodeText } from '../text/charsets.ts'
import { isLineEnd } from './header-block.ts'

/**
 * Uuencoded files (POSIX uuencode): a line `begin 644 name`, lines of data that begin with a character
 * for their length, and a line `end`. They stand in the text of mail that knows no MIME, and are the
 * transfer encoding `x-uuencode` of mail that does.
 */
export type UuencodedFile = {
  name: string
  /** The offset of the line that begins it; `end` is behind the line that ends it. */
  start: number
  end: number
}

/**
 * Finds complete files in order: a line that only looks like the beginning of a file stays text.
 * Files that begin behind the first `most` bytes are not looked for.
 */
export function findUuencodedFiles(
  source: Buffer,
  start: number,
  end: number,
  { lineEnd, most, budget }: { lineEnd: number; most: number; budget: LineBudget },
): UuencodedFile[] {
  const found: UuencodedFile[] = []
  const area = source.subarray(0, end)
  const searched = source.subarray(0, Math.min(end, start + most))
  const begins = createBegins(searched, start, lineEnd)
  let at = begins.next(start)
  for (
    let tries = 0;
    at !== -1 && tries < mostTries && found.length < mostFiles && budget.shortLines > 0;
    tries++
  ) {
    const header = readBegin(area, at)
    // Lines are not read twice, so the work is linear in the text.
    const last = header ? lastLine(area, header.next, budget) : { end: at + 1, isWhole: false }
    if (header && last.isWhole) found.push({ name: header.name, start: at, end: last.end })
    at = begins.next(last.end)
  }
  return found
}

/**
 * How many short lines may be read, in all parts of a mail together. Encoders write full lines
 * except for the last ones of a file; millions of empty lines would cost too much.
 */
export type LineBudget = { shortLines: number }

export const createLineBudget = (): LineBudget => ({ shortLines: 50_000 })

/** 45 bytes of data are 60 characters, and trailing spaces among them may be lost. */
const fullLine = 50

const mostFiles = 100
const mostTries = 1_000

/** Where lines begin a file, at `from` or behind it; -1 when none does. */
function createBegins(bytes: Buffer, start: number, lineEnd: number) {
  // Eight bytes each, because the native search for a shorter needle may stop at every byte. Files that
  // people send may be read and written by their owner.
  const found = ['begin 6', 'begin 7'].map((text) => ({
    needle: String.fromCharCode(lineEnd) + text,
    at: -2,
  }))

  function next(from: number): number {
    if (from >= bytes.length) return -1
    const isLineStart = from === start || isLineEnd(bytes[from - 1])
    if (isLineStart && /^begin [67]$/.test(bytes.toString('latin1', from, from + 7))) return from
    for (const search of found) {
      if (search.at === -1 || search.at >= from - 1) continue
      search.at = bytes.indexOf(search.needle, Math.max(start, from - 1), 'latin1')
    }
    const places = found.map(({ at }) => at).filter((at) => at !== -1)
    return places.length === 0 ? -1 : Math.min(...places) + 1
  }

  return { next }
}

const longestLine = 400
const space = 0x20
const backtick = 0x60

/** The bytes of the first file in `bytes`, whether it is ended or not; null when none begins there. */
export function decodeUuencoded(bytes: Buffer, most: number): Buffer | null {
  const out = Buffer.allocUnsafe(Math.min(most, bytes.length))
  const length = readUuencoded(bytes, out)
  return length === null ? null : out.subarray(0, length)
}

/** How many bytes `decodeUuencoded` returns when it may return all of them. */
export function uuencodedLength(bytes: Buffer): number | null {
  return readUuencoded(bytes, null)
}

function readUuencoded(bytes: Buffer, out: Buffer | null): number | null {
  let at = bytes.indexOf('begin ', 0, 'latin1')
  while (at > 0 && !isLineEnd(bytes[at - 1])) at = bytes.indexOf('begin ', at + 6, 'latin1')
  const header = at === -1 ? null : readBegin(bytes, at)
  if (!header) return null
  let length = 0
  for (at = header.next; at < bytes.length;) {
    const line = readLine(bytes, at)
    const count = dataBytes(bytes, line)
    if (count === null || count === 0) break
    if (out === null) length += count
    else length = decodeLine(bytes, line, count, out, length)
    at = line.next
  }
  return length
}

function decodeLine(bytes: Buffer, line: Line, count: number, out: Buffer, start: number): number {
  let length = start
  const stop = Math.min(out.length, start + count)
  let bits = 0
  let held = 0
  for (let at = line.start + 1; length < stop; at++) {
    // Spaces at the end of a line may be lost.
    const byte = at < line.end ? (bytes[at] ?? space) : space
    bits = ((bits << 6) | ((byte - space) & 63)) & 0xffff
    held += 6
    if (held < 8) continue
    held -= 8
    out[length++] = (bits >> held) & 0xff
  }
  return length
}

type Line = { start: number; end: number; next: number }

/** Up to LF, or CR where no LF follows it; one that is too long to matter is cut. */
function readLine(bytes: Buffer, start: number): Line {
  const limit = Math.min(bytes.length, start + longestLine)
  let end = start
  while (end < limit && !isLineEnd(bytes[end])) end++
  let next = end
  if (bytes[next] === 0x0d) next++
  if (bytes[next] === 0x0a) next++
  return { start, end, next }
}

function readBegin(bytes: Buffer, start: number): { name: string; next: number } | null {
  const line = readLine(bytes, start)
  const text = decodeText(bytes.subarray(start, line.end), '')
  const name = /^begin [0-7]{3,4} {1,9}(\S.*)$/.exec(text)?.[1]
  return name === undefined || line.next === line.end ? null : { name, next: line.next }
}

/** Where the file ends whose data begins here, or the line that is no data. */
function lastLine(
  bytes: Buffer,
  start: number,
  budget: LineBudget,
): { end: number; isWhole: boolean } {
  let hasData = false
  let at = start
  while (at < bytes.length && budget.shortLines > 0) {
    const line = readLine(bytes, at)
    if (line.end - line.start < fullLine) budget.shortLines--
    if (isEnd(bytes, line)) return { end: line.next, isWhole: hasData }
    const count = dataBytes(bytes, line)
    if (count === null) return { end: at, isWhole: false }
    hasData ||= count > 0
    at = line.next
  }
  return { end: at, isWhole: false }
}

function isEnd(bytes: Buffer, { start, end }: Line): boolean {
  return end - start >= 3 && bytes.toString('latin1', start, end).trimEnd() === 'end'
}

/** How many bytes a line of data encodes; null when it is no such line. */
function dataBytes(bytes: Buffer, { start, end, next }: Line): number | null {
  if (end === start) return 0
  const first = bytes[start] ?? 0
  if (first < space || first > backtick || next === end) return null
  const count = (first - space) & 63
  const characters = end - start - 1
  // Spaces at the end may be lost, and some encoders add a checksum. A line that lacks more would encode more bytes
  // than it has.
  if (characters < Math.ceil((count * 4) / 3) - 3) return null
  if (characters > Math.ceil(count / 3) * 4 + 2) return null
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at] ?? 0
    if (byte < space || byte > backtick) return null
  }
  return count
}
