import { expect, test } from 'vitest'
import { accessibility } from '../../src/inspect/accessibility/accessibility.ts'
import { images } from '../../src/inspect/images/images.ts'
import { linkKey } from '../../src/inspect/text/words.ts'
import { growthRatio, mostGrowth } from '../support/growth.ts'
import { checked, inspected } from './mail-of.ts'

/** More rules than any mail has, and elements with as many classes as there is room for. */
const rules = (count: number) =>
  `<style>${Array.from({ length: count }, (_, at) => `.c${at}{color:#${(at % 1000) + 1000}}`).join('')}</style>`
const classed = (at: number) =>
  `<p class="c${at % 2000} c${(at * 7) % 2000} c${(at * 13) % 2000}">a`

const htmls: [string, (size: number) => string][] = [
  ['nested elements', (size) => '<div style="color:#777">a'.repeat(size)],
  ['nested links', (size) => '<table><tr><td><a href=x>a'.repeat(size / 5)],
  ['nested tables with headings', (size) => '<table><tr><th>a<th>b<td>'.repeat(size / 6)],
  [
    'elements of many classes, and many rules',
    (size) => rules(2_000) + Array.from({ length: size }, (_, at) => classed(at)).join(''),
  ],
  ['rules', (size) => rules(size) + '<p class="c1">a'.repeat(100)],
  [
    'rules of selectors that are not followed',
    (size) => `<style>${'p p+p{color:red}'.repeat(size)}</style>${'<p class="c1">a'.repeat(100)}`,
  ],
  ['selectors of one rule', (size) => `<style>${'p,'.repeat(size)}p{color:red}</style><p>a`],
  [
    'media within media',
    (size) => `<style>${'@media screen{'.repeat(size)}p{color:red}</style><p>a`,
  ],
  [
    'headings of a table',
    (size) => `<table><tr>${'<th>a'.repeat(size / 2)}${'<td>a'.repeat(size / 2)}`,
  ],
  ['links beside each other', (size) => '<a href=x>a</a> '.repeat(size)],
  ['comments between texts', (size) => 'a<!---->'.repeat(size * 4)],
  ['elements without text', (size) => `<a href=x>${'<i> </i>'.repeat(size)}`],
  ['images', (size) => '<img src="cid:a">'.repeat(size)],
  ['VML that does not end', (size) => `<!--${'<v:rect '.repeat(size * 4)}-->`],
  ['errors of a style sheet', (size) => `<style>${'\n\n\n\n\na{b c;}'.repeat(size)}</style><p>a`],
  ['errors of a style attribute', (size) => `<p style="${'\n\n\n\n\nb c;'.repeat(size)}">a`],
  [
    'style sheets with errors behind lines',
    (size) => '\n'.repeat(size * 4) + '<style>a{b c}</style>'.repeat(size / 4),
  ],
  [
    'long spaces',
    (size) =>
      `<p role="${' '.repeat(size * 8)}" class="${' '.repeat(size * 8)}">${' '.repeat(size * 8)}a`,
  ],
]

test.each(htmls)('the time for %s grows with their number', async (_name, make) => {
  for (const section of [accessibility, images]) {
    const check = (html: string) =>
      section.check(inspected({ html }), () => {}, { clients: [], stagingHosts: [], muted: [] })
    expect(await growthRatio(8_000, make, check)).toBeLessThanOrEqual(mostGrowth)
  }
})

test('the time for parameters that follow readers grows with their number', async () => {
  const link = (size: number) =>
    `https://a.b/?${Array.from({ length: size }, (_, at) => `utm_${at}=1`).join('&')}`
  expect(await growthRatio(4_000, link, linkKey)).toBeLessThanOrEqual(mostGrowth)
  expect(linkKey(link(4_000))).toBe(linkKey('https://a.b'))
})

test.each([
  ['100,000 nested elements', '<div>'.repeat(100_000)],
  ['values nested too deeply', `<p style="color:${'('.repeat(2_000)}">a`],
  ['selectors nested too deeply', `<style>${':not('.repeat(20_000)}p{color:red}</style><p>a`],
  ['media queries nested too deeply', `<style>@media ${'('.repeat(20_000)}a{}</style><p>a`],
])('%s are no error', async (_name, html) => {
  expect((await checked({ html })).sections).not.toEqual([])
})
