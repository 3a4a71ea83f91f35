import { expect, test } from 'vitest'
import { clientName, handleOf } from '../account-view.ts'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Microsoft Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on macOS',
  ],
  ['curl/8.5.0', 'curl'],
  ['', 'Unknown client'],
  ['\u0000<script>', 'Unknown client'],
])('the browser %j is called %s', (userAgent, name) => {
  expect(clientName(userAgent)).toBe(name)
})

test('a handle is always the same, and not the id', () => {
  expect(handleOf('abc')).toMatch(/^[0-9a-f]{32}$/)
  expect(handleOf('abc')).toBe(handleOf('abc'))
  expect(handleOf('abd')).not.toBe(handleOf('abc'))
})
