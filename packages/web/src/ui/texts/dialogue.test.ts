import { expect, test } from 'vitest'
import { dialogueLines, secondsText } from './dialogue.tsx'

test('each line of a dialogue has its side and its time', () => {
  expect(dialogueLines('S: 220 mail.test\nC: QUIT\n… (cut)\n', [0, 12, 12])).toEqual([
    { side: 'server', text: 'S: 220 mail.test', time: 0 },
    { side: 'client', text: 'C: QUIT', time: 12 },
    { side: null, text: '… (cut)', time: 12 },
  ])
})

test('a dialogue without times, or with those of other lines, shows none', () => {
  for (const times of [[], [1]]) {
    expect(dialogueLines('S: 220 a\nC: QUIT\n', times).map(({ time }) => time)).toEqual([
      null,
      null,
    ])
  }
})

test('a time is in seconds, to the millisecond', () => {
  expect([0, 12, 75_300].map(secondsText)).toEqual(['0.000 s', '0.012 s', '75.300 s'])
})
