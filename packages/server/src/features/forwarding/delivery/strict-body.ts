import { cr, lf } from '../../../mime/parts/header-block.ts'
import {
  encodingOf,
  findField,
  type Part,
  walkParts,
  type readRoot,
} from '../../../mime/parts/parts.ts'
import { decodeTransfer } from '../../../mime/parts/transfer-encodings.ts'
import { bodyProblems } from './strict-message.ts'

/**
 * The body of a message that is sent on. One that relays take (RFC 5322 section 2.3, and bytes
 * beyond ASCII as RFC 6152 lets them pass) stays byte for byte. Else the parts that are at fault
 * are sent in base64 (RFC 2045 section 6.8), so that their recipient gets the exact bytes. Null
 * when even that does not help.
 */
export type StrictBody = {
  bytes: Buffer
  /** Set when the message is one part, and that is in base64 now. */
  isEncoded: boolean
}

type Mail = ReturnType<typeof readRoot>

/** More than mails of people have. */
const limits = {
  parts: 2_000,
  depth: 50,
  headerBytes: 2 * 1024 * 1024,
  passes: 10,
  candidates: 100_000,
  shortBoundaryBytes: 2 * 1024 * 1024,
}

export function strictBody(mail: Mail): StrictBody | null {
  const { source, root } = mail
  const body = source.subarray(root.bodyStart)
  if (bodyProblems(body).length === 0) return { bytes: body, isEncoded: false }
  const leaves: Part[] = []
  const isPartial = walkParts(mail, limits, (part) => void leaves.push(part))
  if (isPartial) return null
  if (leaves.length === 1 && leaves[0] === root) {
    return { bytes: base64(source, root), isEncoded: true }
  }
  const pieces: Buffer[] = []
  let at = root.bodyStart
  for (const part of leaves) {
    if (bodyProblems(source.subarray(part.bodyStart, part.end)).length === 0) continue
    const { before, after } = encodingField(source, part)
    pieces.push(
      withCrlf(source.subarray(at, before)),
      Buffer.from('Content-Transfer-Encoding: base64\r\n'),
      withCrlf(source.subarray(after, part.bodyStart)),
      base64(source, part),
    )
    at = part.end
  }
  const bytes = Buffer.concat([...pieces, withCrlf(source.subarray(at))])
  return bodyProblems(bytes).length === 0 ? { bytes, isEncoded: false } : null
}

/** Where the line that names a part's encoding stands, or belongs: before the blank line. */
function encodingField(source: Buffer, part: Part): { before: number; after: number } {
  const field = findField(part.fields, 'content-transfer-encoding')
  if (field) return { before: field.start, after: lineEndAfter(source, field.end) }
  let blank = part.bodyStart
  if (source[blank - 1] === lf) blank -= 1
  if (source[blank - 1] === cr) blank -= 1
  return { before: blank, after: blank }
}

function lineEndAfter(source: Buffer, at: number): number {
  let end = at
  while (source[end] === cr) end += 1
  return source[end] === lf ? end + 1 : end
}

const lineLength = 76
const space = 0x20

function base64(source: Buffer, part: Part): Buffer {
  const body = source.subarray(part.bodyStart, part.end)
  const text = decodeTransfer(body, encodingOf(source, part)).toString('base64')
  const lines: string[] = []
  for (let at = 0; at < text.length; at += lineLength) lines.push(text.slice(at, at + lineLength))
  return Buffer.from(lines.join('\r\n'), 'latin1')
}

/** What stands between parts means the same however its lines end. */
function withCrlf(bytes: Buffer): Buffer {
  // Byte by byte: a regular expression would keep a state for each CR of a run, and has room for few million.
  const lines = Buffer.alloc(2 * bytes.length)
  let length = 0
  let run = 0
  const endLines = (count: number) => {
    for (let ended = 0; ended < count; ended += 1) {
      lines[length++] = cr
      lines[length++] = lf
    }
    run = 0
  }
  for (const byte of bytes) {
    if (byte === cr) run += 1
    // A run of CR in front of LF ends one line.
    else if (byte === lf) endLines(1)
    else {
      endLines(run)
      lines[length++] = byte === 0 ? space : byte
    }
  }
  endLines(run)
  return lines.subarray(0, length)
}
