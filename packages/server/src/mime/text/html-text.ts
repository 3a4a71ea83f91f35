import { decodeEntities } from './html-entities.ts'

/**
 * The readable text of html: without tags, comments, style, script and the head's title, entities
 * decoded. One pass, without a tree and without checking that the html is valid. Tags that separate
 * words become `separator`.
 */
export function htmlText(html: string, separator = ' '): string {
  let result = ''
  const tagEnd = createTagEnds(html)
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open === -1) return decodeEntities(result + html.slice(at))
    result += html.slice(at, open)
    const next = html[open + 1] ?? ''
    if (html.startsWith('<!--', open)) at = after(html, '-->', open + 4)
    else if (next === '!' || next === '?') at = after(html, '>', open)
    else if (next !== '/' && ofNames[html.charCodeAt(open + 1)] !== letter) {
      result += '<'
      at = open + 1
    } else {
      const name = tagName(html, open + 1)
      at = tagEnd(open + 1)
      if (silent.has(name) && html[open + 1] !== '/') at = closingTagEnd(html, name, at)
      if (!inlineTags.has(name)) result += separator
    }
  }
  return decodeEntities(result)
}

const silent = new Set(['style', 'script', 'title', 'template'])
/** Tags that can stand within a word; all others separate words. */
const inlineTags = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
)

/** In lower case, without the slash of a closing tag. */
function tagName(html: string, start: number): string {
  const from = html[start] === '/' ? start + 1 : start
  const limit = Math.min(html.length, from + longestName)
  if (ofNames[html.charCodeAt(from)] !== letter) return ''
  let end = from + 1
  while (end < limit && ofNames[html.charCodeAt(end)]) end++
  return html.slice(from, end).toLowerCase()
}

const longestName = 31
const letter = 2
/** By code, what a character is in the name of a tag: nothing, a part of it, or a letter. */
const ofNames = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /[a-z]/i.test(character) ? letter : Number(/[0-9:-]/.test(character))
})

/**
 * Past the `>` of a tag; one within a quoted attribute is not it, unless the quote never ends. Where a
 * search found none, quotes are not read again, so that each character is looked at twice at most.
 */
function createTagEnds(html: string) {
  let literalBefore = 0

  return (start: number): number => {
    if (start < literalBefore) return after(html, '>', start)
    const limit = Math.min(html.length, start + longestTag)
    let quote = 0
    for (let at = start; at < limit; at++) {
      const code = html.charCodeAt(at)
      if (quote !== 0) {
        if (code === quote) quote = 0
      } else if (code === codes.tagEnd) return at + 1
      else if (code === codes.doubleQuote || code === codes.singleQuote) {
        if (html.charCodeAt(at - 1) === codes.equals) quote = code
      }
    }
    literalBefore = limit
    return after(html, '>', start)
  }
}

const longestTag = 8_192
const codes = { doubleQuote: 0x22, singleQuote: 0x27, equals: 0x3d, tagEnd: 0x3e }

/** Past the closing tag of an element whose content is not text. */
function closingTagEnd(html: string, name: string, start: number): number {
  for (let open = html.indexOf('</', start); open !== -1; open = html.indexOf('</', open + 2)) {
    if (tagName(html, open + 1) === name) return after(html, '>', open)
  }
  return html.length
}

function after(html: string, end: string, start: number): number {
  const found = html.indexOf(end, start)
  return found === -1 ? html.length : found + end.length
}
