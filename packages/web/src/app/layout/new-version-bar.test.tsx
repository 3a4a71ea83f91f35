import { getVersion, listTeams } from '@mailstop/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deferred } from '../../lib/deferred.ts'
import { hearBuild } from '../../lib/api/new-version.ts'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleTeam, sampleUser } from '../../testing/samples.ts'

function answers(server: FakeServer) {
  server.answer(listTeams, () => ({ data: [sampleTeam()] }))
}

const version = (web_build: string | null) => ({
  data: { version: '0.2.0', commit: null, node: '24.21.0', store: 'sqlite' as const, web_build },
})

async function openConnected() {
  const app = await renderApp({ at: '/inbox', as: sampleUser(), answers })
  await waitFor(() => expect(app.socket.joined()).not.toEqual([]))
  return app
}

const said = 'A new version is here.'
const missingCode = () =>
  deferred(async () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })

/** The page of a build names it. */
beforeEach(() => {
  const name = document.head.appendChild(document.createElement('meta'))
  name.name = 'build'
  name.content = 'this-build'
})
afterEach(() => {
  act(() => hearBuild(null))
  document.querySelector('meta[name="build"]')?.remove()
})

test('a page from before an upgrade offers to reload when it is connected again', async () => {
  const { socket, user } = await openConnected()
  act(() => socket.send('Welcome', { web_build: 'this-build' }))
  expect(screen.queryByText(said)).toBeNull()
  act(() => socket.breakConnection())
  act(() => socket.restoreConnection())
  act(() => socket.send('Welcome', { web_build: 'next-build' }))
  await screen.findByText(said)
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  await user.click(screen.getByRole('button', { name: 'Reload the page' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('the offer ends when a later connection is to the build of the page', async () => {
  const { socket } = await openConnected()
  act(() => socket.send('Welcome', { web_build: 'next-build' }))
  await screen.findByText(said)
  act(() => socket.send('Welcome', { web_build: 'this-build' }))
  expect(screen.queryByText(said)).toBeNull()
})

test('a server without a web app, as in development, causes no offer', async () => {
  const { socket } = await openConnected()
  act(() => socket.send('Welcome', { web_build: null }))
  expect(screen.queryByText(said)).toBeNull()
})

test('code that is gone after an upgrade leads to the offer', async () => {
  const { server } = await openConnected()
  server.answer(getVersion, () => version('next-build'))
  await act(async () => {
    await expect(missingCode().load()).rejects.toThrow('Failed to fetch')
  })
  await screen.findByText(said)
})

test('code that does not come for another reason leads to no offer', async () => {
  const { server } = await openConnected()
  server.answer(getVersion, () => version('this-build'))
  await expect(missingCode().load()).rejects.toThrow('Failed to fetch')
  await waitFor(() => expect(server.count(getVersion)).toBe(1))
  server.answer(getVersion, () => refuse('unavailable'))
  await expect(missingCode().load()).rejects.toThrow('Failed to fetch')
  await waitFor(() => expect(server.count(getVersion)).toBe(2))
  expect(screen.queryByText(said)).toBeNull()
})
