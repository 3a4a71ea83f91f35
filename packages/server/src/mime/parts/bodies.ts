import { withoutPartialCharacter } from '../text/charsets.ts'
import type { BodyText } from './contents.ts'
import { htmlText } from '../text/html-text.ts'
import { plainText } from '../text/one-line.ts'
import { readPartText } from './part-text.ts'
import type { Part } from './parts.ts'

/**
 * The html and the text of a mail, each at most `most` bytes in UTF-8. Where both are there, a branch
 * of the mail that offers only one of them is shown in the other as well, so that nothing is missing.
 */
export type Bodies = { html: string | null; text: string | null; isCut: boolean }

export function readBodies(source: Buffer, texts: BodyText[], most: number): Bodies {
  const branches = branchesOf(texts)
  const html = join(source, branches, 'html', most)
  const text = join(source, branches, 'text', most)
  return { html: html.text, text: text.text, isCut: html.isCut || text.isCut }
}

type Kind = 'html' | 'text'
type Branch = Record<Kind, BodyText[]>

/** The texts of one multipart/alternative have the same content in several forms; others stand alone. */
function branchesOf(texts: BodyText[]): Branch[] {
  const branches = new Map<Part, Branch>()
  for (const text of texts) {
    const key = alternativeOf(text.part) ?? text.part
    const branch = branches.get(key) ?? { html: [], text: [] }
    branch[text.part.type === 'text/html' ? 'html' : 'text'].push(text)
    branches.set(key, branch)
  }
  return [...branches.values()]
}

function alternativeOf(part: Part): Part | null {
  for (let at = part.parent; at; at = at.parent) if (at.type === 'multipart/alternative') return at
  return null
}

function join(source: Buffer, branches: Branch[], kind: Kind, most: number) {
  if (branches.every((branch) => branch[kind].length === 0)) return { text: null, isCut: false }
  const pieces: string[] = []
  let room = most
  let isCut = false
  for (const { own, others } of branches.map((branch) => choose(branch, kind))) {
    for (const part of own ?? others) {
      if (isCut) break
      const read = readPartText(source, part, room)
      if (!own && read.text.trim() === '') continue
      const written = own
        ? read.text
        : kind === 'html'
          ? textAsHtml(read.text)
          : htmlAsText(read.text)
      // Texts of two parts are two paragraphs.
      const piece = written.endsWith('\n') ? written : `${written}\n`
      pieces.push(piece)
      room -= Buffer.byteLength(piece) + 1
      isCut = read.isCut || room < 0
    }
  }
  const joined = pieces.join('\n')
  return { text: joined.trim() === '' ? null : plainText(firstBytes(joined, most)), isCut }
}

function choose(branch: Branch, kind: Kind) {
  const own = branch[kind].length > 0 ? branch[kind] : null
  return { own, others: branch[kind === 'html' ? 'text' : 'html'] }
}

function firstBytes(text: string, most: number): string {
  if (text.length * 3 <= most || Buffer.byteLength(text) <= most) return text
  const bytes = Buffer.from(text.slice(0, most)).subarray(0, most)
  return withoutPartialCharacter(bytes).toString('utf8')
}

function textAsHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<div>${escaped.trimEnd().replaceAll('\n', '<br>')}</div>\n`
}

/** The line breaks of the text, and one for each tag. */
function htmlAsText(html: string): string {
  const text = htmlText(html, '\n').replace(/\s+/g, (run) => (run.includes('\n') ? '\n' : ' '))
  return `${text.trim()}\n`
}
