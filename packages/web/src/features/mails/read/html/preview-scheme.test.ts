import { describe, expect, test } from 'vitest'
import { answerScheme, hasDarkLook } from './preview-scheme.ts'

const yes = '(min-width: 0px)'
const no = '(max-width: 0px)'

describe('a question about the preferred scheme', () => {
  test.each([
    ['(prefers-color-scheme: dark)', yes, no],
    ['(prefers-color-scheme: light)', no, yes],
    ['( PREFERS-color-scheme : Dark )', yes, no],
    ['(prefers-color-scheme)', yes, yes],
    ['(prefers-color-scheme: no-preference)', no, no],
    ['screen and (prefers-color-scheme:dark)', `screen and ${yes}`, `screen and ${no}`],
    [
      '(prefers-reduced-motion: reduce)',
      '(prefers-reduced-motion: reduce)',
      '(prefers-reduced-motion: reduce)',
    ],
    ['p{color:red}', 'p{color:red}', 'p{color:red}'],
  ])('%s is answered %s in the dark and %s in the light', (css, dark, light) => {
    expect(answerScheme(css, true)).toBe(dark)
    expect(answerScheme(css, false)).toBe(light)
  })
})

describe('a dark look of its own', () => {
  test.each([
    ['<p>x</p>', false],
    ['<p>prefers dark chocolate</p>', false],
    ['<meta name="color-scheme" content="light only">', false],
    ['<meta name="color-scheme" content="light dark">', true],
    ['<meta name="supported-color-schemes" content="light dark">', true],
    ['<style>:root{color-scheme:light dark}</style>', true],
    ['<style>:root { supported-color-schemes : light dark; }</style>', true],
    ['<style>@media (prefers-color-scheme: dark){p{color:#fff}}</style>', true],
    ['<style>:root{color-scheme:light}.dark{color:red}</style>', false],
  ])('is found in %s: %s', (html, found) => {
    expect(hasDarkLook(html)).toBe(found)
  })
})
