import { expect, test } from 'vitest'
import { keyNamesOn } from './modifier-key.ts'

test.each([
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', '⌘', '⌘'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15', '⌘', '⌘'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 'Ctrl', 'Win'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Ctrl', 'Meta'],
  ['', 'Ctrl', 'Meta'],
])('on %j shortcuts are held with %s, those of teams with %s', (userAgent, modifier, meta) => {
  expect(keyNamesOn(userAgent)).toEqual({ modifier, meta })
})
