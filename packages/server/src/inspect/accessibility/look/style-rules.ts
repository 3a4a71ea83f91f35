import type { CssNode, Rule as StyleRule } from 'css-tree'
import { attribute, type Element } from '../../mail/html-tree.ts'
import { cssOf, type ReadSheet } from '../../mail/style-sheets.ts'
import { readDeclarations, type Values } from './declarations.ts'

type Entry = { key: string; text: string; weight: number }

/** The value of a property that a selector may set which is not followed. */
const unknown = 'unknown'
const specificities: Readonly<Record<string, number>> = { '*': 0, '.': 2, '#': 3 }
const isComplex = 4
const mostRules = 1_000_000

/**
 * Returns what style sheets declare for an element. Only selectors of one element name, class or id are followed, by
 * looking them up, so that the time does not grow with elements times rules. Every other selector makes unknown what
 * it sets on elements that its last part may mean.
 */
export function createStyleRules(sheets: readonly ReadSheet[], elements: readonly Element[]) {
  const present = new Set(elements.flatMap(namesOf))
  const entries = new Map<string, Map<string, Entry>>()

  function keep(nodes: CssNode[], values: Values, order: number): void {
    if (nodes.some(isOfAnotherState)) return
    const names = nodes.map(nameOf)
    // Rules for one client name what that client alone adds to a mail, such as `[data-ogsc]`.
    if (names.some((name) => name !== null && !present.has(name))) return
    const subject = names.slice(nodes.findLastIndex(({ type }) => type === 'Combinator') + 1)
    const [at = '*'] = ['#', '.', ''].flatMap((mark) => {
      return subject.find((name) => name?.startsWith(mark) && !name.startsWith('[')) ?? []
    })
    const isSimple = nodes.length === 1 && names[0] === at
    const specificity = isSimple ? (specificities[at.slice(0, 1)] ?? 1) : isComplex
    const known = entries.get(at) ?? new Map<string, Entry>()
    entries.set(at, known)
    for (const [key, text = ''] of Object.entries(values)) {
      const entry = {
        key,
        text: isSimple ? text : unknown,
        weight: specificity * mostRules + order,
      }
      known.set(isSimple ? key : `${key}?`, entry)
    }
  }

  let order = 0
  for (const { prelude, block } of rulesOf(sheets)) {
    order += 1
    const values = readDeclarations(block.children)
    if (prelude.type !== 'SelectorList') continue
    for (const selector of prelude.children) {
      if (selector.type === 'Selector') keep(selector.children.toArray(), values, order)
    }
  }

  return (element: Element): Values => {
    const values: Record<string, string> = {}
    const weights = new Map<string, number>()
    for (const name of namesOf(element)) {
      for (const { key, text, weight } of entries.get(name)?.values() ?? []) {
        if (weight < (weights.get(key) ?? 0)) continue
        weights.set(key, weight)
        values[key] = text
      }
    }
    return values
  }
}

/** Rules that hold on a wide screen in its usual colours. */
function* rulesOf(sheets: readonly ReadSheet[]): Generator<StyleRule> {
  const waiting: CssNode[] = sheets
    .filter(({ element }) => isUsual(attribute(element, 'media') ?? ''))
    .map(({ ast }) => ast)
    .toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'Rule') yield node
    if (node.type === 'StyleSheet') node.children.forEachRight((child) => waiting.push(child))
    if (node.type !== 'Atrule' || node.name.toLowerCase() !== 'media') continue
    if (isUsual(node.prelude ? cssOf(node.prelude) : '')) {
      node.block?.children.forEachRight((child) => waiting.push(child))
    }
  }
}

const isUsual = (media: string) => /^(?:(?:only\s)?(?:all|screen))?$/i.test(media.trim())

/** Names by which selectors find an element. */
const namesOf = (element: Element): string[] => [
  '*',
  element.tagName,
  ...new Set(
    attribute(element, 'class')
      ?.split(/\s+/)
      .map((name) => `.${name}`),
  ),
  `#${attribute(element, 'id') ?? ''}`,
  ...element.attrs.map(({ name }) => `[${name}`),
]

function nameOf(node: CssNode): string | null {
  if (node.type === 'TypeSelector') return node.name.toLowerCase()
  if (node.type === 'ClassSelector') return `.${node.name}`
  if (node.type === 'AttributeSelector') return `[${node.name.name.toLowerCase()}`
  return node.type === 'IdSelector' ? `#${node.name}` : null
}

/** Pointed at, visited, or a part that is no element. */
const isOfAnotherState = (node: CssNode) =>
  node.type === 'PseudoElementSelector' ||
  (node.type === 'PseudoClassSelector' &&
    /^(?:hover|focus|focus-visible|focus-within|active|visited|target|before|after|first-line|first-letter)$/i.test(
      node.name,
    ))
