import { cellEnd } from './readable-lines.ts'

/** What could be a code by its form alone. */
export type Candidate = {
  /** As it has to be typed. */
  value: string
  /** As it is written. */
  shown: string
  start: number
  end: number
  /** Also the form of other things: it counts only directly behind a label. */
  isWeak: boolean
  /** Letters are in it, so that it needs a label. */
  hasLetters: boolean
}

/**
 * The candidates of one line: 4 to 10 digits; two or three groups of 2 to 5 digits; single digits with spaces between
 * them; 4 to 12 capitals and digits, also in groups with hyphens. What is part of an address, an amount, a date, a
 * time or a phone number is no candidate.
 */
export function candidatesIn(written: string): Candidate[] {
  const line = withAsciiDigits(written)
  const found: Candidate[] = []
  for (const { 0: run, index } of line.matchAll(token)) {
    if (!/\d/.test(run) && !inGroups.test(run)) continue
    if (run.length > longestRun) continue
    // An address, up to the next space.
    if (run.includes('://')) continue
    for (const [start, end] of /[a-z]/i.test(run) ? [[0, run.length] as const] : cellsOf(run)) {
      for (const piece of candidatesOf(run.slice(start, end))) {
        const at = index + start + piece.start
        const candidate = { ...piece, start: at, end: at + piece.shown.length }
        if (isPartOfMore(line, candidate)) continue
        found.push({ ...candidate, shown: written.slice(candidate.start, candidate.end) })
      }
    }
  }
  return found
}

/** An address is one token, so that nothing in it is a candidate. Digits may have spaces between them. */
const token =
  /(?:https?:\/\/|www\.)[^\s<>"]+|[A-Za-z]+\d[A-Za-z\d]*(?:-[A-Za-z\d]+)*|\d+(?:[ \t-]\d+)*(?![A-Za-z\d]|-[A-Za-z\d])|[A-Za-z\d]+(?:-[A-Za-z\d]+)*/g
const longestRun = 100
/** Letters alone are a code only in groups of one length: `WDJB-MJHT`. */
const inGroups = /^(?:[A-Z]{3}-[A-Z]{3}(?:-[A-Z]{3})?|[A-Z]{4}-[A-Z]{4}(?:-[A-Z]{4})?)$/

type Piece = Omit<Candidate, 'end'>

/** Parts of a run between the ends of cells, unless each cell has one digit. */
function cellsOf(run: string): [number, number][] {
  if (!run.includes(cellEnd) || /^\d(?:\t\d)+$/.test(run)) return [[0, run.length]]
  const cells: [number, number][] = []
  let start = 0
  for (const cell of run.split(cellEnd)) {
    cells.push([start, start + cell.length])
    start += cell.length + 1
  }
  return cells
}

function candidatesOf(run: string): Piece[] {
  if (/[a-z]/i.test(run)) return withLetters(run)
  const groups = run.split(/[ \t-]/)
  const piece = (value: string, isWeak: boolean): Piece[] => [
    { value, shown: run, start: 0, isWeak, hasLetters: false },
  ]
  if (groups.length === 1) {
    return run.length >= 4 && run.length <= 10 ? piece(run, isYear(run)) : []
  }
  const value = groups.join('')
  if (groups.every(({ length }) => length === 1)) {
    return groups.length >= 4 && groups.length <= 8 ? piece(value, false) : []
  }
  if (groups.every(({ length }) => length >= 6 && length <= 10)) return each(groups)
  const isEven = !(run.includes('-') && /\s/.test(run))
  const fits = groups.length <= 3 && groups.every(({ length }) => length >= 2 && length <= 5)
  if (!isEven || !fits || isDate(groups) || groups.every(isYear)) return []
  return piece(value, value.length < 6)
}

/** Several codes on one line. */
function each(groups: string[]): Piece[] {
  let start = 0
  return groups.map((group) => {
    const piece = { value: group, shown: group, start, isWeak: false, hasLetters: false }
    start += group.length + 1
    return piece
  })
}

function withLetters(run: string): Piece[] {
  const length = run.replaceAll('-', '').length
  if (length < 4 || length > (run.includes('-') ? 16 : 12) || termOrSize.test(run)) return []
  const isUpper = run === run.toUpperCase()
  if (!isUpper && run.includes('-') && /[a-z]/.test(run) && !/\d/.test(run)) return []
  const isWeak = !isUpper || !/\d/.test(run)
  return [{ value: run, shown: run, start: 0, isWeak, hasLetters: true }]
}

const isYear = (digits: string) => /^(?:19|20)\d\d$/.test(digits)

/** `2026-11-23` or `23 11 2026`. */
function isDate(groups: string[]): boolean {
  if (groups.length !== 3) return false
  const [first = '', middle = '', last = ''] = groups
  const small = (digits: string, most: number) => Number(digits) >= 1 && Number(digits) <= most
  return (
    (isYear(first) && small(middle, 12) && small(last, 31)) ||
    (isYear(last) && small(first, 31) && small(middle, 31))
  )
}

/** Names of formats and techniques, and sizes: `SHA-256`, `1080P`, `10MB`. */
const termOrSize =
  /^(?:UTF-?\d+|SHA-?\d+|MD5|AES-?\d+|MP[34]|H26[45]|COVID-?19|ISO-?\d+|RFC-?\d+|IPV[46]|HTML5|CSS3|OAUTH2|X509|WIN\d+|I?OS\d+|Q[1-4]-?\d{2,4}|FY-?\d+|ES\d+|PSD2|TLS-?1|HTTP-?\d|\d+X\d+|\d+(?:AM|PM|H|MIN|[KMGT]I?B|PX|P|K|KG|KM|CM|MM|ML|ST|ND|RD|TH|X|V|W|KWH|HZ|MHZ|GHZ)|\d{4}-?[KQ]\d|\d{4}-\d\d-\d\d.*)$/i

/** Whether what stands next to it makes it a part of something else. */
function isPartOfMore(line: string, { start, end }: Candidate): boolean {
  const [before, after] = [line[start - 1] ?? ' ', line[end] ?? ' ']
  const [first, second] = [line[start - 2] ?? ' ', line[end + 1] ?? ' ']
  if (partSign.test(before) || /[@/\\_&=%‰°²³]/.test(after)) return true
  if (letter.test(before) || letter.test(after)) return true
  if (/[.,/:'’]/.test(before) && /\d/.test(first)) return true
  if (/[.,/:'’-]/.test(after) && /\d/.test(second)) return true
  // A domain or the name of a file.
  if (after === '.' && /[a-z]/.test(second)) return true
  // A line of a program: `main.c(1207)`.
  return /[.(]/.test(before) && /[a-z\d]/i.test(first)
}

/** In front of hashes and colours, positive and phone numbers, in paths and in names of files. */
const partSign = /[@/\\_&#№+$€£¥₹₽₺₩₪₴₫₱฿~×•…]/
/** In scripts that separate words by spaces, a letter next to a candidate belongs to it. */
const letter = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d]/u

/** The digits of other scripts as 0 to 9; the length stays. */
function withAsciiDigits(line: string): string {
  if (!otherDigits.test(line)) return line
  return line.replaceAll(otherDigitsAll, (digit) => {
    const code = digit.charCodeAt(0)
    const zero = zeros.findLast((first) => first <= code) ?? code
    return String(code - zero)
  })
}

/** Arabic, Persian, Devanagari, Bengali, Thai, full width. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10]
const digitRanges =
  '[\\u0660-\\u0669\\u06f0-\\u06f9\\u0966-\\u096f\\u09e6-\\u09ef\\u0e50-\\u0e59\\uff10-\\uff19]'
const otherDigits = new RegExp(digitRanges)
const otherDigitsAll = new RegExp(digitRanges, 'g')
