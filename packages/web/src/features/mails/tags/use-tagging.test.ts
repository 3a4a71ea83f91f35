import { expect, test } from 'vitest'
import { changedTags } from './use-tagging.ts'

test('tags are added and removed without regard to case, in the order of the alphabet', () => {
  expect(changedTags(['Run', 'b'], { add_tags: ['a', 'RUN'] })).toEqual(['a', 'b', 'Run'])
  expect(changedTags(['Run', 'b'], { remove_tags: ['run'] })).toEqual(['b'])
  expect(changedTags(['x'], { add_tags: ['x'], remove_tags: ['X'] })).toEqual(['x'])
})
