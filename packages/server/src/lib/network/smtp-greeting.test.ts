import { expect, test } from 'vitest'
import { greetingOf } from './smtp-greeting.ts'

test.each([
  [null, null],
  ['', null],
  ['S: 220 mailstop\nC: MAIL FROM:<a@b.test>\n', null],
  ['S: 220 mailstop\nC: helo first.test\nC: EHLO second.test\n', 'second.test'],
  [`C: EHLO ${'x'.repeat(300)}`, 'x'.repeat(255)],
])('of %j, the last name counts', (transcript, name) => {
  expect(greetingOf(transcript)).toBe(name)
})
