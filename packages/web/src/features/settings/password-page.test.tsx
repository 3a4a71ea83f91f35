import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  listTeams,
  type Session,
} from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleTeam, sampleUser } from '../../testing/samples.ts'
import { exactDateTime } from '../../ui/texts/date-texts.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const sample = (browser: string, change: Partial<Session> = {}): Session => ({
  id: browser.length.toString(16).padStart(32, '0'),
  created_at: hoursAgo(76),
  last_seen_at: hoursAgo(2),
  user_agent: browser,
  address: '192.0.2.7',
  current: false,
  ...change,
})
const here = sample('Chrome on Linux', { current: true, last_seen_at: new Date().toISOString() })
const phone = sample('Safari on iOS')
const old = sample('Firefox on Windows')

async function open(sessions: Session[], answers: (server: FakeServer) => void = () => undefined) {
  const state = { sessions }
  const app = await renderApp({
    at: '/settings/password',
    as: sampleUser(),
    answers(server) {
      server.answer(listTeams, () => ({ data: [sampleTeam()] }))
      server.answer(listSessions, () => ({ data: state.sessions }))
      server.answer(endSession, ({ params }) => {
        state.sessions = state.sessions.filter(({ id }) => id !== params.session)
        return { message: 'Session ended' }
      })
      server.answer(endOtherSessions, () => {
        state.sessions = state.sessions.filter(({ current }) => current)
        return { message: 'All other sessions ended' }
      })
      answers(server)
    },
  })
  const list = await screen.findByRole('list', { name: 'Sessions' })
  const browsers = () => within(list).getAllByRole('listitem')
  return { ...app, state, browsers }
}

async function fill(user: Awaited<ReturnType<typeof open>>['user'], next = 'long enough') {
  await user.type(screen.getByLabelText('Current password'), 'secret')
  await user.type(screen.getByLabelText('New password'), next)
  await user.type(screen.getByLabelText('Confirm password'), `${next}{Enter}`)
}

test('the page Password changes the password, empties the form and fetches the profile again', async () => {
  const { user, server, state, browsers } = await open([phone, here], (fake) =>
    fake.answer(changePassword, () => {
      state.sessions = [here]
      return { message: 'Password updated successfully' }
    }),
  )
  await fill(user)
  expect(await screen.findByText('Password updated successfully')).toBeTruthy()
  expect(server.calls().find(({ method }) => method === 'PUT')?.body).toEqual({
    current_password: 'secret',
    password: 'long enough',
    password_confirmation: 'long enough',
    revoke_tokens: false,
  })
  expect(screen.getByLabelText('Current password')).toMatchObject({ value: '' })
  await waitFor(() => expect(browsers()).toHaveLength(1))
})

test('the page Password asks the server nothing while a field is wrong', async () => {
  const { user, server } = await open([here])
  await fill(user, 'short')
  expect(await screen.findByText('New password must be at least 8 characters')).toBeTruthy()
  expect(server.count(changePassword)).toBe(0)
})

test('the page Password leaves it to the server whether the two new passwords match', async () => {
  const { user, server } = await open([here], (fake) =>
    fake.answer(changePassword, () =>
      refuse('invalid', { errors: { password_confirmation: ['The passwords do not match'] } }),
    ),
  )
  await fill(user)
  await user.type(screen.getByLabelText('Confirm password'), 'er{Enter}')
  expect(await screen.findByText('The passwords do not match')).toBeTruthy()
  expect(server.count(changePassword)).toBeGreaterThan(0)
})

test('the page Password lists this browser first, then the others with their place and time', async () => {
  const { browsers } = await open([phone, here])
  const [first, second] = browsers().map((row) => row.textContent)
  expect(first).toContain('Chrome on LinuxThis browserActive now · 192.0.2.7')
  expect(second).toContain('Safari on iOSLast used 2 hours ago · 192.0.2.7 · Signed in 3 days ago')
  const [used, signedIn] = within(browsers()[1] as HTMLElement).getAllByRole('time')
  expect(used?.title).toBe(exactDateTime(phone.last_seen_at))
  expect(signedIn?.title).toBe(exactDateTime(phone.created_at))
  expect(within(browsers()[0] as HTMLElement).queryByRole('button')).toBeNull()
})

test('the page Password ends one session, and then all others', async () => {
  const { user, server, browsers } = await open([phone, old, here])
  await user.click(screen.getByRole('button', { name: 'End the session of Safari on iOS' }))
  await waitFor(() => expect(browsers()).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'End all other sessions' }))
  await waitFor(() => expect(browsers()).toHaveLength(1))
  expect(server.count(endOtherSessions)).toBe(1)
  expect(await screen.findByText('All other sessions ended')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^End/ })).toBeNull()
})

test('a session that was gone already goes from the list without a word', async () => {
  const { user, state, browsers } = await open([phone, here], (fake) =>
    fake.answer(endSession, () => {
      state.sessions = [here]
      return refuse('not_found')
    }),
  )
  await user.click(screen.getByRole('button', { name: 'End the session of Safari on iOS' }))
  await waitFor(() => expect(browsers()).toHaveLength(1))
  expect(screen.queryByText(/does not exist/)).toBeNull()
})

test('the page Password says why a session could not be ended, and keeps it', async () => {
  const { user, browsers } = await open([phone, here], (fake) =>
    fake.answer(endSession, () => refuse('internal')),
  )
  await user.click(screen.getByRole('button', { name: 'End the session of Safari on iOS' }))
  expect(await screen.findByText('Something went wrong on the server.')).toBeTruthy()
  expect(browsers()).toHaveLength(2)
})
