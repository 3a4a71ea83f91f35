import type { CssNode, DeclarationList } from 'css-tree'
import { cssOf } from '../../mail/style-sheets.ts'
import { readColor } from './colors.ts'

/** The declarations that decide how text looks; a name that ends in an exclamation mark is important. */
export type Values = Readonly<Record<string, string | undefined>>

const properties = new Set(
  'background background-color background-image color display font font-size font-weight max-height opacity position text-align visibility'.split(
    ' ',
  ),
)

/** A shorthand sets all that it stands for. Of two declarations the later one counts. */
export function readDeclarations(list: DeclarationList['children']): Values {
  const values: Record<string, string> = {}
  for (const node of list) {
    if (node.type !== 'Declaration') continue
    const name = node.property.toLowerCase()
    if (!properties.has(name)) continue
    const parts = node.value.type === 'Value' ? node.value.children.toArray() : []
    const set = shorthands[name]?.(parts) ?? { [name]: textOf(node.value) }
    for (const [key, text] of Object.entries(set)) values[node.important ? `${key}!` : key] = text
  }
  return values
}

const textOf = (node: CssNode) => cssOf(node).trim().toLowerCase()

const shorthands: Readonly<Record<string, (parts: CssNode[]) => Record<string, string>>> = {
  background(parts) {
    const isColor = (part: CssNode) => readColor(textOf(part)) !== null
    const isDrawn = ({ type }: CssNode) => type === 'Url' || type === 'Function'
    const color = parts.find(isColor)
    return {
      'background-color': color ? textOf(color) : 'transparent',
      'background-image': parts.some((part) => isDrawn(part) && !isColor(part)) ? 'drawn' : 'none',
    }
  },
  font(parts) {
    const size = parts.find(({ type }) => type === 'Dimension' || type === 'Percentage')
    const weight = parts.map(textOf).find((text) => /^(?:bold|[6-9]00)$/.test(text)) ?? 'normal'
    return { 'font-weight': weight, ...(size && { 'font-size': textOf(size) }) }
  },
}
