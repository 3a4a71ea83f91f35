import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const tokens = readFileSync(join(import.meta.dirname, '../../../tokens.css'), 'utf8')

type Colour = [number, number, number]

/** The colours of a theme by name. The dark ones stand on the light ones. */
function theme(name: 'light' | 'dark'): (token: string) => Colour {
  const [light = '', dark = ''] = tokens.split('.dark {')
  return (token) => {
    const found = new RegExp(`--${token}: #([0-9a-f]{6})`).exec(name === 'dark' ? dark : light)
    const hex = Number.parseInt(found?.[1] ?? '', 16)
    return [hex >> 16, (hex >> 8) & 255, hex & 255]
  }
}

const mixed = (over: Colour, under: Colour, part: number) =>
  over.map((value, at) => value * part + (under[at] ?? 0) * (1 - part)) as Colour

/** WCAG 2, relative luminance. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const cases = (['light', 'dark'] as const).flatMap((name) =>
  ['surface', 'hover', 'selected'].map((row) => [name, row] as const),
)

test.each(cases)('in the %s theme all text on a row that is %s can be read', (name, row) => {
  const colour = theme(name)
  for (const text of ['text', 'text-2', 'text-3']) {
    expect(contrast(colour(text), colour(row)), text).toBeGreaterThanOrEqual(4.5)
  }
  const hit = mixed(colour('flag'), colour(row), 0.25)
  expect(contrast(colour('text'), hit), 'a hit of the search').toBeGreaterThanOrEqual(4.5)
  expect(contrast(colour('text-2'), colour('surface')), 'a tag').toBeGreaterThanOrEqual(4.5)
  for (const dot of ['unread', 'flag', 'text-3']) {
    expect(contrast(colour(dot), colour(row)), `${dot} as a sign`).toBeGreaterThanOrEqual(3)
  }
})
