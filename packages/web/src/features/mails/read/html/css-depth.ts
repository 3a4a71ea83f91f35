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
