import { expect, test } from 'vitest'
import { parseCommand } from './command-parser.ts'
import { replies } from './replies.ts'

test.each([
  ['EHLO büro', { verb: 'EHLO', argument: 'büro' }],
  ['helo büro', { verb: 'HELO', argument: 'büro' }],
  ['EHLO büro\u0085', { verb: null, refused: replies.controlCharacter }],
  ['MAIL FROM:<büro@a.test>', { verb: null, refused: replies.notUtf8 }],
])('a line in Latin-1 is taken where it is the name of a client: %s', (line, command) => {
  expect(parseCommand(Buffer.from(line, 'latin1'))).toEqual(command)
})
