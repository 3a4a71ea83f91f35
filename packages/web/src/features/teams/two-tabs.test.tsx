import { acceptInvite, createTeam, listTeams, type Team } from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleTeam, sampleUser } from '../../testing/samples.ts'

/** Two tabs of one browser: each has its own modules and its own cache, and both the storage. */

const rocket = sampleTeam({ id: 7 })
const orbit = sampleTeam({ id: 9, name: 'Orbit', type: 'shared' })
const stored = () => localStorage.getItem('currentTeamId')

beforeEach(() => {
  const setItem = Storage.prototype.setItem
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    setItem.call(this, key, value)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }))
  })
})
afterEach(() => void vi.restoreAllMocks())

/** The server's teams, and the way to open a tab that knows those there are by then. */
function createBrowser() {
  const state: { teams: Team[] } = { teams: [rocket] }
  let untilLoaded = async () => {}
  async function openTab(at: string) {
    // What a tab loads when it is idle must be of its own modules, so the next one waits for it.
    await untilLoaded()
    vi.resetModules()
    const { renderApp } = await import('../../testing/render-app.tsx')
    const { whenQuiet } = await import('../../lib/api/quiet.ts')
    untilLoaded = async () => {
      await whenQuiet()
      await vi.dynamicImportSettled()
    }
    const app = await renderApp({
      at,
      as: sampleUser(),
      answers(server) {
        server.answer(listTeams, () => ({ data: state.teams }))
        server.answer(createTeam, () => {
          state.teams = [rocket, orbit]
          return { data: orbit }
        })
      },
    })
    const page = within(app.container)
    const shows = (team: string) =>
      page.findByRole('button', { name: new RegExp(`^Team: ${team}`) })
    return { ...app, shows }
  }
  return { state, openTab }
}

const invited = {
  redirect: 'inbox' as const,
  email: 'ada@rocket.test',
  team: 9,
  team_name: 'Orbit',
  team_owner: 'Ann Onym',
  from_owner: false,
}

test('a team that one tab creates is the current one in the other too', async () => {
  const { openTab } = createBrowser()
  const other = await openTab('/inbox')
  await other.shows('Rocket Labs')
  const { user, shows } = await openTab('/team/info')
  await user.click(await shows('Rocket Labs'))
  await user.click(await screen.findByRole('menuitem', { name: 'Add a new team' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a new team' }))
  await user.type(dialog.getByLabelText('Name'), 'Orbit')
  await user.click(dialog.getByRole('button', { name: 'Add team' }))
  await shows('Orbit')
  await other.shows('Orbit')
  expect(stored()).toBe('9')
})

test('a team that one tab joins by its invitation is the current one in the other too', async () => {
  const { state, openTab } = createBrowser()
  const other = await openTab('/inbox')
  await other.shows('Rocket Labs')
  const joining = await openTab('/invite')
  joining.server.answer(acceptInvite, () => {
    state.teams = [rocket, orbit]
    return { message: 'You have joined Orbit.', ...invited }
  })
  await joining.router.navigate('/invite?token=t0k')
  await screen.findByText('You have joined Orbit.')
  await other.shows('Orbit')
  await joining.shows('Orbit')
  expect(stored()).toBe('9')
})

test('a team that one tab is about to join stays selected, though the other is not in it', async () => {
  const { openTab } = createBrowser()
  const other = await openTab('/inbox')
  await other.shows('Rocket Labs')
  const before = other.server.count(listTeams)
  localStorage.setItem('currentTeamId', '9')
  await waitFor(() => expect(other.server.count(listTeams)).toBe(before + 1))
  await other.shows('Rocket Labs')
  expect(stored()).toBe('9')
})

test('while a team cannot be fetched another one is shown, and it stays selected', async () => {
  const { state, openTab } = createBrowser()
  const tab = await openTab('/inbox')
  await tab.shows('Rocket Labs')
  state.teams = [rocket, orbit]
  tab.server.setUnreachable(true)
  localStorage.setItem('currentTeamId', '9')
  await tab.shows('Rocket Labs')
  expect(stored()).toBe('9')
  tab.server.setUnreachable(false)
  window.dispatchEvent(new Event('visibilitychange'))
  await tab.shows('Orbit')
})
