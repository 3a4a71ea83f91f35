import { countText } from '@mailstop/contract/count-text'
import { excerpt } from '../../mail/places.ts'
import { remembered } from '../../mail/style-sheets.ts'
import type { Add } from '../accessibility-rules.ts'
import { over, readColor } from '../look/colors.ts'
import { darkestContrast } from '../look/dark-looks.ts'
import type { Look } from '../look/look.ts'
import { isDecorative, type Seen } from '../look/page.ts'

/** Whether text can be read: its size, its colours, how it is set. */
export function checkText(page: readonly Seen[], add: Add): void {
  const unknown: Seen[] = []
  const darkened = createDarkContrast()
  for (const one of page) {
    const { element, look, ownText } = one
    if (look.isHidden || look.isUnseen || isTiny(look)) continue
    const moves = element.tagName === 'blink' || element.tagName === 'marquee'
    if (moves) add('text-effects', `The text is in a ${element.tagName} element.`, element)
    if (look.isJustified) add('text-effects', 'The text is justified.', element)
    if (!/[\p{L}\p{N}]/u.test(ownText) || controls.has(element.tagName)) continue
    const shown = `“${excerpt(ownText.slice(0, 60))}”`
    if (look.fontSize !== null && look.fontSize < 12) {
      add('small-text', `${shown} has ${Math.round(look.fontSize * 10) / 10} pixels.`, element)
    }
    const faint = faintness(one)
    if (faint === 'unknown') unknown.push(one)
    else if (faint) add('contrast', `${shown} has ${faint}`, element)
    const lost = faint === null && darkened(one)
    if (lost) add('dark-contrast', `${shown} has ${lost}`, element)
  }
  const [first] = unknown
  if (!first) return
  const count = countText(unknown.length, 'text')
  add(
    'contrast-unknown',
    `The contrast of ${count} cannot be told; this is the first.`,
    first.element,
  )
}

/** Browsers give them colours and sizes of their own. */
const controls = new Set(['button', 'input', 'select', 'option', 'optgroup', 'textarea', 'mark'])

/** Text of one pixel is meant for the list of mail alone. */
const isTiny = ({ fontSize }: Look) => fontSize !== null && fontSize <= 1

function faintness({ look, ownText }: Seen): string | null {
  const { color, background, fontSize, isBold } = look
  if (!color || !background || fontSize === null) return 'unknown'
  const least = fontSize >= (isBold ? 56 / 3 : 24) ? 3 : 4.5
  const seen = over(color, background)
  const ratio = seen.contrast(background)
  // Text in the colour of its ground is meant to be hidden, and one sign is mostly a mark.
  if (ratio >= least || ratio < 1.01 || ownText.length < 2) return null
  return `${seen.hex()} on ${background.hex()}: ${ratio.toFixed(2)} to 1, where ${least} is the least.`
}

const leastInDark = 3

/** Says of each pair of colors once how far it stands out in the dark, where that is too little. */
function createDarkContrast() {
  const told = new Set<string>()
  const inDark = remembered((pair: string) => {
    const [text, surface] = pair.split(' on ').map(readColor)
    return text && surface ? darkestContrast(text, surface) : null
  })
  return ({ look: { color, background }, ownText }: Seen): string | null => {
    if (!color || !background || ownText.length < 2) return null
    const seen = over(color, background)
    const pair = `${seen.hex()} on ${background.hex()}`
    // What is hidden in the light is hidden in the dark too.
    const dark = seen.contrast(background) < leastInDark || told.has(pair) ? null : inDark(pair)
    if (!dark || dark.ratio >= leastInDark) return null
    told.add(pair)
    return `${pair}, which ${dark.client} makes ${dark.ratio.toFixed(2)} to 1 in the dark.`
  }
}

/** A reader with a screen reader jumps from heading to heading. */
export function checkHeadings(page: readonly Seen[], add: Add): void {
  let before = 0
  for (const { element, look, name } of page) {
    if (!/^h[1-6]$/.test(element.tagName) || look.isHidden || isDecorative(element)) continue
    if (name === '') add('empty-heading', `This ${element.tagName} is empty.`, element)
    const level = Number(element.tagName[1])
    if (before > 0 && level > before + 1) {
      add('headings', `This h${level} follows an h${before}.`, element)
    }
    before = level
  }
  const words = page.reduce((sum, { ownText }) => sum + ownText.split(' ').length, 0)
  if (before === 0 && words > 300) {
    add('headings', 'The mail has more than 300 words and no headings.', null)
  }
}
