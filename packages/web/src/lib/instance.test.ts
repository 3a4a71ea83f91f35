import { expect, test } from 'vitest'
import { textOn } from './instance.ts'

/** The relative luminance of WCAG 2.2, in its own words. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((from) => {
    const value = Number.parseInt(color.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test('the text on any colour has a contrast of 4.5 at least', () => {
  const steps = Array.from({ length: 18 }, (_, index) => (index * 15).toString(16).padStart(2, '0'))
  const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)))
  const least = Math.min(...colors.map((color) => contrast(color, textOn(color))))
  expect(least).toBeGreaterThan(4.5)
})
