import { expect, test } from 'vitest'
import { parseAddresses } from './addresses.ts'

/** `name <address>`, each possibly empty, so that the tables stay readable. */
const read = (text: string) =>
  parseAddresses(text, 100).map(({ name, address }) => `${name}<${address}>`)

test.each([
  ['an address alone', 'a@b.test', ['<a@b.test>']],
  ['an address in brackets', '<a@b.test>', ['<a@b.test>']],
  ['a name', 'Ann Lee <a@b.test>', ['Ann Lee<a@b.test>']],
  ['a quoted name', '"Lee, Ann" <a@b.test>', ['Lee, Ann<a@b.test>']],
  ['escapes in a quoted name', '"Ann \\"A\\" Lee \\\\" <a@b.test>', ['Ann "A" Lee \\<a@b.test>']],
  ['a quoted name among others', 'Dr "Ann" Lee <a@b.test>', ['Dr Ann Lee<a@b.test>']],
  ['a quoted name beside the bracket', '"Ann"<a@b.test>', ['Ann<a@b.test>']],
  ['a name with a dot', 'Ann B. Lee <a@b.test>', ['Ann B. Lee<a@b.test>']],
  ['a name that repeats the address', '"a@b.test" <a@b.test>', ['<a@b.test>']],
  ['an address as another one’s name', '"x@y.test" <a@b.test>', ['x@y.test<a@b.test>']],
  ['an encoded name', '=?utf-8?Q?J=C3=B6rg?= <a@b.test>', ['Jörg<a@b.test>']],
  ['an encoded name in quotes', '"=?utf-8?Q?J=C3=B6rg?=" <a@b.test>', ['Jörg<a@b.test>']],
  ['an encoded name with a bare comma', '=?utf-8?Q?Lee,_Ann?= <a@b.test>', ['Lee, Ann<a@b.test>']],
  ['an encoded whole', '=?utf-8?Q?Ann_=3Ca=40b.test=3E?=', ['Ann<a@b.test>']],
  ['a comment as the name', 'a@b.test (Ann Lee)', ['Ann Lee<a@b.test>']],
  ['a nested comment', 'a@b.test (Ann (the first))', ['Ann (the first)<a@b.test>']],
  ['a comment beside a name', 'Ann (work) <a@b.test>', ['Ann<a@b.test>']],
  ['comments within the address', '<a(x)@(y)b.test>', ['<a@b.test>']],
  ['a comment that never ends', 'Ann (work <a@b.test>', ['Ann (work<a@b.test>']],
  ['a quote that never ends', '"Ann Lee <a@b.test>', ['Ann Lee<a@b.test>']],
  ['a bracket that never ends', 'Ann <a@b.test, c@d.test', ['Ann<a@b.test>', '<c@d.test>']],
  ['brackets twice over', 'Ann <<a@b.test>>', ['Ann<a@b.test>']],
  ['an obsolete route', '<@x.test,@y.test:a@b.test>', ['<a@b.test>']],
  ['white space around the @', 'a @ b.test', ['<a@b.test>']],
  ['a quoted local part', '"a b"@c.test', ['<"a b"@c.test>']],
  ['a quoted local part in brackets', 'Ann <"a>b"@c.test>', ['Ann<"a>b"@c.test>']],
  ['an address literal', '<a@[IPv6:2001:db8::1]>', ['<a@[IPv6:2001:db8::1]>']],
  ['an address beyond ASCII', 'Zoë <zoë@exämple.test>', ['Zoë<zoë@exämple.test>']],
  ['a list', 'a@b.test, Ann <c@d.test>,e@f.test', ['<a@b.test>', 'Ann<c@d.test>', '<e@f.test>']],
  ['semicolons as commas', 'a@b.test; c@d.test', ['<a@b.test>', '<c@d.test>']],
  ['empty members', ', a@b.test,, ,c@d.test,', ['<a@b.test>', '<c@d.test>']],
  ['a missing comma', 'A <a@b.test> C <c@d.test>', ['A<a@b.test>', 'C<c@d.test>']],
  [
    'a group',
    'Team: a@b.test, Ann <c@d.test>;, e@f.test',
    ['<a@b.test>', 'Ann<c@d.test>', '<e@f.test>'],
  ],
  ['an empty group', 'undisclosed-recipients:;', []],
  ['a name without an address', 'Ann Lee', ['Ann Lee<>']],
  ['a name beside an address without brackets', 'Ann a@b.test', ['Ann<a@b.test>']],
  ['an address in quotes only as a name', '"a@b.test"', ['a@b.test<>']],
  ['empty brackets', 'Ann <>', ['Ann<>']],
  ['nothing', '', []],
  ['white space', ' \t ', []],
  ['controls and reordering marks', 'A\u0000\u202eB <a@b.test>', ['A B<a@b.test>']],
])('addresses are read: %s', (_name, text, expected) => {
  expect(read(text)).toEqual(expected)
})

test('reading addresses stops at the number that is asked for', () => {
  expect(parseAddresses('a@b.test, '.repeat(50), 3)).toHaveLength(3)
})
