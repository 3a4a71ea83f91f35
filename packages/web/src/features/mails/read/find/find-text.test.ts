import { expect, test } from 'vitest'
import { findText, mostMatches } from './find-text.ts'

const found = (html: string, needle: string) =>
  findText(new DOMParser().parseFromString(html, 'text/html').body, needle).map((pieces) =>
    pieces.map(({ node, from, to }) => node.data.slice(from, to)),
  )

test.each([
  ['in any case', '<p>Sale, sale and SALE', 'sale', [['Sale'], ['sale'], ['SALE']]],
  ['not overlapping', '<p>aaaa', 'aa', [['aa'], ['aa']]],
  ['across elements of a line', '<p>Sp<b>rin</b>g', 'spring', [['Sp', 'rin', 'g']]],
  ['once where it is twice in one text', '<p>one <i>on</i>e', 'one', [['one'], ['on', 'e']]],
  ['not across paragraphs', '<p>over</p><p>flow</p>', 'overflow', []],
  ['not across cells', '<table><tr><td>1</td><td>2</td></tr></table>', '12', []],
  ['not across lines', 'over<br>flow', 'overflow', []],
  ['in right-to-left text', '<p dir=rtl>تأكيد طلبك', 'طلبك', [['طلبك']]],
  [
    'not in styles, titles and fields',
    '<style>x</style><textarea>x</textarea><svg><text>x',
    'x',
    [],
  ],
  ['after a letter that grows in lower case', '<p>İİİ sale', 'sale', [['sale']]],
  ['nowhere when nothing is asked for', '<p>sale', '', []],
])('a text is found %s', (_, html, needle, pieces) => {
  expect(found(html, needle)).toEqual(pieces)
})

test('a mail of one letter is not marked to its end', () => {
  expect(found(`<p>${'a'.repeat(5_000)}`, 'a')).toHaveLength(mostMatches)
})
