import { expect, test } from 'vitest'
import { sendTogether } from './sent-together.ts'

function collecting() {
  const sent: string[][] = []
  const timers: { work: () => void; ms: number }[] = []
  const together = sendTogether<string>({
    send: (items) => sent.push(items),
    later: (work, ms) => timers.push({ work, ms }),
  })
  /** Runs what waits for `ms` milliseconds, as it was before this call. */
  function pass(ms: number): void {
    const due = timers.filter((timer) => timer.ms === ms)
    timers.splice(0, timers.length, ...timers.filter((timer) => timer.ms !== ms))
    for (const { work } of due) work()
  }
  return { ...together, sent, pass }
}

test('what is sent within a moment goes together, in its order, with what was collected elsewhere', () => {
  const { add, sent, pass } = collecting()
  add('first')
  add('second')
  pass(20)
  add('collected', { collected: true })
  expect(sent).toEqual([])
  pass(0)
  expect(sent).toEqual([['first', 'second', 'collected']])
  pass(20)
  pass(0)
  expect(sent).toHaveLength(1)
})

test('what was collected elsewhere does not wait again', () => {
  const { add, sent, pass } = collecting()
  add('one', { collected: true })
  add('other', { collected: true })
  pass(0)
  expect(sent).toEqual([['one', 'other']])
})

test('a list that would be too long for a notification is sent as two', () => {
  const { add, send, sent } = collecting()
  const long = 'ä'.repeat(1_500)
  for (const item of [long, long, 'short', long]) add(item)
  send()
  expect(sent).toEqual([[long, long, 'short'], [long]])
})
