import { getProfile, getSystemMail, type User } from '@mailstop/contract'
import { render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { createMemoryRouter, type DataRouter } from 'react-router'
import { vi } from 'vitest'
import { createWeb } from '../app/create-web.tsx'
import { createRealtime } from '../lib/realtime.ts'
import { createFakeServer, refuse, type FakeServer } from './fake-server.ts'
import { createFakeSocket, type FakeSocket } from './fake-socket.ts'
import { menuParts } from '../ui/menu.tsx'

export type RenderedApp = {
  server: FakeServer
  socket: FakeSocket
  user: UserEvent
  /** The element that it is rendered in. */
  container: HTMLElement
  router: DataRouter
  /** The path and query of the page. */
  address: () => string
}

// No button is replaced by its menu while a test is about to press it.
await menuParts.load()

type RenderOptions = {
  at: string
  /** The signed-in user, or null. */
  as: User | null
  /** Sets the replies that the screens need, before they are fetched. */
  answers?: (server: FakeServer) => void
  /** Sets the reply to the first join. */
  joins?: Parameters<FakeSocket['answerJoins']>[0]
}

/** The whole application, as main.tsx starts it, with a fake server and a fake socket. */
export async function renderApp({ at, as, answers, joins }: RenderOptions): Promise<RenderedApp> {
  const server = createFakeServer()
  const socket = createFakeSocket()
  server.answer(getSystemMail, () => ({ data: { relay: true } }))
  server.answer(getProfile, () => (as ? { data: as } : refuse('signed_out')))
  answers?.(server)
  if (joins) socket.answerJoins(joins)
  vi.stubGlobal('fetch', server.fetch)

  const routers: DataRouter[] = []
  const web = await createWeb({
    openRealtime: async (deps) => createRealtime({ ...deps, openSocket: socket.open, graceMs: 0 }),
    createRouter: (routes) => {
      const made = createMemoryRouter(routes, { initialEntries: [at] })
      routers.push(made)
      return made
    },
  })
  const [router] = routers
  if (!router) throw new Error('the application made no router')
  const { container } = render(web)
  return {
    container,
    server,
    socket,
    user: userEvent.setup(),
    router,
    address: () => router.state.location.pathname + router.state.location.search,
  }
}
