/** One match: its pieces of text, which can be in several elements. */
export type Match = readonly { node: Text; from: number; to: number }[]

/** The search stops after this many matches. */
export const mostMatches = 1_000

/** Elements whose contents are not shown as text, or where our `mark` would change the meaning. */
const unread = new Set([
  'IFRAME',
  'NOEMBED',
  'NOFRAMES',
  'NOSCRIPT',
  'OPTION',
  'PLAINTEXT',
  'SCRIPT',
  'SELECT',
  'STYLE',
  'TEMPLATE',
  'TEXTAREA',
  'TITLE',
  'XMP',
])

/** Block elements. No match reaches from one into another. */
const blocks = new Set(
  'address article aside blockquote body center dd div dl dt figure footer form h1 h2 h3 h4 h5 h6 header li main nav ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

/** The places of a text in an element, in order, ignoring case. */
export function findText(root: Element, needle: string): Match[] {
  const wanted = folded(needle)
  if (wanted === '') return []
  const texts = textsOf(root)
  const matches: Match[] = []
  const whole = folded(texts.map(({ lead, node }) => lead + node.data).join(''))
  let first = 0
  for (
    let at = whole.indexOf(wanted);
    at !== -1 && matches.length < mostMatches;
    at = whole.indexOf(wanted, at + wanted.length)
  ) {
    const end = at + wanted.length
    while (endOf(texts[first]) <= at) first += 1
    const pieces: { node: Text; from: number; to: number }[] = []
    for (let index = first; (texts[index]?.start ?? end) < end; index += 1) {
      const { node, start } = texts[index] as PlacedText
      pieces.push({
        node,
        from: Math.max(0, at - start),
        to: Math.min(node.data.length, end - start),
      })
    }
    matches.push(pieces)
  }
  return matches
}

type PlacedText = {
  node: Text
  /** A line end if the text before belongs to another block. */
  lead: '' | '\n'
  /** The offset of the text in the whole text. */
  start: number
}

const endOf = (text: PlacedText | undefined) =>
  text === undefined ? Infinity : text.start + text.node.data.length

function textsOf(root: Element): PlacedText[] {
  const texts: PlacedText[] = []
  const blockOf = createBlockFinder()
  let start = 0
  let block: Element | null = null
  let isNewLine = false
  const walker = root.ownerDocument.createTreeWalker(root, whatToShow, (node) =>
    unread.has(node.nodeName) || isOfAnotherLanguage(node) ? rejected : accepted,
  )
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!isText(node)) {
      isNewLine ||= node.nodeName === 'BR'
      continue
    }
    const around = blockOf(node.parentElement)
    const lead = texts.length > 0 && (isNewLine || around !== block) ? '\n' : ''
    texts.push({ node, lead, start: start + lead.length })
    start += lead.length + node.data.length
    block = around
    isNewLine = false
  }
  return texts
}

/** Finds the block of an element: itself or an ancestor. Each element is examined only once. */
function createBlockFinder(): (element: Element | null) => Element | null {
  const known = new Map<Element, Element | null>()
  return (element) => {
    const between: Element[] = []
    let at = element
    while (at !== null && !known.has(at) && !blocks.has(at.localName)) {
      between.push(at)
      at = at.parentElement
    }
    const block = at === null ? null : (known.get(at) ?? (blocks.has(at.localName) ? at : null))
    for (const each of between) known.set(each, block)
    return block
  }
}

// The values of NodeFilter, which is not defined in every environment.
const whatToShow = 1 | 4
const accepted = 1
const rejected = 2

const isText = (node: Node): node is Text => node.nodeType === 3

/** SVG and MathML do not have our elements. */
const isOfAnotherLanguage = (node: Node) =>
  node.nodeType === 1 && (node as Element).namespaceURI !== 'http://www.w3.org/1999/xhtml'

/**
 * Lower case, with every character at its place: İ (U+0130) stays, because it alone would become longer. A final
 * sigma equals any other sigma.
 */
const folded = (text: string): string =>
  text
    .split('\u0130')
    .map((piece) => piece.toLowerCase())
    .join('\u0130')
    .replaceAll('ς', 'σ')
