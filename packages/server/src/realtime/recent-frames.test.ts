import { expect, test } from 'vitest'
import { createRecentFrames } from './recent-frames.ts'

function setUp() {
  const clock = { time: 1_000 }
  const frames = createRecentFrames(() => clock.time)
  const send = (team: number, id = 1) =>
    frames.add(`teams.${team}.mails`, {
      name: 'MailDeleted',
      event: { team_id: team, user_id: null, id },
    })
  return { clock, frames, send }
}

test('frames are kept by channel, with their age, since the start', () => {
  const { clock, frames, send } = setUp()
  clock.time = 1_200
  send(7, 1)
  clock.time = 1_250
  send(7, 2)
  send(8)
  clock.time = 1_300
  expect(frames.of('teams.7.mails')).toMatchObject({
    recent: [
      { name: 'MailDeleted', event: { id: 1 }, ago_ms: 100 },
      { name: 'MailDeleted', event: { id: 2 }, ago_ms: 50 },
    ],
    complete_ms: 300,
  })
  expect(frames.of('teams.9.mails')).toEqual({ recent: [], complete_ms: 300 })
})

test('of many frames the newest are kept, complete since the last that was dropped', () => {
  const { clock, frames, send } = setUp()
  for (let id = 1; id <= 22; id += 1) {
    clock.time += 10
    send(7, id)
  }
  const { recent, complete_ms } = frames.of('teams.7.mails')
  expect(recent.map(({ ago_ms }) => ago_ms)).toEqual(
    Array.from({ length: 20 }, (_, n) => 190 - n * 10),
  )
  expect(complete_ms).toBe(200)
})

test('of many channels those with the newest frames are kept', () => {
  const { clock, frames, send } = setUp()
  send(1)
  for (let team = 2; team <= 1_001; team += 1) {
    clock.time += 1
    send(team)
    send(1, team)
  }
  expect(frames.of('teams.1.mails').recent).toHaveLength(20)
  // Nothing is known of the time before its last frame.
  expect(frames.of('teams.2.mails')).toEqual({ recent: [], complete_ms: 999 })
  expect(frames.of('teams.2000.mails')).toEqual({ recent: [], complete_ms: 999 })
})

test('after a loss nothing is known of the time before', () => {
  const { clock, frames, send } = setUp()
  send(7)
  clock.time = 2_000
  frames.forget()
  clock.time = 2_050
  expect(frames.of('teams.7.mails')).toEqual({ recent: [], complete_ms: 50 })
})
