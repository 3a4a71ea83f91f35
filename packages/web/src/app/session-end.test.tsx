import { getProfile, listTeams, login, logout, mailChannel } from '@mailstop/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refuse, type FakeServer } from '../testing/fake-server.ts'
import { renderApp } from '../testing/render-app.tsx'
import { sampleTeam, sampleUser } from '../testing/samples.ts'

/** A page whose session another page may end. */
async function open(at = '/settings/appearance') {
  const app = await renderApp({
    at,
    as: sampleUser(),
    answers(server) {
      server.answer(listTeams, () => ({ data: [sampleTeam()] }))
    },
  })
  await waitFor(() => expect(app.socket.joined()).toEqual([mailChannel(7)]))
  return app
}
const endSession = (server: FakeServer) => server.answer(getProfile, () => refuse('signed_out'))
const loginScreen = () => screen.findByRole('heading', { name: 'Log in to your account' })
const backToAppearance = '/login?redirect=%2Fsettings%2Fappearance'

test('the end of a session arrives over the live connection, and leads to Login and back', async () => {
  const { server, socket, address } = await open()
  endSession(server)
  act(() => socket.turnAway())
  await loginScreen()
  expect(address()).toBe(backToAppearance)
  // The session has ended already, so there is no logout.
  expect(server.count(logout)).toBe(0)
})

test('a session that ended while the connection was broken is noticed as it connects again', async () => {
  const { server, socket, address } = await open()
  act(() => socket.breakConnection())
  endSession(server)
  act(() => socket.failToConnect())
  await loginScreen()
  expect(address()).toBe(backToAppearance)
})

test('a session that another tab has replaced, by logging in once more, changes nothing here', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const { server, socket, address } = await open()
  endSession(server)
  act(() => socket.turnAway())
  await vi.advanceTimersByTimeAsync(100)
  // The reply to the other tab arrives, with the cookie of the new session.
  server.answer(getProfile, () => ({ data: sampleUser() }))
  const asked = server.count(getProfile)
  await vi.advanceTimersByTimeAsync(1_000)
  await waitFor(() => expect(server.count(getProfile)).toBeGreaterThan(asked))
  expect(address()).toBe('/settings/appearance')
  expect(server.count(logout)).toBe(0)
  vi.useRealTimers()
})

test('the end of a session is noticed when the tab is shown again', async () => {
  const { server, address } = await open()
  endSession(server)
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await loginScreen()
  expect(address()).toBe(backToAppearance)
})

test('the end of a session removes the recent searches before the next user logs in', async () => {
  const { server } = await open()
  localStorage.setItem('recentSearches', '{"1":["from:ada"]}')
  endSession(server)
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await loginScreen()
  expect(localStorage.getItem('recentSearches')).toBe('{}')
})

test('the end of a session is noticed when the back button brings the page back from memory', async () => {
  const { server, address } = await open()
  endSession(server)
  const shown = Object.assign(new Event('pageshow'), { persisted: true })
  act(() => void window.dispatchEvent(shown))
  await loginScreen()
  expect(address()).toBe(backToAppearance)
})

test('a connection that is turned away for another reason comes back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const { socket, address } = await open()
  act(() => socket.turnAway())
  await screen.findByText(/^Offline\./)
  await vi.advanceTimersByTimeAsync(5_000)
  await waitFor(() => expect(socket.joined()).toEqual([mailChannel(7)]))
  await waitFor(() => expect(screen.queryByText(/^Offline\./)).toBeNull())
  expect(address()).toBe('/settings/appearance')
  vi.useRealTimers()
})

test('a profile that cannot be fetched for another reason takes nobody away', async () => {
  const { server, address } = await open()
  server.answer(getProfile, () => refuse('forbidden'))
  const asked = server.count(getProfile)
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(server.count(getProfile)).toBeGreaterThan(asked))
  server.answer(getProfile, () => ({ data: sampleUser({ name: 'Ada King' }) }))
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await screen.findByRole('button', { name: /^Account menu of Ada King/ })
  expect(address()).toBe('/settings/appearance')
})

test('another user in the same browser never sees this page: it is loaded again', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  const { server, socket } = await open()
  server.answer(getProfile, () => ({ data: sampleUser({ id: 2, name: 'Grace Hopper' }) }))
  act(() => socket.turnAway())
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(screen.queryByText('Grace Hopper')).toBeNull()
})

test('the user who logs in next sees nothing of the session before', async () => {
  const { user, server, socket } = await open()
  endSession(server)
  act(() => socket.turnAway())
  await loginScreen()
  expect(screen.queryByText('Rocket Labs')).toBeNull()
  server.answer(getProfile, () => ({ data: sampleUser({ id: 2 }) }))
  server.answer(listTeams, () => new Promise(() => undefined))
  server.answer(login, () => ({ message: 'Hi', email_verified_at: sampleUser().email_verified_at }))
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'grace@rocket.test')
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  await screen.findByRole('heading', { name: 'Appearance' })
  expect(screen.queryByText('Rocket Labs')).toBeNull()
})
