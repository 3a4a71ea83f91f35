import { readTags } from './html-tags.ts'
import { createLines } from './readable-lines.ts'
import { resolverFrom } from './resolved-address.ts'

/** What the html of a mail holds: its readable lines, its links and its images, each in order. */
export type HtmlContents = {
  lines: string[]
  links: HtmlLink[]
  images: HtmlImage[]
  /** Makes a relative address whole by the base of the html. */
  resolve: (written: string) => string
  cut: { links: boolean; images: boolean }
}

/** `start` is where its tag begins in the html. */
export type HtmlLink = { href: string; text: string; imageAlt: string; start: number }
export type HtmlImage = {
  src: string
  alt: string | null
  width: string | undefined
  height: string | undefined
  style: string
  isHidden: boolean
}

/** Characters. An address that is cut would be wrong, so longer ones are left out. */
export const longestAddress = 16 * 1024
/** Characters of what a link or an image shows. */
export const longestText = 500
const most = { links: 5_000, images: 5_000 }

const wanted = {
  a: ['href'],
  area: ['href', 'alt'],
  base: ['href'],
  img: ['src', 'alt', 'width', 'height', 'style', 'hidden'],
}

export function readHtml(html: string): HtmlContents {
  const lines = createLines()
  const links: HtmlLink[] = []
  const images: HtmlImage[] = []
  const cut = { links: false, images: false }
  let base: string | null = null
  let link: HtmlLink | null = null
  let silent: string | null = null

  function addLink(href: string, start: number, imageAlt = ''): HtmlLink | null {
    const isFull = links.length >= most.links || href.length > longestAddress
    if (isFull) cut.links = true
    const added = { href, text: '', imageAlt, start }
    if (!isFull) links.push(added)
    return isFull ? null : added
  }

  function addImage(attributes: ReadonlyMap<string, string>): void {
    const src = attributes.get('src')
    const alt = attributes.get('alt')
    if (link && alt) link.imageAlt = `${link.imageAlt} ${alt.slice(0, longestText)}`
    if (src === undefined) return
    const isData = /^\s{0,9}data:/i.test(src)
    if (images.length >= most.images || (src.length > longestAddress && !isData)) {
      cut.images = true
      return
    }
    images.push({
      src,
      alt: alt ?? null,
      width: attributes.get('width'),
      height: attributes.get('height'),
      style: attributes.get('style') ?? '',
      isHidden: attributes.has('hidden'),
    })
  }

  const reader = {
    open(name: string, attributes: ReadonlyMap<string, string>, start: number) {
      if (silent !== null) return
      if (unshown.has(name)) silent = name
      if (name === 'a') {
        const href = attributes.get('href')
        link = href === undefined ? null : addLink(href, start)
      } else if (name === 'area') {
        const href = attributes.get('href')
        if (href !== undefined) addLink(href, start, attributes.get('alt'))
      } else if (name === 'base') base ??= attributes.get('href') ?? null
      else if (name === 'img') addImage(attributes)
      separate(name)
      if (name === 'pre') lines.keepsBreaks(true)
    },
    close(name: string) {
      if (silent !== null) {
        if (name === silent) silent = null
        return
      }
      if (name === 'a') link = null
      if (name === 'pre') lines.keepsBreaks(false)
      separate(name)
    },
    text(text: string) {
      if (silent !== null) return
      lines.add(text)
      if (link && link.text.length < longestText) link.text += text.slice(0, longestRead)
    },
  }

  function separate(name: string): void {
    if (inlineElements.has(name)) return
    if (cells.has(name)) lines.endCell()
    else lines.endLine()
    if (link && link.text.length < longestText) link.text += ' '
  }

  readTags(html, reader, { wanted, longestValue: longestAddress + 1 })
  return { lines: lines.finish(), links, images, resolve: resolverFrom(base), cut }
}

/** The most characters that are read from one piece of text in a link, which may be white space for a long way. */
const longestRead = 2_000

/** Elements whose content is never shown as text. */
const unshown = new Set('iframe noembed noframes script style template title'.split(' '))
const cells = new Set(['td', 'th'])
/** All other elements begin and end a line. */
export const inlineElements = new Set(
  'a abbr acronym area b base bdi bdo big button cite code data del dfn em font i img input ins kbd label link map mark meta q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
