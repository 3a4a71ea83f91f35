import { html } from 'parse5'
import type { Element } from '../mail/html-tree.ts'

/** Says each token of an element, without its style; see `feature-table.ts`. Those of an SVG image are its own affair. */
export function* elementTokens(
  element: Element,
  typeOfFile: (contentId: string) => string | undefined,
): Generator<string> {
  const { tagName } = element
  if (element.namespaceURI !== html.NS.HTML) {
    if (tagName === 'svg') yield '<svg>'
    return
  }
  // What the parser adds, such as a missing body, is not used by the sender.
  if (!element.sourceCodeLocation) return
  yield `<${tagName}>`
  const { type = tagName === 'button' ? 'submit' : 'text', name } = attributesOf(element)
  if (tagName === 'input' || tagName === 'button') yield `${tagName}[type=${type}]`
  if (tagName === 'meta' && name !== undefined) yield `meta[name=${name}]`
  for (const { name: attribute, value } of element.attrs) {
    yield `[${attribute}]`
    if (tagName === 'a' && attribute === 'href') {
      if (value.startsWith('#')) yield 'a[href=#]'
      if (/^\s*mailto:/i.test(value)) yield 'a[href=mailto]'
    }
    if (isImage(tagName, attribute)) {
      for (const one of attribute === 'srcset' ? candidates(value) : [value]) {
        yield* imageTokens(one, typeOfFile)
      }
    }
  }
}

/** Both are short where they matter. */
const attributesOf = ({ attrs }: Element) =>
  Object.fromEntries(
    attrs
      .filter(({ name }) => name === 'type' || name === 'name')
      .map(({ name, value }) => [name, value.slice(0, 40).trim().toLowerCase()]),
  ) as { type?: string; name?: string }

const isImage = (tagName: string, attribute: string) =>
  attribute === 'background' ||
  attribute === 'srcset' ||
  attribute === 'poster' ||
  (attribute === 'src' && (tagName === 'img' || tagName === 'input'))

const mostCandidates = 20
const candidates = (srcset: string) =>
  srcset
    .slice(0, 8_000)
    .split(',')
    .slice(0, mostCandidates)
    .map((one) => one.trim().split(/\s/, 1)[0] ?? '')

const longestAddress = 2_048

/** The type of an image by its address, as far as that tells it. */
export function* imageTokens(
  address: string,
  typeOfFile: (contentId: string) => string | undefined = () => undefined,
): Generator<string> {
  const url = address.slice(0, longestAddress).trim().toLowerCase()
  if (url.startsWith('data:image/')) {
    yield 'data:'
    yield* typeToken(/^data:([^;,]*)/.exec(url)?.[1] ?? '')
  } else if (url.startsWith('cid:')) yield* typeToken(typeOfFile(address.trim().slice(4)) ?? '')
  else {
    const path = url.split(/[?#]/, 1)[0] ?? ''
    const suffix = path.slice(path.lastIndexOf('.'))
    yield suffix === '.jpeg' ? '.jpg' : suffix
  }
}

const otherNames: Record<string, string> = {
  jpeg: 'jpg',
  'svg+xml': 'svg',
  'x-icon': 'ico',
  'vnd.microsoft.icon': 'ico',
}

function* typeToken(type: string): Generator<string> {
  const [kind, subtype = ''] = type.split('/', 2)
  if (kind === 'image' || type === 'video/mp4') yield `.${otherNames[subtype] ?? subtype}`
}
