import { expect, test } from 'vitest'
import { laterUntil, shareArrivals } from './connect-events.ts'
import { type SharedEvent } from '../events.ts'
import { strictEvents } from '../../test/support/strict-events.ts'

test('what was to be announced later is not, once the process has ended', async () => {
  const done: string[] = []
  const ended = new AbortController()
  laterUntil(ended.signal)(() => done.push('before'), 1)
  ended.abort()
  laterUntil(ended.signal)(() => done.push('after'), 0)
  await new Promise<void>((resolve) => laterUntil(new AbortController().signal)(resolve, 5))
  expect(done).toEqual([])
})

test('the mails of a moment are sent to other processes together, each team’s apart', () => {
  const events = strictEvents()
  const shared: SharedEvent[] = []
  const timers: (() => void)[] = []
  shareArrivals({
    events,
    share: (event) => shared.push(event),
    later: (work) => timers.push(work),
  })
  for (const mailId of [1, 2, 3]) events.emit('mailReceived', { teamId: 7, mailId })
  events.emit('mailReceived', { teamId: 8, mailId: 4 })
  expect(shared).toEqual([])
  for (const work of timers.splice(0)) work()
  events.emit('mailReceived', { teamId: 7, mailId: 5 })
  for (const work of timers.splice(0)) work()
  expect(shared.map(({ name, event }) => [name, event])).toEqual([
    ['mailsArrived', { teamId: 7, ids: [1, 2, 3] }],
    ['mailsArrived', { teamId: 8, ids: [4] }],
    ['mailsArrived', { teamId: 7, ids: [5] }],
  ])
})
