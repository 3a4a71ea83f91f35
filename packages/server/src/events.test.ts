import { expect, test } from 'vitest'
import { createEvents } from './events.ts'

test('listeners hear their event in the order they were added', () => {
  const heard: string[] = []
  const events = createEvents(() => {})
  events.on('mailReceived', ({ mailId }) => heard.push(`first ${mailId}`))
  events.on('mailReceived', ({ mailId }) => heard.push(`second ${mailId}`))
  events.on('inboxOutdated', () => heard.push('other'))
  events.emit('mailReceived', { teamId: 1, mailId: 2 })
  expect(heard).toEqual(['first 2', 'second 2'])
})

test('a listener that throws is reported and stops no other', () => {
  const reported: unknown[] = []
  const heard: number[] = []
  const events = createEvents((error) => reported.push(error))
  const failure = new Error('no')
  events.on('mailReceived', () => {
    throw failure
  })
  events.on('mailReceived', ({ mailId }) => heard.push(mailId))
  events.emit('mailReceived', { teamId: 1, mailId: 2 })
  expect(reported).toEqual([failure])
  expect(heard).toEqual([2])
})
