import { html } from 'parse5'
import { attribute, type Element } from '../mail/html-tree.ts'
import { fontServices } from './aimed.ts'

/** Content types by the id of a file of the mail. */
type Types = ReadonlyMap<string, string>

/** Says each token of an element but those of its style; see `feature-table.ts`. */
export function* elementTokens(element: Element, types: Types): Generator<string> {
  const { tagName, namespaceURI, sourceCodeLocation, attrs } = element
  if (tagName === 'svg') yield '<svg>'
  // An SVG image has elements of its own. What the parser adds, such as a missing body, is not used by the sender.
  if (namespaceURI !== html.NS.HTML || !sourceCodeLocation) return
  if (tagName !== 'script' || isRun(element)) yield `<${tagName}>`
  if (isStyleElsewhere(element)) yield 'link[rel=stylesheet]'
  if (tagName === 'input') yield `input[type=${keyword(element, 'type') || 'text'}]`
  if (tagName === 'button') yield `button[type=${keyword(element, 'type') || 'submit'}]`
  if (tagName === 'meta') yield `meta[name=${keyword(element, 'name')}]`
  for (const { name, value } of attrs) {
    yield `[${name}]`
    if (tagName === 'a' && name === 'href') {
      // Another rule says that a link leads nowhere.
      if (/^#[^!]/.test(value)) yield 'a[href=#]'
      if (/^\s*mailto:/i.test(value)) yield 'a[href=mailto]'
    }
    if (name === 'srcset') {
      for (const one of candidates(value)) yield* imageTokens(one, types)
    } else if (
      name === 'background' ||
      name === 'poster' ||
      (name === 'src' && showsImage(tagName))
    ) {
      yield* imageTokens(value, types)
    }
  }
}

const keyword = (element: Element, name: string) =>
  (attribute(element, name) ?? '').slice(0, 40).trim().toLowerCase()

/** A type that no browser runs makes it data, as for Gmail. */
const isRun = (element: Element) =>
  /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script.*)$/.test(keyword(element, 'type'))

export function isStyleElsewhere(element: Element): boolean {
  if (element.tagName !== 'link' || !/\bstylesheet\b/.test(keyword(element, 'rel'))) return false
  const href = attribute(element, 'href') ?? ''
  return href.trim() !== '' && !fontServices.test(href)
}

const showsImage = (tagName: string) => tagName === 'img' || tagName === 'input'

const candidates = (srcset: string) =>
  srcset
    .slice(0, 8_000)
    .split(',', 20)
    .map((one) => one.trim().split(/\s/, 1)[0] ?? '')

const otherNames: Record<string, string> = { jpeg: 'jpg', 'svg+xml': 'svg', 'x-icon': 'ico' }
const image = (type: string) => `.${otherNames[type] ?? type}`

/** The type of an image by its address, as far as that tells it. */
export function* imageTokens(address: string, types: Types = new Map()): Generator<string> {
  const url = address.slice(0, 2_048).trim().toLowerCase()
  if (url.startsWith('data:image/')) yield 'data:image'
  const path = url.split(/[?#]/, 1)[0] ?? ''
  const type = url.startsWith('cid:')
    ? types.get(address.trim().slice(4))
    : url.slice('data:'.length)
  yield image(
    /^(?:cid|data):/.test(url)
      ? (/^(?:image|video)\/([a-z0-9.+-]+)/.exec(type ?? '')?.[1] ?? '')
      : path.slice(path.lastIndexOf('.') + 1),
  )
}
