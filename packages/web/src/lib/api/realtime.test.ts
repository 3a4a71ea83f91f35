import type { ServerEvents } from '@mailstop/contract'
import { expect, test, vi } from 'vitest'
import { createFakeSocket } from '../../testing/fake-socket.ts'
import { createRealtime } from './realtime.ts'

function connected() {
  const socket = createFakeSocket()
  const realtime = createRealtime({
    openSocket: socket.open,
    graceMs: 20,
    pageAgeMs: () => 1_000,
  })
  return { socket, realtime }
}
const received = (team: number) => ({ team_id: team, user_id: null, ids: [1], count: 1 })

test('the socket connects with the first channel and disconnects after the last', async () => {
  const { socket, realtime } = connected()
  expect(realtime.connectionState()).toBe('idle')
  const leave = realtime.joinChannel('teams.7.mails', {})
  await vi.waitFor(() => expect(socket.joined()).toHaveLength(1))
  expect(realtime.connectionState()).toBe('online')
  leave()
  await vi.waitFor(() => expect(realtime.connectionState()).toBe('idle'), { timeout: 3_000 })
  expect(socket.isOpen()).toBe(false)
})

test('the socket stays connected from one page to the next', async () => {
  const { socket, realtime } = connected()
  const leave = realtime.joinChannel('teams.7.mails', {})
  await vi.waitFor(() => expect(realtime.connectionState()).toBe('online'))
  leave()
  const onJoined = vi.fn<() => void>()
  realtime.joinChannel('teams.7.mails', { onJoined })
  expect(onJoined).toHaveBeenCalledOnce()
  expect(socket.opened()).toBe(1)
})

test('a channel is joined once for all its listeners, and each of them gets its events', async () => {
  const { socket, realtime } = connected()
  const members = [1, 2, 3].map(() => vi.fn<() => void>())
  const leaves = members
    .slice(0, 2)
    .map((onJoined) => realtime.joinChannel('teams.7.mails', { onJoined }))
  await vi.waitFor(() => expect(realtime.connectionState()).toBe('online'))
  leaves.push(realtime.joinChannel('teams.7.mails', { onJoined: members[2] }))
  // The last one joins a channel that is joined: it may show what was fetched before.
  expect(members.map((onJoined) => onJoined.mock.calls.length)).toEqual([0, 0, 1])
  expect(socket.joins()).toEqual(['teams.7.mails'])
  for (const leave of leaves.slice(1)) leave()
  expect(socket.joined()).toEqual(['teams.7.mails'])
  leaves[0]?.()
  expect(socket.joined()).toEqual([])
})

test('a listener gets only the events of its own channel', async () => {
  const { socket, realtime } = connected()
  const MailReceived = vi.fn<ServerEvents['MailReceived']>()
  realtime.joinChannel('teams.7.mails', { MailReceived })
  await vi.waitFor(() => expect(socket.joined()).toEqual(['teams.7.mails']))
  socket.send('MailReceived', received(8))
  socket.send('MailReceived', received(7))
  expect(MailReceived.mock.calls).toEqual([[received(7)]])
})

test('the channel of a team that is no longer shown is left', async () => {
  const { socket, realtime } = connected()
  const leave = realtime.joinChannel('teams.7.mails', {})
  realtime.joinChannel('teams.8.mails', {})
  await vi.waitFor(() => expect(socket.joined()).toHaveLength(2))
  leave()
  expect(socket.joined()).toEqual(['teams.8.mails'])
})

test('a channel is joined again after a broken connection, and its listeners learn of it', async () => {
  const { socket, realtime } = connected()
  const onJoined = vi.fn<() => void>()
  realtime.joinChannel('teams.7.mails', { onJoined })
  await vi.waitFor(() => expect(socket.joined()).toHaveLength(1))
  expect(onJoined).not.toHaveBeenCalled()
  socket.breakConnection()
  socket.restoreConnection()
  expect(onJoined).toHaveBeenCalledTimes(1)
})

test('events since the page was opened come with the first join', async () => {
  const { socket, realtime } = connected()
  const [before, missed] = [1_001, 999].map((ago_ms) => ({
    name: 'MailReceived' as const,
    event: { ...received(7), count: ago_ms },
    ago_ms,
  }))
  if (!before || !missed) throw new Error('there are two frames')
  socket.answerJoins(() => ({ ok: true, recent: [before, missed], complete_ms: 1_002 }))
  const MailReceived = vi.fn<ServerEvents['MailReceived']>()
  const onJoined = vi.fn<() => void>()
  realtime.joinChannel('teams.7.mails', { MailReceived, onJoined })
  await vi.waitFor(() => expect(MailReceived.mock.calls).toEqual([[missed.event]]))
  expect(onJoined).not.toHaveBeenCalled()
})

test('listeners learn of a join when the server does not know all events since the page was opened', async () => {
  const { socket, realtime } = connected()
  socket.answerJoins(() => ({ ok: true, recent: [], complete_ms: 1_000 }))
  const onJoined = vi.fn<() => void>()
  realtime.joinChannel('teams.7.mails', { onJoined })
  await vi.waitFor(() => expect(onJoined).toHaveBeenCalledOnce())
})

test('events since the page was opened come even when the clock was set back meanwhile', async () => {
  const socket = createFakeSocket()
  const realtime = createRealtime({ openSocket: socket.open })
  const missed = { name: 'MailReceived' as const, event: received(7), ago_ms: 1 }
  socket.answerJoins(() => ({ ok: true, recent: [missed], complete_ms: Infinity }))
  const clock = vi.spyOn(Date, 'now').mockReturnValue(performance.timeOrigin - 60_000)
  const MailReceived = vi.fn<ServerEvents['MailReceived']>()
  realtime.joinChannel('teams.7.mails', { MailReceived })
  await vi.waitFor(() => expect(MailReceived).toHaveBeenCalledOnce())
  clock.mockRestore()
})

test('the browser counts as offline only when the connection stays away', async () => {
  const { socket, realtime } = connected()
  const seen: string[] = []
  realtime.subscribe(() => seen.push(realtime.connectionState()))
  realtime.joinChannel('teams.7.mails', {})
  await vi.waitFor(() => expect(realtime.connectionState()).toBe('online'))
  socket.breakConnection()
  socket.restoreConnection()
  socket.breakConnection()
  await vi.waitFor(() => expect(realtime.connectionState()).toBe('offline'))
  socket.restoreConnection()
  expect(seen).toEqual(['connecting', 'online', 'offline', 'online'])
})

test('a listener learns that its channel is closed to it, at the join or later', async () => {
  const { socket, realtime } = connected()
  socket.answerJoins(() => ({ ok: false, code: 'not_found' }))
  const refused = vi.fn<() => void>()
  const leave = realtime.joinChannel('teams.9.mails', { onClosed: refused })
  await vi.waitFor(() => expect(refused).toHaveBeenCalledOnce())
  leave()

  socket.answerJoins(() => ({ ok: true, recent: [], complete_ms: Infinity }))
  const closed = vi.fn<() => void>()
  realtime.joinChannel('teams.7.mails', { onClosed: closed })
  await vi.waitFor(() => expect(socket.joined()).toEqual(['teams.7.mails']))
  socket.send('ChannelClosed', { channel: 'teams.7.mails' })
  expect(closed).toHaveBeenCalledOnce()
})
