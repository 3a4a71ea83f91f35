import type { CssNode, Declaration } from 'css-tree'
import { isAimed } from './aimed.ts'
import { imageTokens } from './html-tokens.ts'

/** `hasFallback`: clients that do not know it are given something else. */
export type FoundToken = (token: string, node: CssNode, hasFallback: boolean) => void

type Context = {
  /** The property whose value this is. */
  property: string
  inRule: boolean
  inKeyframes: boolean
  /** It is meant for some clients alone, or the property was declared before in the same rule. */
  hasFallback: boolean
}

const outside: Context = { property: '', inRule: false, inKeyframes: false, hasFallback: false }

/** Their blocks hold rules. Declarations in others, such as `@font-face`, are no properties. */
const groups = new Set(['media', 'supports', 'keyframes', 'layer', 'container', 'scope'])

/** A color before them is what other clients show. */
const backgrounds = new Set(['background', 'background-image'])

/** The name without the prefix of a browser. */
const plain = (name: string) =>
  name
    .slice(0, 64)
    .toLowerCase()
    .replace(/^-(?:webkit|moz|ms|o)-/, '')

/** Says each token of a style sheet or of a `style` attribute, in its order; see `feature-table.ts`. */
export function readCss(root: CssNode, found: FoundToken, hasFallback = false): void {
  const waiting: [CssNode, Context][] = [[root, { ...outside, hasFallback }]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, { ...context }] = next
    context.hasFallback ||= isAimed(node)
    const isGuarded = context.hasFallback && context.property === ''
    for (const token of tokensOf(node, context)) found(token, node, context.hasFallback)
    const declared = new Set<string>()
    const children: [CssNode, Context][] = []
    for (const child of childrenOf(node)) {
      if (child.type !== 'Declaration') children.push([child, context])
      else {
        const property = plain(child.property)
        const hasColor = backgrounds.has(property) && declared.has('background-color')
        const isSpared = isGuarded || hasColor
        for (const token of declarationTokens(child, property)) found(token, child, isSpared)
        const hasFallback =
          isSpared ||
          declared.has(property) ||
          (property === 'background-image' && declared.has('background'))
        children.push([child.value, { ...context, property, hasFallback }])
        declared.add(property)
      }
    }
    for (const child of children.toReversed()) waiting.push(child)
  }
}

function* childrenOf(node: CssNode): Generator<CssNode> {
  if (node.type === 'Atrule') {
    const name = plain(node.name)
    // What `@supports` asks for is no use of it.
    if (node.prelude && name === 'media') yield node.prelude
    if (node.block && groups.has(name)) yield node.block
  } else if (node.type === 'Rule') yield* [node.prelude, node.block]
  else if (node.type === 'MediaQuery' && node.condition) yield node.condition
  else if ('children' in node && node.children) yield* node.children
}

function* declarationTokens({ property, important }: Declaration, name: string) {
  yield property.startsWith('--') ? '--' : `${name}:`
  if (important !== false) yield '!important'
}

/** Changes the context, what the node means for all within it. */
function* tokensOf(node: CssNode, context: Context): Generator<string> {
  if (node.type === 'Atrule') {
    const name = plain(node.name)
    yield `@${name}`
    context.inKeyframes ||= name === 'keyframes'
  } else if (node.type === 'Feature') {
    yield `@media(${plain(plain(node.name).replace(/^(?:min|max)-/, ''))})`
  } else if (node.type === 'Rule') {
    if (context.inRule) yield '&'
    context.inRule = true
  } else if (context.property !== '') yield* valueTokens(node, context.property)
  else if (node.type === 'Raw') {
    // css-tree leaves a rule within another as it is written, unless it begins with `&`.
    if (context.inRule && node.value.includes('{')) yield '&'
  } else if (!context.inKeyframes) yield* selectorTokens(node)
}

function* valueTokens(node: CssNode, property: string): Generator<string> {
  if (node.type === 'Function') yield `${plain(node.name).replace(/^repeating-/, '')}()`
  else if (node.type === 'Dimension') yield `1${node.unit.toLowerCase()}`
  else if (node.type === 'Percentage') yield '%'
  else if (node.type === 'Url') yield* imageTokens(node.value)
  else if (node.type === 'Identifier') {
    yield* ['=', `${property}:`].map((before) => before + plain(node.name))
  }
}

function* selectorTokens(node: CssNode): Generator<string> {
  if (node.type === 'SelectorList' && node.children.size > 1) yield 'a,b'
  else if (node.type === 'Selector' && hasChain(node.children)) yield '.a.b'
  else if (node.type === 'TypeSelector') yield node.name === '*' ? '*' : 'a'
  else if (node.type === 'Combinator') yield `a${node.name.replace(' ', '_')}b`
  else if (node.type === 'PseudoElementSelector') yield `::${plain(node.name)}`
  else if (node.type === 'PseudoClassSelector') {
    // Some pseudo-elements may be written with one colon (Selectors 4, section 3.6.1).
    yield* [`:${plain(node.name)}`, `::${plain(node.name)}`]
  } else yield simple[node.type] ?? ''
}

const simple: Partial<Record<CssNode['type'], string>> = {
  ClassSelector: '.a',
  IdSelector: '#a',
  AttributeSelector: '[a]',
}

/** Whether two classes, ids or attributes must hold of one element, as `.a.b`. */
function hasChain(selector: Iterable<CssNode>): boolean {
  let before = false
  for (const { type } of selector) {
    if (type in simple && before) return true
    before = type in simple
  }
  return false
}
