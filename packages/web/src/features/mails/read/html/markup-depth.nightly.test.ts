import { expect, test } from 'vitest'
import { isTooDeep } from './markup-depth.ts'
import { neutralHtml } from './neutral-html.ts'

test.each([
  ['<div>'],
  ['<DIV\n class=a>'],
  ['<ul><li>'],
  ['<a><div>'],
  ['<i></b>'],
  ['<table><b>x'],
])('2,000 times %s without an end are too deep', (markup) => {
  expect(isTooDeep(markup.repeat(2_000))).toBe(true)
  expect(neutralHtml(markup.repeat(2_000), false)).toBeNull()
})

test.each([
  ['<div>x</div>'],
  ['<p>x'],
  ['<tr><td>x'],
  ['<img src=x><br>'],
  ['</div>'],
  ['<p style="x"/><b>x</b>'],
  ['1 < 2 <3'],
])('the markup %s may be there 20,000 times', (markup) => {
  expect(isTooDeep(markup.repeat(20_000))).toBe(false)
})

test('an element with more attributes than anyone writes is left out', () => {
  const attributes = Array.from({ length: 1_000 }, (_, at) => `on${at}`).join(' ')
  const neutral = neutralHtml(`<p ${attributes}>gone</p><p>kept</p>`, false)
  expect(neutral?.document.body.textContent).toBe('kept')
})
