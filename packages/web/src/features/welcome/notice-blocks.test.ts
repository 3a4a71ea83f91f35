import { expect, test } from 'vitest'
import { noticeBlocks } from './notice-blocks.ts'

test('headings, paragraphs over several lines and lists are distinguished', () => {
  const source = [
    '# Our house ',
    'Be kind.',
    'Always.',
    '',
    'Keep out:',
    '- customers',
    '  and their data',
    '* robots',
    '',
    '## Closed ##',
    'On Sundays.',
  ]
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    expect(noticeBlocks(source.join(lineEnd))).toEqual([
      { kind: 'heading', text: 'Our house' },
      { kind: 'paragraph', text: 'Be kind. Always.' },
      { kind: 'paragraph', text: 'Keep out:' },
      { kind: 'list', items: ['customers and their data', 'robots'] },
      { kind: 'heading', text: 'Closed' },
      { kind: 'paragraph', text: 'On Sundays.' },
    ])
  }
})

test.each([
  ['', []],
  ['\n \n', []],
  ['#hash', [{ kind: 'paragraph', text: '#hash' }]],
  ['-dash', [{ kind: 'paragraph', text: '-dash' }]],
  ['<b>bold</b>', [{ kind: 'paragraph', text: '<b>bold</b>' }]],
])('a text such as %j is not treated as markup', (source, blocks) => {
  expect(noticeBlocks(source)).toEqual(blocks)
})
