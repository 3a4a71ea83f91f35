import { decodeText } from '../text/charsets.ts'
import { withoutComments } from './comments.ts'
import { decodeEncodedWords } from '../text/encoded-words.ts'
import { hexPair } from '../parts/transfer-encodings.ts'

/** A structured field such as Content-Type: a token in lower case and its parameters. */
export type Structured = { value: string; parameters: Map<string, string> }

/** Further parameters are ignored. */
const mostParameters = 100

/**
 * Reads `value; name=value; …` with quoted strings, comments (RFC 2045 section 5.1), and RFC 2231
 * continuations and charsets. Of a parameter given twice the first one counts.
 */
export function parseStructured(text: string): Structured {
  const raw = new Map<string, string>()
  const end = valueEnd(text, 0)
  const value = withoutComments(text.slice(0, end), opensComment).trim().toLowerCase()
  let at = end + 1
  while (at <= text.length && raw.size < mostParameters) {
    const next = valueEnd(text, at)
    const parameter = text.slice(at, next)
    const equals = parameter.indexOf('=')
    if (equals !== -1) {
      const name = withoutComments(parameter.slice(0, equals), opensComment).trim().toLowerCase()
      if (name !== '' && !raw.has(name)) raw.set(name, unquote(parameter.slice(equals + 1)))
    }
    at = next + 1
  }
  return { value, parameters: joinContinuations(raw) }
}

/** Where the `;` stands that ends this value: outside quotes. */
function valueEnd(text: string, start: number): number {
  let quoted = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '\\' && quoted) at++
    else if (character === '"') quoted = !quoted
    else if (character === ';' && !quoted) return at
  }
  return text.length
}

function unquote(text: string): string {
  const value = text.trim()
  const open = value.indexOf('"')
  if (open !== 0) return open === -1 ? withoutComments(value, opensComment).trim() : value
  let result = ''
  for (let at = 1; at < value.length && value[at] !== '"'; at++) {
    // A backslash before a letter is a Windows path of a sender who does not escape.
    if (value[at] === '\\' && /["\\]/.test(value[at + 1] ?? '')) at++
    result += value[at] ?? ''
  }
  return result
}

/** A comment opens only after white space or at the start, so that `name=Invoice(1).pdf` is a name. */
function opensComment(before: string): boolean {
  return before === '' || before === ' ' || before === '\t'
}

type Section = { index: number; encoded: boolean; value: string }

/** RFC 2231 sections 3 and 4: `name*0*=charset'language'%41; name*1=…`. */
function joinContinuations(raw: Map<string, string>): Map<string, string> {
  const plain = new Map<string, string>()
  // Few mails have any.
  let sections: Map<string, Section[]> | null = null
  for (const [name, value] of raw) {
    const star = name.indexOf('*')
    const section = star > 0 ? readSection(name.slice(star), value) : null
    if (!section) {
      plain.set(name, decodeEncodedWords(value))
      continue
    }
    const base = name.slice(0, star)
    sections ??= new Map()
    const known = sections.get(base)
    if (known) known.push(section)
    else sections.set(base, [section])
  }
  // The extended form outranks the plain one, which is there for old readers (RFC 6266 section 4.3).
  for (const [name, parts] of sections ?? []) plain.set(name, joinSections(parts))
  return plain
}

function readSection(suffix: string, value: string): Section | null {
  const match = /^\*(?:(\d{1,4})(\*)?)?$/.exec(suffix)
  if (!match) return null
  return {
    index: Number(match[1] ?? 0),
    encoded: match[1] === undefined || match[2] === '*',
    value,
  }
}

function joinSections(sections: Section[]): string {
  sections.sort((a, b) => a.index - b.index)
  let charset = ''
  let result = ''
  let bytes: Buffer[] = []
  const flush = () => {
    result += decodeText(Buffer.concat(bytes), charset)
    bytes = []
  }
  for (const [position, section] of sections.entries()) {
    let value = section.value
    if (position === 0 && section.encoded) {
      const first = value.indexOf("'")
      const second = first === -1 ? -1 : value.indexOf("'", first + 1)
      if (second !== -1) {
        charset = value.slice(0, first)
        value = value.slice(second + 1)
      }
    }
    if (section.encoded) {
      bytes.push(decodePercent(value))
    } else {
      flush()
      result += value
    }
  }
  flush()
  return result.includes('=?') ? decodeEncodedWords(result) : result
}

function decodePercent(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const value = bytes[at] === 0x25 ? hexPair(bytes[at + 1], bytes[at + 2]) : -1
    if (value >= 0) at += 2
    bytes[length++] = value >= 0 ? value : (bytes[at] ?? 0)
  }
  return bytes.subarray(0, length)
}
