import { getProfile, listTeams, logout } from '@mailstop/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refuse, type FakeServer } from '../testing/fake-server.ts'
import { renderApp } from '../testing/render-app.tsx'
import { sampleTeam, sampleUser } from '../testing/samples.ts'

test.each([
  ['someone', { data: sampleUser() }, 'Inbox'],
  ['nobody', refuse('signed_out'), 'Log in'],
  ['an error', refuse('internal'), 'Log in'],
])('no screen shows before it is known who is signed in: %s', async (_, answer, link) => {
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  const servers: FakeServer[] = []
  const rendering = renderApp({
    at: '/',
    as: null,
    answers(server) {
      servers.push(server)
      server.answer(getProfile, async () => {
        await answered
        return answer
      })
    },
  })
  await waitFor(() => expect(servers[0]?.count(getProfile)).toBe(1))
  expect(document.body.textContent).toBe('')
  resolve()
  await rendering
  expect((await screen.findAllByRole('link', { name: link })).length).toBeGreaterThan(0)
})

test('a profile that cannot be fetched is asked for again, then Login shows, which goes back once it is there', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    let isAway = true
    const { server, address } = await renderApp({
      at: '/inbox?filter=unread',
      as: null,
      answers(fake) {
        fake.answer(getProfile, () => (isAway ? refuse('unavailable') : { data: sampleUser() }))
        fake.answer(listTeams, () => ({ data: [sampleTeam()] }))
      },
    })
    await act(() => vi.advanceTimersByTimeAsync(8_000))
    await screen.findByRole('heading', { name: 'Log in to your account' })
    expect(address()).toBe('/login?redirect=%2Finbox%3Ffilter%3Dunread')
    expect(server.count(getProfile)).toBeGreaterThan(3)
    isAway = false
    await act(() => vi.advanceTimersByTimeAsync(8_000))
    await waitFor(() => expect(address()).toBe('/inbox?filter=unread'))
    expect(server.count(logout)).toBe(0)

    isAway = true
    window.dispatchEvent(new Event('visibilitychange'))
    await act(() => vi.advanceTimersByTimeAsync(9_000))
    expect(address()).toBe('/inbox?filter=unread')
  } finally {
    vi.useRealTimers()
  }
})
