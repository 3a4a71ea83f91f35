import { type CssNode, type DeclarationList, generate, parse, type StyleSheet } from 'css-tree'
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

/** Null where there is more of them than is read. */
export function readSheets(tree: HtmlTree): ReadSheet[] | null {
  const sheets: ReadSheet[] = []
  let characters = 0
  for (const element of tree.elements) {
    if (element.tagName !== 'style') continue
    const [text] = element.childNodes
    if (!text || !('value' in text)) continue
    characters += text.value.length
    if (characters > mostCss) return null
    const start = text.sourceCodeLocation
    const errors: ReadSheet['errors'] = []
    const ast = parse(text.value, {
      positions: true,
      line: start?.startLine ?? 1,
      column: start?.startCol ?? 1,
      // Values are read where a section asks for them: most are not.
      parseCustomProperty: false,
      onParseError({ message, line, column }: SyntaxError & { line: number; column: number }) {
        if (errors.length < mostErrors) errors.push({ message, line, column })
      },
    }) as StyleSheet
    sheets.push({ element, css: text.value, ast, errors })
  }
  return sheets
}

/** Reads `style` attributes, each different one once: mails repeat them. */
export function createInlineStyles() {
  let characters = 0
  const read = remembered((style: string) => {
    characters += style.length
    if (characters > mostCss) return null
    return parse(style, { context: 'declarationList', positions: true }) as DeclarationList
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
