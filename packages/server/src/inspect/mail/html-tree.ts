import { defaultTreeAdapter, type DefaultTreeAdapterMap, parse } from 'parse5'
import type { HtmlImage } from '../../mime/extraction/html-contents.ts'

type Node = DefaultTreeAdapterMap['node']
export type Element = DefaultTreeAdapterMap['element']

export type HtmlTree = {
  document: DefaultTreeAdapterMap['document']
  /** All elements in their order, as far as they are written or implied; a section needs no walk of its own. */
  elements: Element[]
  /** Errors of the WHATWG's parser, the first ones. */
  parseErrors: { code: string; line: number; column: number }[]
}

/** More is not read as a tree. Depth is no limit, since no walk is recursive. */
const mostElements = 20_000
const mostErrors = 200

/** Null where the html has too many elements. */
export function readTree(html: string): HtmlTree | null {
  const parseErrors: HtmlTree['parseErrors'] = []
  const document = parse(html, {
    sourceCodeLocationInfo: true,
    scriptingEnabled: false,
    onParseError({ code, startLine, startCol }) {
      if (parseErrors.length < mostErrors) {
        parseErrors.push({ code, line: startLine, column: startCol })
      }
    },
  })
  const elements: Element[] = []
  for (const node of nodesOf(document)) {
    if (!defaultTreeAdapter.isElementNode(node)) continue
    if (elements.length >= mostElements) return null
    elements.push(node)
  }
  return { document, elements, parseErrors }
}

/** A node and all below it, in their order. The contents of a template count. */
export function* nodesOf(root: Node): Generator<Node> {
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node
    const children =
      'content' in node ? [node.content] : 'childNodes' in node ? node.childNodes : []
    for (let at = children.length - 1; at >= 0; at -= 1) {
      const child = children[at]
      if (child) waiting.push(child)
    }
  }
}

/** The first attribute of that name, in lower case; undefined where there is none. */
export const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value

/** An img element as the reader of images has it. */
export const imageOf = (element: Element): HtmlImage => ({
  src: attribute(element, 'src') ?? '',
  alt: attribute(element, 'alt') ?? null,
  width: attribute(element, 'width'),
  height: attribute(element, 'height'),
  style: attribute(element, 'style') ?? '',
  isHidden: attribute(element, 'hidden') !== undefined,
})
