import { isPixel } from '../../../mime/extraction/images.ts'
import { attribute, type Element } from '../../mail/html-tree.ts'
import { imageOf } from '../../mail/image-of.ts'
import type { Add } from '../accessibility-rules.ts'
import { saysNothing } from '../link-words.ts'
import { isDecorative, labelOf, type Seen } from '../look/page.ts'

export function checkLinks(page: readonly Seen[], add: Add): void {
  for (const { element, look, name } of page) {
    if (look.isHidden) continue
    checkNeighbours(element, add)
    const isLink = element.tagName === 'a' || element.tagName === 'area'
    if (!isLink || attribute(element, 'href') === undefined) continue
    const said = name || attribute(element, 'title')?.trim() || ''
    if (said === '') {
      add('link-name', 'The link has neither text nor an image with an alt.', element)
    } else if (saysNothing(said)) {
      add('link-text', `“${said}” does not say where the link leads.`, element)
    }
  }
}

/** Links within an element that stand beside each other. */
function checkNeighbours(parent: Element, add: Add): void {
  let before: string | undefined
  for (const node of parent.childNodes) {
    const isBlank = node.nodeName === '#comment' || ('value' in node && node.value.trim() === '')
    if (isBlank || node.nodeName === 'br') continue
    const link = node.nodeName === 'a' && 'attrs' in node ? node : null
    const href = link ? attribute(link, 'href') : undefined
    if (link && href && href === before) {
      add('adjacent-links', 'The link before this one leads to the same place.', link)
    }
    before = href
  }
}

export function checkImages(page: readonly Seen[], add: Add): void {
  for (const { element, look } of page) {
    if (element.tagName !== 'img' || look.isHidden || isDecorative(element)) continue
    const alt = attribute(element, 'alt')?.trim()
    const isNamed = Boolean(labelOf(element) ?? attribute(element, 'title')?.trim())
    if (alt === undefined) {
      if (!isNamed && !isPixel(imageOf(element))) add('image-alt', 'The image has no alt.', element)
    } else if (/^[^\s/]{1,200}\.(?:png|jpe?g|gif|webp|svg|bmp|avif)$/i.test(alt)) {
      add('alt-file-name', `The alt is “${alt.slice(0, 60)}”, the name of a file.`, element)
    }
  }
}
