import { expect, test } from 'vitest'
import { announceMails } from './mail-live.ts'
import { strictEvents } from '../../../../test/support/strict-events.ts'

/** Announces to an array, with time that passes on command. */
function live() {
  const emitted: { channel: string; event: string; payload: unknown }[] = []
  const timers: (() => void)[] = []
  const events = strictEvents()
  announceMails({
    events,
    publish: (channel, event, payload) => emitted.push({ channel, event, payload }),
    later: (work) => timers.push(work),
  })
  return {
    events,
    emitted,
    passTime: () => {
      for (const work of timers.splice(0)) work()
    },
    payloads: () => emitted.map(({ payload }) => payload),
  }
}

test('a lone mail is announced at once on its team’s channel', () => {
  const { events, emitted } = live()
  events.emit('mailReceived', { teamId: 7, mailId: 1 })
  expect(emitted).toEqual([
    {
      channel: 'teams.7.mails',
      event: 'MailReceived',
      payload: { team_id: 7, user_id: null, ids: [1], count: 1 },
    },
  ])
})

test('a burst is sent once more when it is over, with every mail counted', () => {
  const { events, payloads, passTime } = live()
  for (let id = 1; id <= 80; id += 1) events.emit('mailReceived', { teamId: 7, mailId: id })
  passTime()
  expect(payloads()).toEqual([
    { team_id: 7, user_id: null, ids: [1], count: 1 },
    { team_id: 7, user_id: null, ids: Array.from({ length: 50 }, (_, i) => i + 31), count: 79 },
  ])
})

test('after a quiet moment the next mail is announced at once again', () => {
  const { events, payloads, passTime } = live()
  events.emit('mailReceived', { teamId: 7, mailId: 1 })
  passTime()
  events.emit('mailReceived', { teamId: 7, mailId: 2 })
  expect(payloads()).toMatchObject([{ ids: [1] }, { ids: [2] }])
})

test('the burst of one team delays no other', () => {
  const { events, emitted } = live()
  events.emit('mailReceived', { teamId: 7, mailId: 1 })
  events.emit('mailReceived', { teamId: 8, mailId: 2 })
  expect(emitted.map(({ channel }) => channel)).toEqual(['teams.7.mails', 'teams.8.mails'])
})

test('changes are published with the user who caused them', () => {
  const { events, emitted } = live()
  events.emit('mailUpdated', { teamId: 7, userId: 3, mailId: 1, readAt: 0, flaggedAt: null })
  events.emit('mailDeleted', { teamId: 7, userId: 3, mailId: 1 })
  events.emit('inboxOutdated', { teamId: 7, userId: null })
  expect(emitted.map(({ event, payload }) => [event, payload])).toEqual([
    [
      'MailUpdated',
      { team_id: 7, user_id: 3, id: 1, read_at: '1970-01-01T00:00:00.000Z', flagged: false },
    ],
    ['MailDeleted', { team_id: 7, user_id: 3, id: 1 }],
    ['InboxOutdated', { team_id: 7, user_id: null }],
  ])
})
