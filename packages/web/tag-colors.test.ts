import { tagColor } from '@mailstop/contract'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'src/tokens.css'), 'utf8')
const [light = '', dark = ''] = css.split('.dark')

/** WCAG 2.2, relative luminance. */
function luminance(theme: string, name: string): number {
  const [, hex = ''] = new RegExp(`--${name}: #(\\w{6})`).exec(theme) ?? []
  const channels = (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16) / 255)
  const [red = NaN, green = NaN, blue = NaN] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test.each([
  ['light', light],
  ['dark', dark],
])('in the %s theme, each color of a tag stands out from what is behind it', (_, theme) => {
  for (const surface of ['surface', 'raised', 'raised-hover', 'hover', 'selected', 'bg']) {
    for (const color of tagColor.options) {
      const both = [surface, `tag-${color}`].map((name) => luminance(theme, name))
      const contrast = (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05)
      expect([color, surface, contrast >= 3]).toEqual([color, surface, true])
    }
  }
})
