import type { ColorInstance } from 'color'
import type { DeclarationList } from 'css-tree'
import { attribute, type Element } from '../../mail/html-tree.ts'
import { remembered } from '../../mail/style-sheets.ts'
import { over, readColor } from './colors.ts'
import { readDeclarations, type Values } from './declarations.ts'

/** How an element looks; null is what only drawing it would show. */
export type Look = {
  color: ColorInstance | null
  /** What is behind its text. */
  background: ColorInstance | null
  /** It counts CSS pixels. */
  fontSize: number | null
  isBold: boolean
  /** Screen readers do not meet it either. */
  isHidden: boolean
  /** It has a place on the page, but nobody sees it. */
  isUnseen: boolean
  isJustified: boolean
}

const root: Look = {
  color: readColor('black'),
  background: readColor('white'),
  fontSize: 16,
  isBold: false,
  isHidden: false,
  isUnseen: false,
  isJustified: false,
}

/** Returns how an element looks, by its parent, which is asked for before it. */
export function createLooks(
  ofSheets: (element: Element) => Values,
  inlineStyle: (element: Element) => DeclarationList | null,
) {
  const ofInline = remembered((list: DeclarationList) => readDeclarations(list.children))
  const colorOf = remembered(readColor)

  return (element: Element, parent: Look = root): Look => {
    const list = inlineStyle(element)
    const values = { ...ofSheets(element), ...(list && ofInline(list)) }
    const declared = (name: string) => values[`${name}!`] ?? values[name]
    const hint = (name: string) => attribute(element, name)?.trim().toLowerCase()
    const { tagName } = element

    function color(): ColorInstance | null {
      const usual = tagName === 'a' && hint('href') !== undefined ? linkBlue : 'inherit'
      const attributed =
        tagName === 'font' ? hint('color') : tagName === 'body' ? hint('text') : null
      const text = declared('color') ?? withMark(attributed) ?? usual
      return text === 'inherit' ? parent.color : colorOf(text)
    }
    function background(): ColorInstance | null {
      const image = declared('background-image') ?? (hint('background') || 'none')
      if (image !== 'none' || isElsewhere.test(declared('position') ?? '')) return null
      const own = colorOf(
        declared('background-color') ?? withMark(hint('bgcolor')) ?? 'transparent',
      )
      if (own?.alpha() === 1) return own
      return own && parent.background && over(own, parent.background)
    }
    const fontSize = sizeOf(
      declared('font-size') ?? usualSizes[tagName] ?? 'inherit',
      parent.fontSize,
    )
    const opacity = Number(declared('opacity') ?? 1)
    const weight = declared('font-weight') ?? (bold.has(tagName) ? 'bold' : 'inherit')
    return {
      color: opacity < 1 ? null : color(),
      background: background(),
      fontSize,
      isBold: weight === 'inherit' ? parent.isBold : /^(?:bold|[7-9]00)/.test(weight),
      isHidden:
        parent.isHidden ||
        undrawn.has(tagName) ||
        declared('display') === 'none' ||
        declared('visibility') === 'hidden' ||
        hint('hidden') !== undefined ||
        hint('aria-hidden') === 'true',
      isUnseen: parent.isUnseen || opacity === 0 || /^0(?:px)?$/.test(declared('max-height') ?? ''),
      isJustified: declared('text-align') === 'justify' || hint('align') === 'justify',
    }
  }
}

/** Browsers give it to links that no style colours. */
const linkBlue = '#0000ee'
const isElsewhere = /absolute|fixed|unknown/
const undrawn = new Set(['head', 'title', 'style', 'script', 'template', 'noframes'])
const bold = new Set(['b', 'strong', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** Attributes may leave out the mark before the digits of a colour. */
const withMark = (text: string | null | undefined) =>
  text && /^[0-9a-f]{6}$/.test(text) ? `#${text}` : text

const usualSizes: Readonly<Record<string, string>> = {
  h1: '2em',
  h2: '1.5em',
  h3: '1.17em',
  h5: '0.83em',
  h6: '0.67em',
  small: '0.83em',
  sub: '0.83em',
  sup: '0.83em',
}
const namedSizes = ['xx-small', 'x-small', 'small', 'medium', 'large', 'x-large', 'xx-large']
const pixels = [9, 10, 13, 16, 18, 24, 32]

function sizeOf(text: string, inherited: number | null): number | null {
  if (text === 'inherit') return inherited
  const named = pixels[namedSizes.indexOf(text)]
  if (named !== undefined) return named
  const [, number, unit] = /^(\d{0,6}(?:\.\d{1,6})?)(px|pt|em|rem|%|)$/.exec(text) ?? []
  if (!number) return null
  if (unit === 'em' || unit === '%') {
    return inherited === null ? null : (inherited * Number(number)) / (unit === '%' ? 100 : 1)
  }
  return Number(number) * (unit === 'pt' ? 4 / 3 : unit === 'rem' ? 16 : 1)
}
