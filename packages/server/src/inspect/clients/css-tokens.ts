import type { CssNode } from 'css-tree'
import { imageTokens } from './html-tokens.ts'

/** `hasFallback`: clients that do not know it are given something else. */
export type FoundToken = (token: string, node: CssNode, hasFallback: boolean) => void

type Context = {
  /** The property whose value this is. */
  property: string
  inRule: boolean
  inKeyframes: boolean
  /** It is within `@supports`, which leaves clients out that lack something. */
  isGuarded: boolean
  /** The same property was declared before, in the same rule. */
  isDeclaredBefore: boolean
}

const outside: Context = {
  property: '',
  inRule: false,
  inKeyframes: false,
  isGuarded: false,
  isDeclaredBefore: false,
}

/** Their blocks hold rules. Declarations in others, such as `@font-face`, are no properties. */
const groups = new Set(['media', 'supports', 'keyframes', 'layer', 'container', 'scope'])

const longestName = 64
const vendor = /^-(?:webkit|moz|ms|o)-/
const plain = (name: string) => name.slice(0, longestName).toLowerCase().replace(vendor, '')

/** Says each token of a style sheet or of a `style` attribute, in its order; see `feature-table.ts`. */
export function readCss(root: CssNode, found: FoundToken): void {
  const waiting: [CssNode, Context][] = [[root, outside]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, context] = next
    const below = { ...context }
    sayNode(node, below, (token, hasFallback = context.isGuarded) =>
      found(token, node, hasFallback),
    )
    const declared = new Set<string>()
    const children: [CssNode, Context][] = []
    for (const child of childrenOf(node)) {
      if (child.type !== 'Declaration') children.push([child, below])
      else {
        const property = plain(child.property)
        children.push([child, { ...below, property, isDeclaredBefore: declared.has(property) }])
        declared.add(property)
      }
    }
    for (let at = children.length - 1; at >= 0; at -= 1) waiting.push(children[at] as never)
  }
}

function* childrenOf(node: CssNode): Generator<CssNode> {
  if (node.type === 'Atrule') {
    const name = plain(node.name)
    // What `@supports` asks for is no use of it.
    if (node.prelude && name === 'media') yield node.prelude
    if (node.block && groups.has(name)) yield node.block
  } else if (node.type === 'Rule') {
    yield node.prelude
    yield node.block
  } else if (node.type === 'Declaration') yield node.value
  else if (node.type === 'MediaQuery' && node.condition) yield node.condition
  else if ('children' in node && node.children) yield* node.children
}

type Say = (token: string, hasFallback?: boolean) => void

/** Changes `below`, what the node means for all within it. */
function sayNode(node: CssNode, below: Context, say: Say): void {
  if (node.type === 'Atrule') {
    const name = plain(node.name)
    say(`@${name}`)
    if (name === 'supports') below.isGuarded = true
    if (name === 'keyframes') below.inKeyframes = true
  } else if (node.type === 'Feature') {
    say(`@media(${plain(plain(node.name).replace(/^(?:min|max)-/, ''))})`)
  } else if (node.type === 'Rule') {
    if (below.inRule) say('&')
    below.inRule = true
  } else if (node.type === 'Declaration') {
    sayDeclaration(node.property, node.important !== false, below, say)
  } else if (below.property !== '') {
    sayValue(node, below, (token) => say(token, below.isGuarded || below.isDeclaredBefore))
  } else if (node.type === 'Raw') {
    // css-tree leaves a rule within another as it is written, unless it begins with `&`.
    if (below.inRule && node.value.includes('{')) say('&')
  } else if (!below.inKeyframes) saySelector(node, say)
}

function sayDeclaration(name: string, isImportant: boolean, below: Context, say: Say): void {
  if (name.startsWith('--')) say('--')
  else say(`${below.property}:`)
  if (isImportant) say('!important')
}

function sayValue(node: CssNode, { property }: Context, say: Say): void {
  if (node.type === 'Function') say(`${plain(node.name).replace(/^repeating-/, '')}()`)
  else if (node.type === 'Dimension') say(`1${node.unit.toLowerCase()}`)
  else if (node.type === 'Percentage') say('%')
  else if (node.type === 'Identifier') {
    const keyword = plain(node.name)
    say(`=${keyword}`)
    say(`${property}:${keyword}`)
  } else if (node.type === 'Url') for (const token of imageTokens(node.value)) say(token)
}

function saySelector(node: CssNode, say: Say): void {
  if (node.type === 'SelectorList' && node.children.size > 1) say(',')
  else if (node.type === 'Selector' && hasChain(node.children)) say('.a.b')
  else if (node.type === 'TypeSelector') say(node.name === '*' ? '*' : 'a')
  else if (node.type === 'ClassSelector') say('.a')
  else if (node.type === 'IdSelector') say('#a')
  else if (node.type === 'AttributeSelector') say('[]')
  else if (node.type === 'Combinator') say(node.name)
  else if (node.type === 'PseudoElementSelector') say(`::${plain(node.name)}`)
  else if (node.type === 'PseudoClassSelector') {
    const name = plain(node.name)
    say(`:${name}`)
    // Some pseudo-elements may be written with one colon (Selectors 4, section 3.6.1).
    if (/^(?:before|after|first-l)/.test(name)) say(`::${name}`)
  }
}

const isSimple = ({ type }: CssNode) =>
  type === 'ClassSelector' || type === 'IdSelector' || type === 'AttributeSelector'

/** Whether two classes, ids or attributes must hold of one element, as `.a.b`. */
function hasChain(selector: Iterable<CssNode>): boolean {
  let before = false
  for (const one of selector) {
    const simple = isSimple(one)
    if (simple && before) return true
    before = simple
  }
  return false
}
