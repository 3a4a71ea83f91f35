/**
 * Browsers read and apply CSS recursively: some thousand brackets within each other, or variables that lead to
 * each other, end the process of the page. No ordinary mail comes near.
 */
const mostOpen = 500
const mostVariables = 5_000

/** Comments, strings, names with the bracket of a function, and other brackets (CSS Syntax section 4). Openers and closers elsewhere are text. */
const token =
  /<!--|\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n\r\f]|\\(?:\r\n|[^]))*"?|'(?:[^'\\\n\r\f]|\\(?:\r\n|[^]))*'?|[#@]?(?:[\w-]|[^\0-\x7f]|\\(?:[\da-f]{1,6}[ \t\n\r\f]?|[^\n\r\f]))+\(?|[(){}[\]]/gi

/** An address without quotes, up to its bracket. */
const bareAddress = /[ \t\n\r\f]*(?!["' \t\n\r\f])(?:[^)\\]|\\[^])*\)?/y

const closerOf = new Map([
  ['(', ')'],
  ['{', '}'],
  ['[', ']'],
])

/** Whether one of these texts of CSS nests its brackets too deeply for a browser, or all have more names of variables than anyone writes. */
export function isCssTooDeep(texts: readonly string[]): boolean {
  const room = { variables: mostVariables }
  return texts.some((css) => isDeeper(css, room))
}

function isDeeper(css: string, room: { variables: number }): boolean {
  const closers: string[] = []
  token.lastIndex = 0
  for (;;) {
    const found = token.exec(css)?.[0]
    if (found === undefined) return false
    if (found === closers.at(-1)) closers.pop()
    const name = nameOf(found)
    // Each link of a chain has two names: its own, and the one that it leads to.
    if (name.startsWith('--') && (room.variables -= 1) < 0) return true
    if (name === 'url(') {
      bareAddress.lastIndex = token.lastIndex
      if (bareAddress.test(css)) {
        token.lastIndex = bareAddress.lastIndex
        continue
      }
    }
    const closer = closerOf.get(isText(found) ? '' : found.slice(-1))
    if (closer !== undefined && closers.push(closer) > mostOpen) return true
  }
}

const isText = (found: string) => /^(?:["']|\/\*)/.test(found)

/** A name with its escapes read, in lower case. */
const nameOf = (written: string): string =>
  (written.includes('\\') ? unescaped(written) : written).toLowerCase()

const unescaped = (written: string): string =>
  written.replaceAll(/\\(?:([\da-f]{1,6})[ \t\n\r\f]?|([^]))/gi, (_, code?: string, letter = '') =>
    code === undefined ? letter : characterOf(parseInt(code, 16)),
  )

const characterOf = (point: number) =>
  String.fromCodePoint(point > 0 && point <= 0x10ffff ? point : 0xfffd)

const fewOpen = 1_000
/** In one attribute, which holds at most a few colors. */
const fewInAttribute = 500

const opens = /[({[]|&(?:#0*(?:40|91|123)|#x0*(?:28|5b|7b)|lpar|lsqb|lbrack|lcub|lbrace)/gi
const countOpen = (text: string) => text.match(opens)?.length ?? 0

/**
 * Finds CSS that would end the page, before the browser reads it: it does so as soon as it parses markup, also
 * for a document that is never shown. Most mails have too few brackets for that, and are not looked at further. From
 * one with more, its style sheets and attributes are read as the HTML standard says (section 13.2.5).
 */
export const hasDeepCss = (html: string): boolean => {
  if (countOpen(html) <= fewOpen) return false
  const css = cssOf(html)
  return css === null || isCssTooDeep(css)
}

/** A comment, the beginning of a tag, or what is read like a comment. */
const markup =
  /<!--(?:-?>|[^]*?(?:--!?>|$))|<(?<end>\/?)(?<name>[a-z][^\t\n\f\r />]*)|<[!?/][^>]*/gi
const attribute =
  /[\t\n\f\r /]*(?:[^\t\n\f\r />][^\t\n\f\r />=]*(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"(?<double>[^"]*)"?|'(?<single>[^']*)'?|(?<bare>[^\t\n\f\r >]*)))?|>?)/y

/** Within these, other tags and texts mean something else. */
const changing = /^(?:select|svg|math|plaintext|frameset)$/
const textOnly = /^(?:style|script|title|textarea|xmp|iframe|noembed|noframes)$/

/** The CSS of markup; null where markup with so many brackets is not simple enough to tell. */
function cssOf(html: string): string[] | null {
  const css: string[] = []
  markup.lastIndex = 0
  for (let found = markup.exec(html); found !== null; found = markup.exec(html)) {
    const name = found.groups?.['name']?.toLowerCase()
    if (name === undefined) continue
    if (changing.test(name)) return null
    const { values, end } = attributesFrom(html, markup.lastIndex)
    markup.lastIndex = end
    for (const value of values) {
      if (countOpen(value) <= fewInAttribute) continue
      if (value.includes('&')) return null
      css.push(value)
    }
    if (found.groups?.['end'] !== '' || !textOnly.test(name)) continue
    const closing = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])|$`, 'gi')
    closing.lastIndex = end
    markup.lastIndex = closing.exec(html)?.index ?? html.length
    const text = html.slice(end, markup.lastIndex)
    if (name === 'script' && text.includes('<!--')) return null
    if (name === 'style') css.push(text)
  }
  return css
}

/** The values of the attributes of a tag, and where it ends. */
function attributesFrom(html: string, start: number): { values: string[]; end: number } {
  const values: string[] = []
  attribute.lastIndex = start
  for (;;) {
    const found = attribute.exec(html)
    const { double, single, bare } = found?.groups ?? {}
    const value = double ?? single ?? bare
    if (value !== undefined) values.push(value)
    else if (found === null || /^[\t\n\f\r /]*>?$/.test(found[0])) break
  }
  return { values, end: attribute.lastIndex }
}
