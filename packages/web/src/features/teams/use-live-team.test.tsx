import { mailChannel, teamParts, type TeamPart } from '@mailstop/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { RealtimeContext } from '../../lib/api/realtime-context.ts'
import { createRealtime } from '../../lib/api/realtime.ts'
import { createFakeSocket } from '../../testing/fake-socket.ts'
import { partKey, useLiveTeam } from './use-live-team.ts'

const parts = Object.keys(teamParts) as TeamPart[]

/** A live team of which every part is cached, and which of them are to be fetched again. */
async function renderLiveTeam() {
  const socket = createFakeSocket()
  const realtime = createRealtime({ openSocket: socket.open })
  const queryClient = new QueryClient()
  const cacheAll = () => {
    for (const part of parts) queryClient.setQueryData(partKey(7, part), [])
  }
  const outdated = () =>
    parts.filter((part) => queryClient.getQueryState(partKey(7, part))?.isInvalidated)
  cacheAll()
  renderHook(() => useLiveTeam({ id: 7, name: 'Rocket Labs' }), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <RealtimeContext value={realtime}>
          <MemoryRouter>{children}</MemoryRouter>
        </RealtimeContext>
      </QueryClientProvider>
    ),
  })
  await vi.waitFor(() => expect(socket.joined()).toEqual([mailChannel(7)]))
  return { socket, cacheAll, outdated }
}

test('every part of a team is fetched again after a broken connection, not at the first join', async () => {
  const { socket, outdated } = await renderLiveTeam()
  expect(outdated()).toEqual([])
  socket.breakConnection()
  socket.restoreConnection()
  expect(outdated()).toEqual(parts)
})

test.each(parts)('when %s changed, what depends on it is fetched again', async (part) => {
  const { socket, cacheAll, outdated } = await renderLiveTeam()
  cacheAll()
  socket.send('TeamOutdated', { team_id: 7, user_id: 2, part })
  expect(outdated()).toEqual(parts.filter((one) => teamParts[part].some((two) => two === one)))
  expect(outdated()).toContain(part)
})
