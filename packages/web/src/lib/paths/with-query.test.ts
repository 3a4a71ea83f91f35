import { expect, test } from 'vitest'
import { withQuery } from './with-query.ts'

test('a query holds only what is there', () => {
  expect(withQuery('/login', { status: 'Done & well', redirect: null, email: '' })).toBe(
    '/login?status=Done+%26+well',
  )
  expect(withQuery('/login', {})).toBe('/login')
})
