import { isCssTooDeep } from './css-depth.ts'

/**
 * Finds CSS that would end the page, before the browser reads it: it does so as soon as it parses markup, also
 * for a document that is never shown. Most mails have too few brackets for that, and are not looked at further. From
 * one with more, its style sheets and attributes are read as the HTML standard says (section 13.2.5).
 */
const fewOpen = 1_000
/** In one attribute, which holds at most a few colors. */
const fewInAttribute = 500

const opens = /[({[]|&(?:#0*(?:40|91|123)|#x0*(?:28|5b|7b)|lpar|lsqb|lbrack|lcub|lbrace)/gi
const countOpen = (text: string) => text.match(opens)?.length ?? 0

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
