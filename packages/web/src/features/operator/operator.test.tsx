import {
  disableUser,
  enableUser,
  getOverview,
  getUser,
  limitTeam,
  listActs,
  listAllTeams,
  listSettings,
  listUsers,
  removeUser,
  suspendTeam,
  type OperatorTeam,
  type OperatorUser,
} from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.ts'
import { sampleUser } from '../../testing/samples.ts'

const bob: OperatorUser = {
  id: 2,
  name: 'Bob',
  email: 'bob@rocket.test',
  email_verified_at: '2026-11-01T09:00:00.000Z',
  operator: false,
  disabled_at: null,
  created_at: '2026-11-01T09:00:00.000Z',
  last_seen_at: null,
  teams_count: 2,
}
const ada = { ...bob, id: 1, name: 'Ada Byron', email: 'ada@rocket.test', operator: true }

const rocket: OperatorTeam = {
  id: 7,
  name: 'Rocket Labs',
  type: 'shared',
  owner: { id: 2, name: 'Bob', email: 'bob@rocket.test' },
  members_count: 3,
  messages: 1_204,
  bytes: 5_000_000,
  max_mails: null,
  max_bytes: null,
  suspended_at: null,
  created_at: '2026-11-01T09:00:00.000Z',
}

const whole = { next_cursor: null }

const render = (at: string, answers: (server: FakeServer) => void = () => {}) =>
  renderPage({ at, user: sampleUser({ operator: true }), answers })

async function choose(user: Awaited<ReturnType<typeof render>>['user'], who: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${who}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

test('the menu of an operator leads to the overview, and that of others has no such item', async () => {
  const { user } = await render('/settings/appearance', (server) =>
    server.answer(getOverview, () => ({
      data: {
        version: '1.2.3',
        node: 'v24.1.0',
        database: 'SQLite 3.53',
        roles: ['http', 'smtp'],
        started_at: '2026-11-01T09:00:00.000Z',
        caught: { hour: 12, day: 3_456 },
        users: 5,
        teams: 6,
        store: { bytes: 4_000_000, free_bytes: null },
        queues: [
          {
            name: 'emails' as const,
            waiting: 10_000,
            failed: 1,
            waiting_since: '2026-11-01T09:00:00.000Z',
          },
        ],
      },
    })),
  )
  await user.click(await screen.findByRole('button', { name: /^Account menu of/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Operator' }))
  await screen.findByText('3,456')
  expect(screen.queryByText('Not known')).not.toBeNull()
  screen.getByText(/10,000 or more waiting/)
  screen.getByText('1 failure in the last day')
})

test('for users who are no operators the pages do not exist, and the menu does not name them', async () => {
  const { server } = await renderPage({ at: '/admin/people' })
  await screen.findByText('This page does not exist')
  expect(server.count(listUsers)).toBe(0)
})

test('people are searched, and the next page is added to what is shown', async () => {
  const { user, server } = await render('/admin/people', (fake) =>
    fake.answer(listUsers, ({ query }) => {
      if (query.q === 'nobody') return { data: [], meta: whole }
      if (query.cursor !== undefined) return { data: [ada], meta: whole }
      return { data: [bob], meta: { next_cursor: '2' } }
    }),
  )
  await screen.findByText('bob@rocket.test')
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  const people = within(screen.getByRole('list', { name: 'People' }))
  await people.findByText('ada@rocket.test')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  screen.getByText('You')
  await user.type(screen.getByRole('searchbox', { name: 'Search by name or email' }), ' nobody ')
  await screen.findByText('Nobody found')
  expect(server.calls().at(-1)).toMatchObject({ query: expect.stringMatching(/^\??q=nobody$/) })
})

test('an account is disabled after a question, and the list is fetched again', async () => {
  const state = { bob }
  const { user, server } = await render('/admin/people', (fake) => {
    fake.answer(listUsers, () => ({ data: [state.bob], meta: whole }))
    fake.answer(disableUser, () => {
      state.bob = { ...bob, disabled_at: '2026-11-02T09:00:00.000Z' }
      return { message: 'Account disabled' }
    })
    fake.answer(enableUser, () => {
      state.bob = bob
      return { message: 'Account enabled' }
    })
  })
  await choose(user, bob.email, 'Disable account…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Disable Bob?' }))
  expect(server.count(disableUser)).toBe(0)
  await user.click(dialog.getByRole('button', { name: 'Disable account' }))
  await screen.findByText('Disabled')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await choose(user, bob.email, 'Enable account')
  await waitFor(() => expect(screen.queryByText('Disabled')).toBeNull())
})

test('the own account is neither disabled nor deleted here', async () => {
  const { user } = await render('/admin/people', (fake) =>
    fake.answer(listUsers, () => ({ data: [ada], meta: whole })),
  )
  await user.click(await screen.findByRole('button', { name: `Actions for ${ada.email}` }))
  await screen.findByRole('menuitem', { name: 'End all sessions' })
  expect(screen.queryByRole('menuitem', { name: /Disable|Delete/ })).toBeNull()
})

test('an account that still owns teams is not deleted, and the dialog says why', async () => {
  const reason = 'First delete or transfer the teams you own: Rocket Labs.'
  const { user } = await render('/admin/people', (fake) => {
    fake.answer(listUsers, () => ({ data: [bob], meta: whole }))
    fake.answer(removeUser, () => refuse('conflict', { message: reason }))
  })
  await choose(user, bob.email, 'Delete account…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Bob?' }))
  await user.type(dialog.getByLabelText('Your password'), 'secret')
  await user.click(dialog.getByRole('button', { name: 'Delete account' }))
  expect(await dialog.findByText(reason)).toBeDefined()
})

test('the teams of an account are listed by their names', async () => {
  const { user } = await render('/admin/people', (fake) => {
    fake.answer(listUsers, () => ({ data: [bob], meta: whole }))
    fake.answer(getUser, () => ({
      data: { ...bob, teams: [{ id: 7, name: 'Rocket Labs', role: 'owner' as const }] },
    }))
  })
  await choose(user, bob.email, 'Show teams')
  const dialog = within(await screen.findByRole('dialog', { name: 'Teams of Bob' }))
  await dialog.findByText('Rocket Labs')
  expect(dialog.queryByText('and 1 more')).not.toBeNull()
})

test('the limits of a team are set in messages and megabytes: empty, none or a number', async () => {
  const { user, server } = await render('/admin/teams', (fake) => {
    fake.answer(listAllTeams, () => ({ data: [{ ...rocket, max_bytes: 2_000_000 }], meta: whole }))
    fake.answer(limitTeam, () => ({ message: 'Limits saved' }))
  })
  await screen.findByText('1,204 messages · 5.0 MB · Own limits: 2.0 MB')
  await choose(user, 'Rocket Labs', 'Limits…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Limits of Rocket Labs' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Megabytes').value).toBe('2')
  await user.type(dialog.getByLabelText('Messages'), 'ten')
  await user.click(dialog.getByRole('button', { name: 'Save limits' }))
  await dialog.findByText('Enter a whole number, or nothing')
  await user.clear(dialog.getByLabelText('Messages'))
  await user.clear(dialog.getByLabelText('Megabytes'))
  await user.type(dialog.getByLabelText('Megabytes'), '0')
  await user.click(dialog.getByRole('button', { name: 'Save limits' }))
  await screen.findByText('Limits saved')
  const [sent] = server.calls().filter(({ method }) => method === 'PUT')
  expect(sent).toMatchObject({ body: { max_mails: null, max_bytes: 0 } })
})

test('a team is suspended after a question; a personal one cannot be deleted', async () => {
  const { user, server } = await render('/admin/teams', (fake) => {
    fake.answer(listAllTeams, () => ({
      data: [{ ...rocket, type: 'personal' as const }],
      meta: whole,
    }))
    fake.answer(suspendTeam, () => ({ message: 'Team suspended' }))
  })
  await choose(user, 'Rocket Labs', 'Suspend team…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Rocket Labs?' }))
  await user.click(dialog.getByRole('button', { name: 'Suspend team' }))
  await screen.findByText('Team suspended')
  expect(server.count(suspendTeam)).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Actions for Rocket Labs' }))
  await screen.findByRole('menuitem', { name: 'Limits…' })
  expect(screen.queryByRole('menuitem', { name: /Delete/ })).toBeNull()
})

test('settings are shown with their source, and of a secret only that it is set', async () => {
  await render('/admin/settings', (fake) =>
    fake.answer(listSettings, () => ({
      data: [
        { name: 'HTTP_PORT', value: '8025', source: 'default' as const, secret: false },
        { name: 'MAIL_URL', value: null, source: 'environment' as const, secret: true },
        { name: 'APP_KEY', value: null, source: 'default' as const, secret: true },
      ],
    })),
  )
  await screen.findByText('8025')
  screen.getByText('Hidden')
  screen.getByText('Not set')
  expect(screen.getAllByText('Set')).toHaveLength(1)
})

test('the audit says who did what to whom; without acts it says what will be there', async () => {
  const state = { failed: true }
  const { user } = await render('/admin/audit', (fake) =>
    fake.answer(listActs, () =>
      state.failed
        ? refuse('internal')
        : {
            data: [
              {
                id: 3,
                at: '2026-11-01T09:00:00.000Z',
                operator: 'Ada Byron',
                act: 'limited_team' as const,
                target: 'Rocket Labs',
                detail: '5 messages, the usual bytes',
              },
            ],
            meta: whole,
          },
    ),
  )
  await screen.findByText('The list could not be loaded', {}, { timeout: 10_000 })
  state.failed = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const acts = within(await screen.findByRole('list', { name: 'Acts' }))
  expect(acts.getByRole('listitem').textContent).toContain(
    'Ada Byron set the limits of the team Rocket Labs',
  )
})
