import { getProfile, type User } from '@mailstop/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import {
  MemoryRouter,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  type Location,
  type NavigateFunction,
  type NavigationType,
} from 'react-router'
import { useLayoutEffect, type ComponentType, type ReactNode } from 'react'
import { vi } from 'vitest'
import { createWeb } from '../app/create-web.tsx'
import { RootLayout } from '../app/layout/root-layout.tsx'
import { currentUserQuery } from '../features/accounts/current-user.ts'
import { createQueryClient } from '../lib/api/query-client.ts'
import { createRealtime } from '../lib/api/realtime.ts'
import { RealtimeContext } from '../lib/api/realtime-context.ts'
import { answerAtRest } from './answer-at-rest.ts'
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

type RenderOptions = {
  at: string
  /** The signed-in user, or null. */
  as: User | null
  /** Sets the replies that the screens need, before they are fetched. */
  answers?: (server: FakeServer) => void
  /** Sets the reply to the first join. */
  joins?: Parameters<FakeSocket['answerJoins']>[0]
}

type Web = (
  Router: ComponentType<{ children: ReactNode }>,
  socket: FakeSocket,
) => Promise<ReactNode>

/** The whole application, as main.tsx starts it, with a fake server and a fake socket. */
export const renderApp = (options: RenderOptions): Promise<RenderedApp> =>
  renderWeb(options, (Router, socket) =>
    createWeb({
      openRealtime: async (deps) =>
        createRealtime({ ...deps, openSocket: socket.open, graceMs: 0 }),
      Router,
    }),
  )

/**
 * One screen without the layout around it, with the same server and socket. A test that does not need the
 * sidebar and the palette is several times as fast with it, since it finds elements in a smaller page.
 */
export const renderScreen = (
  options: RenderOptions,
  path: string,
  Screen: ComponentType,
): Promise<RenderedApp> =>
  renderWeb(options, async (Router, socket) => {
    const queryClient = createQueryClient({ onSignedOut: () => undefined })
    await queryClient.prefetchQuery({ ...currentUserQuery, retry: false })
    const realtime = createRealtime({
      onTurnedAway: () => undefined,
      openSocket: socket.open,
      graceMs: 0,
    })
    return (
      <QueryClientProvider client={queryClient}>
        <RealtimeContext value={realtime}>
          <Router>
            <Routes>
              <Route element={<RootLayout />}>
                <Route path={path} element={<Screen />} />
                <Route path="*" element={null} />
              </Route>
            </Routes>
          </Router>
        </RealtimeContext>
      </QueryClientProvider>
    )
  })

async function renderWeb(
  { at, as, answers, joins }: RenderOptions,
  createPage: Web,
): Promise<RenderedApp> {
  const server = createFakeServer()
  const socket = createFakeSocket()
  answerAtRest(server)
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
  const web = await createPage(
    ({ children }) => (
      <MemoryRouter initialEntries={[at]}>
        <Observer />
        {children}
      </MemoryRouter>
    ),
    socket,
  )
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
