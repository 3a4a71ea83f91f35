import {
  deleteTeam,
  getRetention,
  handOverTeam,
  leaveTeam,
  listTokens,
  renameTeam,
  setRetention,
} from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { refuse } from '../../testing/fake-server.ts'
import { grace, renderPage, sampleMember } from '../../testing/render-page.ts'
import { sampleTeam } from '../../testing/samples.ts'
import { sampleToken } from '../../testing/sample-token.ts'

const at = '/team/info'
const rocket = sampleTeam({ type: 'shared', members_count: 2 })
const home = sampleTeam({ id: 8, name: 'Ada’s team' })
const ownedByGrace = sampleTeam({
  type: 'shared',
  role: 'member',
  owner: { id: 2, name: 'Grace Hopper' },
})

test('a team is renamed, and the switcher says so', async () => {
  const { user, server, state } = await renderPage({
    at: '/team',
    answers: (fake) =>
      fake.answer(renameTeam, ({ body }) => {
        const renamed = { ...rocket, name: body.name }
        state.teams = [renamed]
        return { data: renamed }
      }),
  })
  const name = await screen.findByLabelText('Name')
  await user.clear(name)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Name is a required field')
  expect(server.count(renameTeam)).toBe(0)
  await user.type(name, ' Orbit Labs ')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Team updated successfully')
  await screen.findByRole('button', { name: /^Team: Orbit Labs/ })
})

test('a member sees that only the owner can rename the team, and can only leave it', async () => {
  await renderPage({ at, teams: [ownedByGrace] })
  await screen.findByText('Only the owner, Grace Hopper, can rename the team.')
  expect(screen.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete team' })).toBeNull()
  expect(screen.queryByText('Transfer ownership')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Leave team' })).not.toBeNull()
})

test('a personal team is neither deleted nor handed over nor left', async () => {
  await renderPage({ at, teams: [home] })
  await screen.findByText('Your personal team. It stays as long as your account does.')
  expect(screen.queryByRole('button', { name: /Delete|Transfer|Leave/ })).toBeNull()
})

test('a team is deleted with the password, and the inbox of another one shows', async () => {
  const { user, state, address } = await renderPage({
    at,
    teams: [rocket, home],
    answers: (fake) =>
      fake.answer(deleteTeam, ({ body }) =>
        body.password === 'secret'
          ? { message: 'Team deleted' }
          : refuse('invalid', { errors: { password: ['The password is incorrect.'] } }),
      ),
  })
  await screen.findByText('Please proceed with caution, this cannot be undone.')
  await user.click(screen.getByRole('button', { name: 'Delete team' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete team' }))
  const confirm = dialog.getByRole('button', { name: 'Delete team' })
  await user.click(confirm)
  await dialog.findByText('Password is a required field')
  await user.type(dialog.getByLabelText('Password'), 'wrong')
  await user.click(confirm)
  await dialog.findByText('The password is incorrect.')
  expect(address()).toBe(at)

  state.teams = [home]
  await user.clear(dialog.getByLabelText('Password'))
  await user.type(dialog.getByLabelText('Password'), 'secret')
  await user.click(confirm)
  await waitFor(() => expect(address()).toBe('/inbox'))
  await screen.findByRole('button', { name: /^Team: Ada’s team/ })
  expect(localStorage.getItem('currentTeamId')).toBe('8')
  await screen.findByText('Team deleted')
})

test('the page that deletes a team says nothing about its closed channel', async () => {
  let finish = () => undefined as void
  const app = await renderPage({
    at,
    teams: [rocket, home],
    answers: (fake) =>
      fake.answer(deleteTeam, async () => {
        await new Promise<void>((resolve) => (finish = resolve))
        return { message: 'Team deleted' }
      }),
  })
  await app.user.click(await screen.findByRole('button', { name: 'Delete team' }))
  const dialog = within(await screen.findByRole('dialog'))
  await app.user.type(dialog.getByLabelText('Password'), 'secret')
  await app.user.click(dialog.getByRole('button', { name: 'Delete team' }))
  await waitFor(() => expect(app.server.count(deleteTeam)).toBe(1))
  app.state.teams = [home]
  app.socket.send('ChannelClosed', { channel: 'teams.7.mails' })
  finish()
  await screen.findByText('Team deleted')
  expect(screen.queryByText(/You are no longer in/)).toBeNull()
})

test('a member leaves after a question, and a refusal is shown in the dialog', async () => {
  let refused = true
  const app = await renderPage({
    at,
    teams: [ownedByGrace, home],
    answers: (fake) =>
      fake.answer(leaveTeam, () =>
        refused ? refuse('unavailable') : { message: 'You have left the team' },
      ),
  })
  await app.user.click(await screen.findByRole('button', { name: 'Leave team' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave Rocket Labs?' }))
  await app.user.click(dialog.getByRole('button', { name: 'Leave team' }))
  await dialog.findByRole('alert')
  refused = false
  app.state.teams = [home]
  await app.user.click(dialog.getByRole('button', { name: 'Leave team' }))
  await screen.findByText('You have left the team')
  await screen.findByRole('button', { name: /^Team: Ada’s team/ })
  await waitFor(() => expect(app.address()).toBe('/inbox'))
})

test('who leaves ends the tokens that they made, unless they take that back', async () => {
  const { user, server } = await renderPage({
    at,
    teams: [ownedByGrace, home],
    answers(fake) {
      fake.answer(listTokens, () => ({
        data: [
          sampleToken({ id: 1, name: 'CI' }),
          sampleToken({ id: 2, name: 'Laptop' }),
          sampleToken({ id: 3, name: 'Of nobody', created_by: null }),
        ],
      }))
      fake.answer(leaveTeam, () => refuse('unavailable'))
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Leave team' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave Rocket Labs?' }))
  await dialog.findByText(/You made 2 API tokens in this team/)
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'CImst_AbC9…',
    'Laptopmst_AbC9…',
  ])
  const leave = dialog.getByRole('button', { name: 'Leave team' })
  await user.click(leave)
  await waitFor(() => expect(server.count(leaveTeam)).toBe(1))
  await user.click(dialog.getByRole('checkbox', { name: 'Revoke these tokens too' }))
  await user.click(leave)
  await waitFor(() => expect(server.count(leaveTeam)).toBe(2))
  const left = server.calls().filter(({ path }) => path.endsWith('/leave'))
  expect(left.map(({ query }) => query)).toEqual(['?tokens=revoke', ''])
})

test('ownership is handed over to the selected member, with the password', async () => {
  const mary = sampleMember({ id: 3, name: 'Mary Shaw', email: 'mary@rocket.test', role: 'member' })
  const sent: unknown[] = []
  const { user, state } = await renderPage({
    at,
    members: [sampleMember(), grace, mary],
    answers: (fake) =>
      fake.answer(handOverTeam, ({ body }) => {
        sent.push(body)
        state.teams = [ownedByGrace]
        return { data: ownedByGrace }
      }),
  })
  await user.click(await screen.findByRole('button', { name: 'Transfer team' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Transfer Rocket Labs' }))
  await user.type(dialog.getByLabelText('Password'), 'secret')
  await user.click(dialog.getByRole('button', { name: 'Transfer team' }))
  await dialog.findByText('New owner is a required field')
  expect(sent).toEqual([])
  await user.click(dialog.getByLabelText('New owner'))
  await user.click(await screen.findByRole('option', { name: /Grace Hopper/ }))
  await user.click(dialog.getByRole('button', { name: 'Transfer team' }))
  await screen.findByText('Grace Hopper is now the owner of Rocket Labs')
  expect(sent).toEqual([{ user: 2, password: 'secret' }])
  await expectShown(screen.findByRole('button', { name: 'Leave team' }))
})

test('an owner without other members sees what to do before handing over', async () => {
  await renderPage({ at, members: [sampleMember()] })
  const link = await screen.findByRole('link', { name: 'Invite someone' })
  expect(link.getAttribute('href')).toBe('/team/users')
})

test('the owner sets how long mail is kept; what deletes mail is asked first', async () => {
  const kept = { days: null, mails: null, most_days: 90, most_mails: null }
  const { user, server } = await renderPage({
    at,
    answers: (fake) => {
      fake.answer(getRetention, () => ({ data: kept }))
      fake.answer(setRetention, ({ body }) =>
        body.days !== null && body.days > 90
          ? refuse('invalid', { errors: { days: ['90 at most.'] } })
          : { data: { ...kept, ...body } },
      )
    },
  })
  const days = await screen.findByLabelText('Days')
  await screen.findByText('This server keeps 90 days at most.')
  const save = () => user.click(screen.getByRole('button', { name: 'Save retention' }))
  await user.type(days, '91')
  await save()
  await screen.findByText('90 at most.')
  await user.clear(days)
  await user.type(days, '30')
  await save()
  const dialog = within(await screen.findByRole('dialog', { name: 'Keep less mail?' }))
  expect(server.count(setRetention)).toBe(1)
  await user.click(dialog.getByRole('button', { name: 'Delete older mail' }))
  await screen.findByText('Retention saved')
  // More is kept without a question.
  await user.clear(days)
  await save()
  await waitFor(() => expect(server.count(setRetention)).toBe(3))
})

test('a member reads how long mail is kept', async () => {
  await renderPage({
    at,
    teams: [ownedByGrace],
    answers: (fake) =>
      fake.answer(getRetention, () => ({
        data: { days: 30, mails: null, most_days: 90, most_mails: 5_000 },
      })),
  })
  await screen.findByText('This team keeps its mail for at most 30 days and 5,000 messages.')
  expect(screen.queryByRole('button', { name: 'Save retention' })).toBeNull()
})
