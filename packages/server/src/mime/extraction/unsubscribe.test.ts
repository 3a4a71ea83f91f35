import type { UnsubscribeProblem } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { readUnsubscribe } from './unsubscribe.ts'

const oneClick = 'List-Unsubscribe=One-Click'
const https = '<https://a.test/u?id=1>'

test('a mail without the headers has no way to unsubscribe', () => {
  expect(readUnsubscribe({ header: [], post: [] })).toBeNull()
})

test('the addresses are those in angle brackets, in order', () => {
  const header = '(Use this) <mailto:list@a.test?subject=off>,\t<https://a.test/u?id= 1>'
  expect(readUnsubscribe({ header: [header], post: [oneClick] })).toEqual({
    header,
    post: oneClick,
    links: ['mailto:list@a.test?subject=off', 'https://a.test/u?id=1'],
    one_click: true,
    problems: [],
  })
})

test.each<[string[], string[], boolean, UnsubscribeProblem[]]>([
  [[https], [], false, []],
  [[https, https], [oneClick], true, ['repeated']],
  [[''], [], false, ['no_address']],
  [['https://a.test/u'], [], false, ['no_address', 'not_in_brackets']],
  [['<https://a.test/u'], [], false, ['no_address', 'not_in_brackets']],
  [['<mailto:list>'], [], false, ['invalid_address']],
  [['<javascript:alert(1)>'], [], false, ['invalid_address']],
  [[], [oneClick], false, ['post_alone']],
  [[https], ['One-Click'], false, ['post_value']],
  [['<mailto:list@a.test>'], [oneClick], false, ['post_without_https']],
  [['<http://a.test/u>'], [oneClick], false, ['post_without_https']],
])(
  'of the headers %j and %j, one click is %s and the problems are %j',
  (header, post, click, problems) => {
    expect(readUnsubscribe({ header, post })).toMatchObject({ one_click: click, problems })
  },
)
