import { getProfile, getSystemMail, getVersion, type User } from '@mailstop/contract'
import { act, render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import {
  MemoryRouter,
  useLocation,
  useNavigate,
  useNavigationType,
  type Location,
  type NavigateFunction,
  type NavigationType,
} from 'react-router'
import { useLayoutEffect } from 'react'
import { vi } from 'vitest'
import { createWeb } from '../app/create-web.tsx'
import { createRealtime } from '../lib/api/realtime.ts'
import { createFakeServer, refuse, type FakeServer } from './fake-server.ts'
import { createFakeSocket, type FakeSocket } from './fake-socket.ts'
import { menuParts } from '../ui/popups/menu.tsx'

export type RenderedApp = {
  server: FakeServer
  socket: FakeSocket
  user: UserEvent
  /** The element that it is rendered in. */
  container: HTMLElement
  router: ShownRouter
  /** The path and query of the page. */
  address: () => string
}

type ShownPage = { location: Location; how: NavigationType; navigate: NavigateFunction }

type ShownRouter = {
  navigate: (to: string | number) => Promise<void>
  /** How the shown page was reached. */
  historyAction: () => NavigationType
}

// No button is replaced by its menu while a test is about to press it.
await menuParts.load()

/** The page of a test names no build, so that it is never out of date. */
const sampleVersion = {
  version: '0.1.0',
  commit: '0123456789abcdef0123456789abcdef01234567',
  node: '24.21.0',
  store: 'sqlite' as const,
  web_build: null,
}

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
  server.answer(getVersion, () => ({ data: sampleVersion }))
  server.answer(getProfile, () => (as ? { data: as } : refuse('signed_out')))
  answers?.(server)
  if (joins) socket.answerJoins(joins)
  vi.stubGlobal('fetch', server.fetch)

  let page: ShownPage | null = null
  function Observer() {
    const next = { location: useLocation(), how: useNavigationType(), navigate: useNavigate() }
    // Once it is shown: the code of the next page may still be loading while React draws it.
    useLayoutEffect(() => {
      page = next
    })
    return null
  }
  function shown(): ShownPage {
    if (page === null) throw new Error('the application shows no page')
    return page
  }
  const web = await createWeb({
    openRealtime: async (deps) => createRealtime({ ...deps, openSocket: socket.open, graceMs: 0 }),
    Router: ({ children }) => (
      <MemoryRouter initialEntries={[at]}>
        <Observer />
        {children}
      </MemoryRouter>
    ),
  })
  const { container } = render(web)
  return {
    container,
    server,
    socket,
    user: userEvent.setup(),
    router: {
      navigate: (to) => act(async () => await shown().navigate(to as string)),
      historyAction: () => shown().how,
    },
    address: () => shown().location.pathname + shown().location.search,
  }
}
