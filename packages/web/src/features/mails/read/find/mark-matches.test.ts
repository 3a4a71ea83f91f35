import { expect, test } from 'vitest'
import { markMatches } from './mark-matches.ts'

function marked(html: string, needle: string) {
  const document = new DOMParser().parseFromString(html, 'text/html')
  const count = markMatches(document, needle)
  const marks = [...document.querySelectorAll('mark')]
  return { document, count, marks: marks.map((mark) => [mark.id, mark.textContent]) }
}

test('every match has an address, also when it lies in several elements', () => {
  const { count, marks } = marked('<p>Sale <b>sa</b>le, sale', 'sale')
  expect(count).toBe(3)
  expect(marks).toEqual([
    ['mailstop-match-0', 'Sale'],
    ['mailstop-match-1', 'sa'],
    ['', 'le'],
    ['mailstop-match-2', 'sale'],
  ])
})

test('the text stays as it was', () => {
  const { document } = marked('<p>Sale <b>sa</b>le, sale!', 'sale')
  expect(document.body.textContent).toBe('Sale sale, sale!')
})

test('markup that is looked for stays text', () => {
  const { document, count } = marked('<p>&lt;img src=x onerror=alert(1)&gt;', '<img')
  expect(count).toBe(1)
  expect(document.querySelector('img')).toBeNull()
})
