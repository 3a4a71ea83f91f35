import { listMembers, listTeams, type Member, type Team, type User } from '@mailstop/contract'
import { ofCurrentTeam, type TeamScreen } from '../app/screens/with-team.tsx'
import type { FakeServer } from './fake-server.ts'
import { renderApp, renderScreen } from './render-app.tsx'
import { sampleTeam, sampleUser } from './samples.ts'

type PageOptions = {
  at: string
  teams?: Team[]
  members?: Member[]
  user?: User
  answers?: (server: FakeServer) => void
}

export const sampleMember = (change: Partial<Member> = {}): Member => ({
  id: 1,
  name: 'Ada Byron',
  email: 'ada@rocket.test',
  avatar: null,
  role: 'owner',
  vouched: false,
  ...change,
})

export const grace = sampleMember({
  id: 2,
  name: 'Grace Hopper',
  email: 'grace@rocket.test',
  role: 'member',
})

/** The whole application at a page behind the login. A test can change its teams. */
export async function renderPage(options: PageOptions) {
  const state = {
    teams: options.teams ?? [sampleTeam({ type: 'shared', members_count: 2 })],
    members: options.members ?? [sampleMember(), grace],
  }
  const app = await renderApp({
    at: options.at,
    as: options.user ?? sampleUser(),
    answers(server) {
      server.answer(listTeams, () => ({ data: state.teams }))
      server.answer(listMembers, () => ({ data: state.members }))
      options.answers?.(server)
    },
  })
  return { ...app, state }
}

/** One screen of the current team, without the layout around it. */
export const renderTeamScreen = (options: Parameters<typeof renderApp>[0], Screen: TeamScreen) =>
  renderScreen(options, options.at, ofCurrentTeam(Screen))
