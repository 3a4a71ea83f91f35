import { expect, test } from 'vitest'
import { parseMarkup } from './parse-markup.ts'

/** Everything that code could ask of them. */
function namesOf(prototype: object): string[] {
  const names: string[] = []
  for (let one = prototype; one !== null; one = Object.getPrototypeOf(one) as object) {
    names.push(...Object.getOwnPropertyNames(one))
  }
  return [...new Set(names)]
}

const named = (markup: string) =>
  [...parseMarkup(markup).document.querySelectorAll('[name], [id]')].map(
    ({ outerHTML }) => outerHTML,
  )

test('no field keeps a name that would hide a property of its form', () => {
  const names = namesOf(HTMLFormElement.prototype)
  expect(names).toEqual(expect.arrayContaining(['localName', 'attributes', 'remove', 'children']))
  const fields = names.flatMap((name) => [
    `<input name="${name}">`,
    `<button id="${name}"></button>`,
    `<img name="${name}">`,
  ])
  expect(named(`<form>${fields.join('')}</form>`)).toEqual([])
})

test('no element keeps a name that would hide a property of its document', () => {
  const names = namesOf(HTMLDocument.prototype)
  expect(names).toEqual(expect.arrayContaining(['querySelectorAll', 'head', 'createElement']))
  const elements = names.flatMap((name) => [
    `<img name="${name}" id="${name}">`,
    `<form name="${name}"></form>`,
    `<object id="${name}"></object>`,
  ])
  expect(named(elements.join(''))).toEqual([])
})

test('names that hide nothing stay, for the styles and the places of a mail', () => {
  const markup = '<h1 id="title">x</h1><a name="remove">x</a><form><input name="email"></form>'
  expect(named(markup)).toHaveLength(3)
  expect(parseMarkup(markup).hadHidingNames).toBe(false)
})
