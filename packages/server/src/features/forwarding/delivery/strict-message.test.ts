import { expect, test } from 'vitest'
import { messageProblems } from './strict-message.ts'

const header = 'From: "A, b" <a@b.test>\r\nDate: Sat, 21 Nov 2026 09:41:00 +0000\r\n'
const of = (text: string) => messageProblems(Buffer.from(text, 'latin1'))

test.each([
  ['plain', `${header}Subject: x\r\n y\r\n\r\nHi\r\n`],
  ['8-bit body', `${header}\r\n\xe4\r\n`],
  ['no body', `${header}\r\n`],
  ['no name', `From: a@b.test\r\nDate: 1 Jan 2026 00:00 +0100\r\n\r\n`],
  ['a name of atoms', `From: A b <a@b.test>\r\nDate: 1 Jan 2026 00:00 +0100\r\n\r\n`],
  ['an encoded name', `From: =?utf-8?B?w6Q=?= <a@b.test>\r\nDate: 1 Jan 2026 00:00 +0100\r\n\r\n`],
  ['the longest lines', `${header}X: ${'x'.repeat(995)}\r\n\r\n${'x'.repeat(998)}\r\n`],
])('a strict message has no problems: %s', (_what, text) => {
  expect(of(text)).toEqual([])
})

test.each([
  ['no end of the header', header, 'the header does not end'],
  ['a long line', `${header}X: ${'x'.repeat(996)}\r\n\r\n`, 'a line of the header is too long'],
  ['raw bytes', `${header}X: \xe4\r\n\r\n`, 'the header is not ASCII'],
  ['a bare LF', `${header}X: a\nBcc: b\r\n\r\n`, 'the header is not ASCII'],
  ['a bare CR', `${header}X: a\rBcc: b\r\n\r\n`, 'the header is not ASCII'],
  ['no colon', `${header}hello\r\n\r\n`, 'a line of the header is no field'],
  ['a blank in a name', `${header}X y: z\r\n\r\n`, 'a line of the header is no field'],
  ['a fold first', ` x\r\n${header}\r\n`, 'the header begins with a folded line'],
  ['a blank fold', `${header}X: a\r\n \r\n b\r\n\r\n`, 'a folded line is blank'],
  ['two From', `${header}From: c@d.test\r\n\r\n`, 'there is more than one from'],
  ['two in From', `From: a@b.test, c@d.test\r\n\r\n`, 'From is not exactly one address'],
  ['no From', 'X: y\r\n\r\n', 'From is not exactly one address'],
  ['two Subject', `${header}Subject: a\r\nSUBJECT: b\r\n\r\n`, 'there is more than one subject'],
  ['no Date', 'From: a@b.test\r\n\r\n', 'there is no Date'],
  ['a bad Date', 'From: a@b.test\r\nDate: soon\r\n\r\n', 'there is no Date'],
  ['LF in the body', `${header}\r\na\nb`, 'the body holds a bare LF'],
  ['CR in the body', `${header}\r\na\rb`, 'the body holds a bare CR'],
  ['CR at the end', `${header}\r\na\r`, 'the body holds a bare CR'],
  ['NUL in the body', `${header}\r\na\0`, 'the body holds NUL'],
  [
    'a long line in the body',
    `${header}\r\n${'x'.repeat(999)}\r\n`,
    'a line of the body is too long',
  ],
  ['a long last line', `${header}\r\n${'x'.repeat(999)}`, 'a line of the body is too long'],
])('what is not strict is named: %s', (_what, text, problem) => {
  expect(of(text)).toContain(problem)
})
