import { expect, test } from 'vitest'
import { redirectPath, withQuery } from './redirect-path.ts'

test.each([
  ['/inbox', '/inbox'],
  ['/inbox/42?sndr=a%40b.test#end', '/inbox/42?sndr=a%40b.test#end'],
  ['/a/../inbox', '/inbox'],
])('goes to %s of this site', (value, path) => {
  expect(redirectPath(value)).toBe(path)
})

test.each([
  null,
  undefined,
  '',
  'inbox',
  'https://evil.test/inbox',
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  '\\\\evil.test',
  'javascript:alert(1)',
])('does not follow %j', (value) => {
  expect(redirectPath(value)).toBeNull()
})

test('a query holds only what is there', () => {
  expect(withQuery('/login', { status: 'Done & well', redirect: null, email: '' })).toBe(
    '/login?status=Done+%26+well',
  )
  expect(withQuery('/login', {})).toBe('/login')
})
