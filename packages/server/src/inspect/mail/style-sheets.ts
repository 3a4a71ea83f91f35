import {
  type CssNode,
  type DeclarationList,
  generate,
  parse,
  type ParseOptions,
  type StyleSheet,
} from 'css-tree'
import { attribute, type Element, type HtmlTree } from './html-tree.ts'

/** A `style` element that was read; positions in it are those of the html. */
export type ReadSheet = {
  element: Element
  css: string
  ast: StyleSheet
  errors: { message: string; line: number; column: number }[]
}

/** Characters of all style sheets together, and of all `style` attributes together. */
const mostCss = 256 * 1024
const mostErrors = 100
/**
 * For each error css-tree copies all lines before and around it into a message of its own, which takes up to 40 ms. More
 * characters than these are not copied, for all style sheets together and for all `style` attributes together.
 */
const mostCopied = 4 * 1024 * 1024

/** Null where there is more of them than is read. */
export function readSheets(tree: HtmlTree): ReadSheet[] | null {
  const sheets: ReadSheet[] = []
  const read = createReader()
  let characters = 0
  for (const element of tree.elements) {
    if (element.tagName !== 'style') continue
    const [text] = element.childNodes
    if (!text || !('value' in text)) continue
    characters += text.value.length
    if (characters > mostCss) return null
    const start = text.sourceCodeLocation
    const errors: ReadSheet['errors'] = []
    const ast = read(text.value, {
      line: start?.startLine ?? 1,
      column: start?.startCol ?? 1,
      // Values are read where a section asks for them: most are not.
      parseCustomProperty: false,
      onParseError({ message, line, column }) {
        if (errors.length < mostErrors) errors.push({ message, line, column })
      },
    }) as StyleSheet | null
    if (ast === null) return null
    sheets.push({ element, css: text.value, ast, errors })
  }
  return sheets
}

type CssError = SyntaxError & { line: number; column: number }
type CssOptions = Omit<ParseOptions, 'onParseError'> & { onParseError?(error: CssError): void }

/** Reads with positions. Returns null for so many errors that they cost too much, and for what is nested too deeply. */
function createReader() {
  let left = mostCopied
  return (css: string, options: CssOptions): CssNode | null => {
    const { line = 1, column = 1, onParseError } = options
    try {
      return parse(css, {
        ...options,
        positions: true,
        onParseError(error) {
          left -= css.length + line + column
          if (left < 0) throw error
          onParseError?.(error)
        },
      })
    } catch (error) {
      // What is nested too deeply for the parser is read by no client either.
      if (left < 0 || error instanceof RangeError) return null
      throw error
    }
  }
}

/** Reads `style` attributes, each different one once: mails repeat them. */
export function createInlineStyles() {
  const readCss = createReader()
  let characters = 0
  const read = remembered((style: string) => {
    characters += style.length
    if (characters > mostCss) return null
    return readCss(style, { context: 'declarationList' }) as DeclarationList | null
  })
  return (element: Element): DeclarationList | null => {
    const style = attribute(element, 'style')
    return style === undefined ? null : read(style)
  }
}

/** Reads each key once. */
export function remembered<Key, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, { value: Value }>()
  return (key) => {
    const made = known.get(key) ?? { value: read(key) }
    known.set(key, made)
    return made.value
  }
}

/** A node as it is written, without white space that means nothing; '' where it is nested too deeply. */
export function cssOf(node: CssNode): string {
  try {
    return generate(node)
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}
