import { expect, test } from 'vitest'
import { hasTag } from './entity-tags.ts'

test.each([
  [undefined, false],
  ['', false],
  ['"7-source"', true],
  ['W/"7-source"', true],
  ['"6-source", "7-source"', true],
  ['"6-source" ,W/"7-source" ', true],
  ['*', true],
  ['"7"', false],
  ['7-source', false],
  ['"7-SOURCE"', false],
])('If-None-Match: %s has the tag: %s', (header, expected) => {
  expect(hasTag(header, '"7-source"')).toBe(expected)
  expect(hasTag(header, 'W/"7-source"')).toBe(expected)
})
