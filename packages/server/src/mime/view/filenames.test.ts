import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachmentFilename } from './filenames.ts'

test.each([
  ['report.pdf', 'application/pdf', 'report.pdf'],
  ['Rechnung für März.pdf', 'application/pdf', 'Rechnung für März.pdf'],
  ['../../etc/passwd', 'text/plain', 'passwd'],
  ['C:\\Users\\me\\a.txt', 'text/plain', 'a.txt'],
  ['..', 'text/plain', 'attachment-2.txt'],
  ['a/', 'image/png', 'attachment-2.png'],
  ['.htaccess', 'text/plain', 'htaccess'],
  ['a\r\nb\u0000.txt', 'text/plain', 'a b .txt'],
  ['exe\u202egpj.scr', 'image/jpeg', 'exe gpj.scr'],
  ['a<b>:"c"|?*.txt', 'text/plain', 'a_b___c____.txt'],
  ['name. . .', 'text/plain', 'name'],
  [`${'a'.repeat(300)}.tar.gz`, 'application/gzip', `${'a'.repeat(147)}.gz`],
  [null, 'application/pdf', 'attachment-2.pdf'],
  ['', 'message/rfc822', 'message-2.eml'],
  ['   ', 'x/unheard-of', 'attachment-2'],
])('the filename %j of %s is offered as %s', (given, type, expected) => {
  expect(attachmentFilename(given, type, 2)).toBe(expected)
})

test('a filename is always one short name and never a path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
      const name = attachmentFilename(given, 'text/plain', 1)
      expect(name).toMatch(/^[^./\\\p{Cc}\p{Cs}][^/\\\p{Cc}\p{Cs}]*$/u)
      expect(name.length).toBeLessThanOrEqual(150)
    }),
  )
})
