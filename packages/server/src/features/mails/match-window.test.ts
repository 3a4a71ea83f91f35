import { describe, expect, test } from 'vitest'
import {
  newWindow,
  onlyMarksChanged,
  refreshed,
  remarked,
  spansToSee,
  unreadIn,
  windowSize,
} from './match-window.ts'

const counted = 3
const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => from - index)
const full = newWindow({ ids: numbers(1_000, windowSize(counted)), unread: [999, 997] }, counted, 5)
const short = newWindow({ ids: [30, 20], unread: [20] }, counted, 5)

describe('a window of matches', () => {
  test('tells about the newest that are counted alone', () => {
    expect(unreadIn(full, counted)).toBe(1)
    expect(unreadIn(short, counted)).toBe(1)
  })

  test.each([
    ['one change', [{ revision: 6, spans: [[999, 999]] }], 6, [[999, 999]]],
    [
      'a change and what was seen already',
      [
        { revision: 5, spans: null },
        { revision: 6, spans: [[999, 999]] },
      ],
      6,
      [[999, 999]],
    ],
    ['a change below it', [{ revision: 6, spans: [[3, 40]] }], 6, []],
    ['nothing', [], 5, []],
    ['a change that names no mails', [{ revision: 6, spans: null }], 6, null],
    ['a change of which no note is left', [{ revision: 7, spans: [[999, 999]] }], 7, null],
    ['a change that was not noted', [{ revision: 6, spans: [[999, 999]] }], 7, null],
    ['a wide change', [{ revision: 6, spans: [[1_001, 3_000]] }], 6, null],
    [
      'changes far apart',
      [
        {
          revision: 6,
          spans: numbers(9, 9).map((at) => [at * 1_000, at * 1_000]),
        },
      ],
      6,
      null,
    ],
  ] as const)('after %s looks where it has to', (_, changes, revision, expected) => {
    const noted = changes.map(({ revision, spans }) => ({
      revision,
      marksOnly: false,
      spans: spans && spans.map(([from, to]): [number, number] => [from ?? 0, to ?? 0]),
    }))
    expect(spansToSee(full, noted, revision)).toEqual(expected)
  })

  test('looks everywhere when it holds every match', () => {
    expect(spansToSee(short, [{ revision: 6, spans: [[3, 4]], marksOnly: true }], 6)).toEqual([
      [3, 4],
    ])
  })

  test.each([
    [[{ revision: 6, marksOnly: true }], true],
    [[{ revision: 6, marksOnly: false }], false],
    [
      [
        { revision: 5, marksOnly: false },
        { revision: 6, marksOnly: true },
      ],
      true,
    ],
    [
      [
        { revision: 6, marksOnly: true },
        { revision: 7, marksOnly: false },
      ],
      false,
    ],
  ])('of the changes %j that it has not seen only marks: %s', (changes, expected) => {
    const noted = changes.map((change) => ({ ...change, spans: null }))
    expect(onlyMarksChanged(full, noted)).toBe(expected)
  })

  test('keeps its matches after a change of marks, and takes from it which of them are unread', () => {
    const marks = { spans: [[999, 1_002] as [number, number]], unread: [1_002, 1_000], revision: 6 }
    expect(remarked(full, marks)).toEqual({ ...full, unread: [1_000, 997], revision: 6 })
  })

  test('takes what was found in place of what was there', () => {
    const found = [{ span: [18, 25] as [number, number], ids: [22, 19], unread: [19] }]
    expect(refreshed(short, found, { counted, revision: 6 })).toEqual({
      ids: [30, 22, 19],
      unread: [19],
      revision: 6,
      isWhole: true,
    })
  })

  test('holds a bounded number, and then no longer every match', () => {
    const span: [number, number] = [2_000, 2_400]
    const found = [{ span, ids: numbers(2_400, 300), unread: numbers(2_400, 300) }]
    const window = refreshed(short, found, { counted, revision: 6 })
    expect(window?.ids.length).toBeLessThan(300)
    expect(window).toMatchObject({ isWhole: false })
    expect(window?.unread).toEqual(window?.ids)
  })

  test('is of no more use when too much of it is gone', () => {
    const gone = [{ span: [999, 1_000] as [number, number], ids: [], unread: [] }]
    expect(refreshed(full, gone, { counted, revision: 6 })).toBeNull()
    expect(refreshed({ ...full, isWhole: true }, gone, { counted, revision: 6 })?.ids).toEqual([
      998, 997,
    ])
  })

  test('takes nothing from below its end', () => {
    const found = [{ span: [1, 40] as [number, number], ids: [3], unread: [3] }]
    expect(refreshed(full, found, { counted, revision: 6 })).toMatchObject({ ids: full.ids })
  })
})
