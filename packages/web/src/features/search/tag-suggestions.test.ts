import { expect, test } from 'vitest'
import { askedTag } from './tag-suggestions.ts'

test.each([
  ['tag:', { text: '', before: '' }],
  ['red -TAG:Run', { text: 'Run', before: 'red -' }],
  ['(tag:a', { text: 'a', before: '(' }],
  ['tag', null],
  ['subject:"tag:a', null],
  ['tag:a ', null],
])('of %j the tag is completed', (search, asked) => {
  expect(askedTag(search)).toEqual(asked)
})
