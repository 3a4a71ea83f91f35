import { describe, expect, test } from 'vitest'
import { growth, mostGrowth } from '../../../../testing/growth.ts'
import { hasDeepCss, isCssTooDeep } from './css-depth.ts'
import { neutralHtml } from './neutral-html.ts'

const isTooDeep = (css: string) => isCssTooDeep([css])

describe('2,000 times one within the other', () => {
  test.each([
    ['a{'],
    ['@media screen{'],
    [':is('],
    ['a{color:rgb(from '],
    ['a{b:['],
    ['[('],
    // What closes nothing.
    ['(]'],
    ['a{"}"'],
    ["a{'}'"],
    ['a{/*}*/'],
    ['a{\\}'],
    ['a{b:url(})'],
    ['a{b:url( } )'],
    ['a{b:\\75 rl(})'],
    ['a{b:\\URL(\\)})'],
    ['a{b:"\\\n}"'],
    // What only seems to begin a string or an address.
    ['a{b:url(")a{'],
    ['a{b:@url("x)")a{'],
    ['a{b:url(x")a{c:d"}'],
    ['<!--url(x")a{'],
  ])('%j is too deep', (css) => {
    expect(isTooDeep(css.repeat(2_000))).toBe(true)
  })
})

describe('20,000 times', () => {
  test.each([
    ['a{b:c}'],
    ['a{b:rgb(from(x) y z)}'],
    ['@media (a){b{c:"{"}}'],
    ['/* { */'],
    ['a{b:url({)}'],
    ['a{b:url("(")}'],
    ['.sm\\:a{b:c\\9}'],
    ['}'],
    ['{]}'],
    ['"(\n'],
  ])('%j is not', (css) => {
    expect(isTooDeep(css.repeat(20_000))).toBe(false)
  })
})

test('variables that lead to each other are counted', () => {
  const chain = (length: number) =>
    Array.from({ length }, (_, at) => `--v${at}:v\\61 r(\\2d-v${at + 1});`).join('')
  const sheet = `a{${chain(2_000)}}`
  expect(isCssTooDeep([sheet])).toBe(false)
  expect(isCssTooDeep([sheet, sheet])).toBe(true)
})

describe('a mail with such CSS', () => {
  const deep = 'a{'.repeat(2_500)
  test.each([
    [`<style>${deep}</style>`],
    [`<STYLE media=">" x='</style>'>${deep}`],
    [`<!-- x --!><style>${deep}</style>`],
    [`<!--><style>${deep}</style>`],
    [`<title><!--</title><style>${deep}</style>`],
    [`<textarea><style></textarea><style>${deep}</style>`],
    [`<p title=x"><style>${deep}</style><p title="`],
    [`<p title = '"'><style>${deep}</style>`],
    [`<a =">"><style>${deep}</style>`],
    [`</p title='<!--'><style>${deep}</style>`],
    [`<![if !mso]><style>${deep}</style>`],
    [`<script><!--<script></script><style>${deep}</style>`],
    [`<svg><style>${deep}</style></svg>`],
    [`<p style="${deep}">`],
    [`<p style=${deep}>`],
    [`<p style='${deep.replaceAll('{', '&#x7B;')}'>`],
    [`<p style="${deep.replaceAll('{', '&lpar;')}">`],
    [`<style media="${'('.repeat(2_500)}"></style>`],
    [`<p style="${'--a:var(--b);'.repeat(6_000)}">`],
  ])('is not shown: %.60s', (mail) => {
    expect(hasDeepCss(mail)).toBe(true)
    expect(neutralHtml(mail, false)).toBeNull()
  })

  test.each([
    [`<style>${'a{'.repeat(400)}</style>`],
    [`<style>${'a{b:c}'.repeat(9_000)}</style>`],
    [`<p style="color:rgb(1,2,3)">x</p>`.repeat(9_000)],
    [`<p>${':( '.repeat(9_000)}</p>`],
    [`<!--[if mso]><style>${deep}</style><![endif]--><p>x</p>`],
    [`<script type="application/ld+json">${'{'.repeat(3_000)}</script>`],
  ])('is shown where nothing is deep: %.60s', (mail) => {
    expect(hasDeepCss(mail)).toBe(false)
  })
})

test.each([
  growth('strings', 32_000, (n) => '"'.repeat(n), isTooDeep),
  growth('comments', 32_000, (n) => '/*'.repeat(n / 2), isTooDeep),
  growth('escapes', 32_000, (n) => '\\'.repeat(n), isTooDeep),
  growth('addresses', 32_000, (n) => 'url('.repeat(n / 4), isTooDeep),
  growth('spaces in addresses', 32_000, (n) => `url(${' '.repeat(n)}"`, isTooDeep),
  growth('a name', 32_000, (n) => 'a'.repeat(n), isTooDeep),
  growth('signs', 32_000, (n) => ';'.repeat(n), isTooDeep),
  growth('tags', 4_000, (n) => `${'('.repeat(2_001)}${'<a '.repeat(n)}`, hasDeepCss),
  growth(
    'comments of markup',
    4_000,
    (n) => `${'('.repeat(2_001)}${'<!-- '.repeat(n)}`,
    hasDeepCss,
  ),
  growth('sheets', 4_000, (n) => `${'('.repeat(2_001)}${'<style>'.repeat(n)}`, hasDeepCss),
  growth('spaces in a tag', 32_000, (n) => `${'('.repeat(2_001)}<a b${' '.repeat(n)}c`, hasDeepCss),
  growth('slashes', 32_000, (n) => '/'.repeat(n), isTooDeep),
])('$name take a time linear in their length', async ({ ratio }) => {
  expect(await ratio()).toBeLessThanOrEqual(mostGrowth)
})
