import { createTeam, listMembers, listTeams, mailChannel } from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { refuse } from '../../testing/fake-server.ts'
import { grace, renderPage, sampleMember } from '../../testing/render-page.ts'
import { sampleTeam } from '../../testing/samples.ts'

const rocket = sampleTeam({ type: 'shared', members_count: 2 })
const orbit = sampleTeam({ id: 9, name: 'Orbit', type: 'shared' })
const outdated = (part: 'team' | 'members') => ({ team_id: 7, user_id: 2, part })

test('what another does to the team shows: its name, and who is in it', async () => {
  const { socket, state } = await renderPage({ at: '/team/users', teams: [rocket] })
  await waitFor(() => expect(socket.joined()).toEqual([mailChannel(7)]))
  state.teams = [{ ...rocket, name: 'Moon Labs' }]
  socket.send('TeamOutdated', outdated('team'))
  await screen.findByRole('button', { name: /^Team: Moon Labs/ })

  state.members = [sampleMember()]
  state.teams = [{ ...rocket, members_count: 1 }]
  socket.send('TeamOutdated', outdated('members'))
  await waitFor(() => expect(screen.queryByText('Grace Hopper')).toBeNull())
  await screen.findByText('1 member')
})

test('a removed member goes on with another team, and a toast says so', async () => {
  const { socket, state, address } = await renderPage({
    at: '/inbox?q=invoice',
    teams: [rocket, orbit],
  })
  await waitFor(() => expect(socket.joined()).toEqual([mailChannel(7)]))
  state.teams = [orbit]
  socket.send('ChannelClosed', { channel: mailChannel(7) })
  await screen.findByText('You are no longer in Rocket Labs')
  await screen.findByRole('button', { name: /^Team: Orbit/ })
  await waitFor(() => expect(address()).toBe('/inbox'))
  expect(localStorage.getItem('currentTeamId')).toBe('9')
  await waitFor(() => expect(socket.joined()).toEqual([mailChannel(9)]))
})

test('a member of a deleted team goes on with another, and a toast says so', async () => {
  const { socket, state } = await renderPage({ at: '/team/users', teams: [rocket, orbit] })
  await waitFor(() => expect(socket.joined()).toEqual([mailChannel(7)]))
  state.teams = [orbit]
  socket.send('ChannelClosed', { channel: mailChannel(7), deleted: true })
  await screen.findByText('Rocket Labs was deleted')
  await screen.findByRole('button', { name: /^Team: Orbit/ })
  expect(screen.queryByText(/You are no longer in/)).toBeNull()
})

test('a channel that closes for another reason takes no team away', async () => {
  const { socket, server } = await renderPage({ at: '/team/users', teams: [rocket, orbit] })
  await waitFor(() => expect(socket.joined()).toEqual([mailChannel(7)]))
  await screen.findByText('Grace Hopper')
  const before = server.count(listTeams)
  socket.send('ChannelClosed', { channel: mailChannel(7) })
  await waitFor(() => expect(server.count(listTeams)).toBe(before + 1))
  expect(screen.queryByText(/You are no longer in/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Team: Rocket Labs/ })).not.toBeNull()
})

test('everything of the team is fetched again after a broken connection', async () => {
  const { socket, state, server } = await renderPage({ at: '/team/users', teams: [rocket] })
  await waitFor(() => expect(socket.joined()).toEqual([mailChannel(7)]))
  await screen.findByText('Grace Hopper')
  const before = server.count(listMembers)
  state.members = [sampleMember(), { ...grace, name: 'Grace B. Hopper' }]
  socket.breakConnection()
  socket.restoreConnection()
  await screen.findByText('Grace B. Hopper')
  expect(server.count(listMembers)).toBeGreaterThan(before)
})

test('a new team joins the list, becomes the current one and shows its inbox', async () => {
  const { user, state, address } = await renderPage({
    at: '/team/info',
    teams: [rocket],
    answers: (fake) =>
      fake.answer(createTeam, ({ body }) => {
        if (body.name === 'Taken') return refuse('conflict', { message: 'You have enough teams.' })
        const made = { ...orbit, name: body.name }
        state.teams = [...state.teams, made]
        return { data: made }
      }),
  })
  await user.click(await screen.findByRole('button', { name: /^Team: Rocket Labs/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Add a new team' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a new team' }))
  await user.click(dialog.getByRole('button', { name: 'Add team' }))
  await dialog.findByText('Name is a required field')
  await user.type(dialog.getByLabelText('Name'), 'Taken')
  await user.click(dialog.getByRole('button', { name: 'Add team' }))
  await dialog.findByText('You have enough teams.')
  await user.clear(dialog.getByLabelText('Name'))
  await user.type(dialog.getByLabelText('Name'), 'Probe')
  await user.click(dialog.getByRole('button', { name: 'Add team' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByRole('button', { name: /^Team: Probe/ })
  await waitFor(() => expect(address()).toBe('/inbox'))
  expect(localStorage.getItem('currentTeamId')).toBe('9')
})

test('the command palette switches teams and adds one', async () => {
  const { user, address } = await renderPage({ at: '/team/info', teams: [rocket, orbit] })
  await screen.findByRole('button', { name: /^Team: Rocket Labs/ })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Commands' }), 'orbit{Enter}')
  await screen.findByRole('button', { name: /^Team: Orbit/ })
  await waitFor(() => expect(address()).toBe('/inbox'))
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Commands' }), 'add a new{Enter}')
  await screen.findByRole('dialog', { name: 'Add a new team' })
})

test('a team that the user joined elsewhere is there when the tab is shown again', async () => {
  const { user, state } = await renderPage({ at: '/team/info', teams: [rocket] })
  await screen.findByRole('button', { name: /^Team: Rocket Labs/ })
  state.teams = [rocket, orbit]
  window.dispatchEvent(new Event('visibilitychange'))
  await user.click(screen.getByRole('button', { name: /^Team: Rocket Labs/ }))
  await expectShown(screen.findByRole('menuitem', { name: /Orbit/ }))
})
