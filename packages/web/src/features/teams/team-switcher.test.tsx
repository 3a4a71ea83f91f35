import { getCounters, listTeams, mailChannel } from '@mailstop/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleCounters, sampleTeam, sampleUser } from '../../testing/samples.ts'

const rocket = sampleTeam({ id: 7, name: 'Rocket Labs', members_count: 4 })
const orbit = sampleTeam({ id: 9, name: 'Orbit', type: 'shared', members_count: 1 })

const renderTeams = (teams = [rocket, orbit], at = '/integrations/smtp-credentials') =>
  renderApp({
    at,
    as: sampleUser(),
    answers: (server) => server.answer(listTeams, () => ({ data: teams })),
  })

const switcher = (team: string) =>
  screen.findByRole('button', { name: new RegExp(`^Team: ${team}`) })

test('the team switcher shows the first team and its members, and stores that choice', async () => {
  await renderTeams()
  expect((await switcher('Rocket Labs')).textContent).toContain('4 members')
  await waitFor(() => expect(localStorage.getItem('currentTeamId')).toBe('7'))
})

test('the team switcher shows the team that was selected before', async () => {
  localStorage.setItem('currentTeamId', '9')
  await renderTeams()
  expect((await switcher('Orbit')).textContent).toContain('1 member')
})

test('a selected team that the user is no longer in is replaced by the first team', async () => {
  localStorage.setItem('currentTeamId', '404')
  await renderTeams()
  await switcher('Rocket Labs')
  await waitFor(() => expect(localStorage.getItem('currentTeamId')).toBe('7'))
})

test('choosing a team in the menu leads to its inbox', async () => {
  const { user, address, server } = await renderTeams()
  await user.click(await switcher('Rocket Labs'))
  await user.click(await screen.findByRole('menuitem', { name: /Orbit/ }))
  await switcher('Orbit')
  await waitFor(() => expect(address()).toBe('/inbox'))
  await waitFor(() =>
    expect(server.calls().map(({ path }) => path)).toContain('/api/teams/9/mails'),
  )
  expect(localStorage.getItem('currentTeamId')).toBe('9')
})

test('the menu names the key of each team as this machine does', async () => {
  const { user } = await renderTeams()
  await user.click(await switcher('Rocket Labs'))
  const item = await screen.findByRole('menuitem', { name: /Orbit/ })
  expect([...item.querySelectorAll('kbd')].map((key) => key.textContent)).toEqual(['Meta', '2'])
})

test('meta with a digit chooses the team at that place', async () => {
  const { user, address } = await renderTeams()
  await switcher('Rocket Labs')
  await user.keyboard('{Meta>}2{/Meta}')
  await switcher('Orbit')
  await waitFor(() => expect(address()).toBe('/inbox'))
})

test('meta with a digit of no team says so', async () => {
  const { user } = await renderTeams()
  await switcher('Rocket Labs')
  await user.keyboard('{Meta>}3{/Meta}')
  await screen.findByText('No team has been found with key 3')
  await expectShown(switcher('Rocket Labs'))
})

test('a team selected in another tab is selected here', async () => {
  await renderTeams()
  await switcher('Rocket Labs')
  localStorage.setItem('currentTeamId', '9')
  window.dispatchEvent(new StorageEvent('storage', { key: 'currentTeamId', newValue: '9' }))
  await expectShown(switcher('Orbit'))
})

test('the mail of another team is heard in place of that of the one before', async () => {
  const { user, socket } = await renderTeams()
  await switcher('Rocket Labs')
  await waitFor(() => expect(socket.joined()).toEqual([mailChannel(7)]))
  await user.keyboard('{Meta>}2{/Meta}')
  await waitFor(() => expect(socket.joined()).toEqual([mailChannel(9)]))
})

test('the menu of teams says how many unread messages each has', async () => {
  const { user, server } = await renderTeams()
  server.answer(getCounters, ({ params }) => ({
    data: sampleCounters({ unread: params.team === 9 ? 12 : 0 }),
  }))
  await user.click(await switcher('Rocket Labs'))
  const item = await screen.findByRole('menuitem', { name: /^Orbit 12 unread/ })
  expect(item.textContent).toContain('12')
})
