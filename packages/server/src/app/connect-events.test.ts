import { expect, test } from 'vitest'
import { loggedIn, start, until } from '../../test/clients/smtp-sessions.ts'
import { endSmtpOf, laterUntil, shareArrivals } from './connect-events.ts'
import { type SharedEvent } from '../events.ts'
import { strictEvents } from '../../test/support/strict-events.ts'

test('refused mails outlive credentials that are rotated, and go with a team that is deleted', async () => {
  const { port, smtp } = await start()
  const client = await loggedIn(port)
  await client.mail('a@b', ['not an address'], 'x\r\n')
  await client.send('QUIT')
  await until(() => smtp.stats().connections === 0)
  client.destroy()
  const ended = { teamId: 7, username: 'team-7' }
  endSmtpOf(smtp, ended)
  endSmtpOf(smtp, { ...ended, teamId: 8, deleted: true })
  expect(smtp.recentRefusals(7)).toHaveLength(1)
  endSmtpOf(smtp, { ...ended, deleted: true })
  expect(smtp.recentRefusals(7)).toEqual([])
})

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
