import { expect, test } from 'vitest'
import { decodeEncodedWords } from './encoded-words.ts'

test.each([
  ['plain text', 'a = b? yes', 'a = b? yes'],
  ['Q', '=?utf-8?Q?caf=C3=A9_au_lait?=', 'café au lait'],
  ['q in lower case', '=?utf-8?q?caf=c3=a9?=', 'café'],
  ['B', '=?utf-8?B?Y2Fmw6k=?=', 'café'],
  ['B without its padding', '=?utf-8?B?Y2Fmw6k?=', 'café'],
  ['another charset', '=?iso-8859-1?Q?caf=E9?=', 'café'],
  ['a language', '=?iso-8859-1*fr?Q?caf=E9?=', 'café'],
  ['an unknown charset as UTF-8 when it is', '=?x-who?Q?caf=C3=A9?=', 'café'],
  ['an unknown charset as windows-1252 when not', '=?x-who?Q?caf=E9?=', 'café'],
  ['words among text', 'a =?utf-8?Q?b?= c', 'a b c'],
  ['no space between adjacent words', '=?utf-8?Q?a?= \t =?utf-8?Q?b?=', 'ab'],
  ['adjacent words of two charsets', '=?utf-8?Q?=C3=A9?= =?iso-8859-1?Q?=E9?=', 'éé'],
  ['adjacent words of two encodings', '=?utf-8?Q?a?= =?utf-8?B?Yg==?=', 'ab'],
  ['a character cut in two between Q words', '=?utf-8?Q?=C3?= =?utf-8?Q?=A9?=', 'é'],
  ['a character cut in two between B words', '=?utf-8?B?ww==?= =?utf-8?B?qQ==?=', 'é'],
  ['base64 cut off its grid', '=?utf-8?B?Y2F?= =?utf-8?B?mw6k=?=', 'café'],
  [
    'shift states that begin again',
    '=?iso-2022-jp?B?GyRCJUYbKEI=?= =?iso-2022-jp?B?GyRCJUYbKEI=?=',
    'テテ',
  ],
  ['words without a space between', '=?utf-8?Q?a?==?utf-8?Q?b?=', 'ab'],
  ['spaces within a word', '=?utf-8?Q?a b?=', 'a b'],
  ['question marks within a word', '=?utf-8?Q?Really?=20yes??=', 'Really? yes?'],
  ['a bad escape as written', '=?utf-8?Q?50=ZZ?=', '50=ZZ'],
  ['raw characters within a word', '=?utf-8?Q?é=C3=A9?=', 'éé'],
  ['a word that never ends as written', 'a =?utf-8?Q?b', 'a =?utf-8?Q?b'],
  ['an unknown encoding as written', '=?utf-8?X?b?=', '=?utf-8?X?b?='],
  ['no charset as written', '=??Q?b?=', '=??Q?b?='],
  ['a charset with a space as written', '=?utf 8?Q?b?=', '=?utf 8?Q?b?='],
  ['an empty word', 'a =?utf-8?Q??= b', 'a  b'],
])('an encoded word is read: %s', (_name, text, expected) => {
  expect(decodeEncodedWords(text)).toBe(expected)
})
