import { describe, expect, test } from 'vitest'
import { growth, mostGrowth } from '../../../../testing/growth.ts'
import { isCssTooDeep } from './css-depth.ts'
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

test.each([
  (css: string) => `<style>${css}</style>`,
  (css: string) => `<p style="color:${css}">`,
  (css: string) => `<svg><rect fill="${css}"/></svg>`,
  (css: string) => `<style media="${css}"></style>`,
])('a mail with such CSS is not shown: %s', (mail) => {
  expect(neutralHtml(mail('rgb(from '.repeat(1_000)), false)).toBeNull()
  expect(neutralHtml(mail('rgb(from '.repeat(100)), false)).not.toBeNull()
})

test.each([
  growth('strings', 32_000, (n) => '"'.repeat(n), isTooDeep),
  growth('comments', 32_000, (n) => '/*'.repeat(n / 2), isTooDeep),
  growth('escapes', 32_000, (n) => '\\'.repeat(n), isTooDeep),
  growth('addresses', 32_000, (n) => 'url('.repeat(n / 4), isTooDeep),
  growth('spaces in addresses', 32_000, (n) => `url(${' '.repeat(n)}"`, isTooDeep),
  growth('a name', 32_000, (n) => 'a'.repeat(n), isTooDeep),
  growth('signs', 32_000, (n) => ';'.repeat(n), isTooDeep),
  growth('slashes', 32_000, (n) => '/'.repeat(n), isTooDeep),
])('$name take a time linear in their length', async ({ ratio }) => {
  expect(await ratio()).toBeLessThanOrEqual(mostGrowth)
})
