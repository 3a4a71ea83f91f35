import type { HtmlImage } from '../../mime/extraction/html-contents.ts'
import { attribute, type Element } from './html-tree.ts'

/** An img element as the reader of images has it. */
export const imageOf = (element: Element): HtmlImage => ({
  src: attribute(element, 'src') ?? '',
  alt: attribute(element, 'alt') ?? null,
  width: attribute(element, 'width'),
  height: attribute(element, 'height'),
  style: attribute(element, 'style') ?? '',
  isHidden: attribute(element, 'hidden') !== undefined,
})
