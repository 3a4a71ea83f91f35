import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSparingLog } from './sparing-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function recording() {
  const lines: [string, object, string][] = []
  const level = (name: string) => (details: object, text: string) =>
    void lines.push([name, details, text])
  return {
    lines,
    say: createSparingLog({ info: level('info'), warn: level('warn'), error: level('error') }),
  }
}

test('of a thousand lines in a second the first and the latest are written, with what was left out', () => {
  const { lines, say } = recording()
  for (let mail = 0; mail < 1_000; mail += 1) say('warn', { mail }, 'full')
  expect(lines).toEqual([['warn', { mail: 0 }, 'full']])
  vi.advanceTimersByTime(1_000)
  expect(lines.slice(1)).toEqual([['warn', { mail: 999, left_out: 998 }, 'full']])
})

test('it is one a second for as long as it lasts, and every line is counted', () => {
  const { lines, say } = recording()
  for (let tenth = 0; tenth < 100; tenth += 1) {
    say('error', {}, 'full')
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(10_000)
  expect(lines.length).toBeLessThanOrEqual(11)
  const leftOut = lines.map(([, details]) => ('left_out' in details ? Number(details.left_out) : 0))
  expect(lines.length + leftOut.reduce((sum, one) => sum + one, 0)).toBe(100)
})

test('different texts do not hide each other, and a lone line waits for nothing', () => {
  const { lines, say } = recording()
  say('warn', {}, 'full')
  say('warn', {}, 'away')
  vi.advanceTimersByTime(1_000)
  say('warn', {}, 'full')
  expect(lines.map(([, , text]) => text)).toEqual(['full', 'away', 'full'])
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(3)
})
