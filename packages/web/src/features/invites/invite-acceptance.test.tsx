import {
  acceptInvite,
  getProfile,
  getSystemMail,
  listTeams,
  login,
  logout,
  register,
  type EndpointReply,
  type User,
} from '@mailstop/contract'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refuse, type FakeRefusal } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleTeam, sampleUser } from '../../testing/samples.ts'

type Reply = EndpointReply<typeof acceptInvite> | FakeRefusal

const rocket = sampleTeam({ id: 7 })
const orbit = sampleTeam({ id: 9, name: 'Orbit', type: 'shared' })

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const open = (reply: Reply | Promise<Reply>, as: User | null = null, at = '/invite?token=t0k') =>
  renderApp({
    at,
    as,
    answers(server) {
      server.answer(acceptInvite, ({ params }) => (params.token === 't0k' ? reply : refuse('gone')))
      server.answer(listTeams, () => ({ data: [rocket, orbit] }))
      server.answer(logout, () => ({ message: 'Logged out' }))
    },
  })

const email = 'mary@rocket.test'
const invited = {
  email,
  team: 9,
  team_name: 'Orbit',
  team_owner: 'Ann Onym',
  from_owner: false,
}

test('the page of an invitation says that the invitation is being accepted until the server has answered', async () => {
  let answer: (reply: Reply) => void = () => undefined
  await open(new Promise((resolve) => (answer = resolve)))
  await screen.findByText('The invite is being accepted, please wait...')
  answer(refuse('gone', { message: 'This invite is no longer valid.' }))
  await screen.findByText('This invite is no longer valid.')
  expect(screen.queryByRole('link', { name: 'Go to the inbox' })).not.toBeNull()
})

test('an accepted invitation leads to the inbox of the team after two seconds', async () => {
  localStorage.setItem('currentTeamId', '7')
  const message = 'You have joined Orbit.'
  const { address } = await open({ message, redirect: 'inbox', ...invited }, sampleUser())
  await screen.findByText(message)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(address()).toBe('/invite?token=t0k')
  await vi.advanceTimersByTimeAsync(600)
  await waitFor(() => expect(address()).toBe('/inbox'))
  await screen.findByRole('button', { name: /^Team: Orbit/ })
})

test('an invitation of an account leads to Login with its address after two seconds, also for another user', async () => {
  const message = 'Log in to join Orbit.'
  const { address, server } = await open({ message, redirect: 'login', ...invited }, sampleUser())
  await screen.findByText(message)
  screen.getByText(
    '“Orbit” is the team of Ann Onym. You are signed in as ada@rocket.test and will be logged out.',
  )
  await vi.advanceTimersByTimeAsync(1_500)
  expect(address()).toBe('/invite?token=t0k')
  await vi.advanceTimersByTimeAsync(600)
  await waitFor(() => expect(address()).toBe('/login?email=mary%40rocket.test'))
  await waitFor(() => expect(server.count(logout)).toBe(1))
  expect((await screen.findByText(/^You are invited to/)).textContent).toBe(
    'You are invited to “Orbit”, the team of Ann Onym.',
  )
})

test('an invitation to a personal team, which has the name of its owner, says it once', async () => {
  const message = 'Log in to join Ann Onym.'
  const { address } = await open({ message, redirect: 'login', ...invited, team_name: 'Ann Onym' })
  await screen.findByText('It is the team of Ann Onym.')
  await vi.advanceTimersByTimeAsync(2_100)
  await waitFor(() => expect(address()).toBe('/login?email=mary%40rocket.test'))
  expect((await screen.findByText(/^You are invited to/)).textContent).toBe(
    'You are invited to the team of Ann Onym.',
  )
})

test('an invitation of an account lets a user of another account stay signed in', async () => {
  localStorage.setItem('currentTeamId', '7')
  const message = 'Log in to join Orbit.'
  const { address, server, user } = await open(
    { message, redirect: 'login', ...invited },
    sampleUser(),
  )
  await user.click(await screen.findByRole('link', { name: 'Stay signed in' }))
  await screen.findByRole('button', { name: /^Team: Rocket Labs/ })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(address()).toBe('/inbox')
  expect(server.count(logout)).toBe(0)
  expect(localStorage.getItem('currentTeamId')).toBe('7')
})

test('an invitation without an account leads at once to Register with its address, which sends the token', async () => {
  const sent: unknown[] = []
  const { address, server, user } = await open({
    message: 'Create an account.',
    redirect: 'register',
    ...invited,
  })
  server.answer(register, ({ body }) => {
    sent.push(body.email, body.invite)
    return { message: 'Account created' }
  })
  await waitFor(() => expect(address()).toBe('/register?email=mary%40rocket.test&invite=t0k'))
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe(email)
  expect(screen.getByText(/^You are invited to/).textContent).toBe(
    'You are invited to “Orbit”, the team of Ann Onym.',
  )
  await user.type(screen.getByLabelText('Name'), 'Mary Shaw')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.type(screen.getByLabelText('Confirm password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(sent).toEqual([email, 't0k']))
  expect(localStorage.getItem('currentTeamId')).toBe('9')
})

test('a link that the owner copied leads from Register by Login back to itself, without another link', async () => {
  const copied = { ...invited, from_owner: true }
  const { server, user, address } = await open({
    message: 'Create an account.',
    redirect: 'register',
    ...copied,
  })
  const newcomer = sampleUser({ email, email_verified_at: null })
  server.answer(getSystemMail, () => ({ data: { relay: false } }))
  server.answer(register, () => ({ message: 'Account created' }))
  server.answer(login, () => {
    server.answer(getProfile, () => ({ data: newcomer }))
    server.answer(acceptInvite, () => {
      server.answer(getProfile, () => ({ data: { ...newcomer, email_verified_at: at } }))
      return { message: 'You are now a member of Orbit.', redirect: 'inbox' as const, ...copied }
    })
    return { message: 'Logged in', email_verified_at: null }
  })
  const at = '2026-11-01T09:00:00.000Z'
  await user.type(await screen.findByLabelText('Name'), 'Mary Shaw')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.type(screen.getByLabelText('Confirm password'), 'correct horse{Enter}')
  await screen.findByText('Account created successfully')
  expect(screen.queryByText(/no mail relay/)).toBeNull()
  screen.getByText('Log in to join it.')
  expect(screen.getByText(/^You are invited to/).textContent).toContain('Orbit')
  expect(address()).toBe('/login?status=Account+created+successfully')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(email)
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  await screen.findByText('You are now a member of Orbit.')
  await vi.advanceTimersByTimeAsync(2_100)
  await waitFor(() => expect(address()).toBe('/inbox'))
  await screen.findByRole('button', { name: /^Team: Orbit/ })
})

test('an unverified user who is invited at their own address stays signed in, to verify it', async () => {
  const message = 'Verify your email address to join Orbit.'
  const { server, address } = await open(
    { message, redirect: 'inbox', ...invited },
    sampleUser({ email, email_verified_at: null }),
  )
  await screen.findByText(message)
  await vi.advanceTimersByTimeAsync(2_100)
  await waitFor(() => expect(address()).toBe('/verify-email?redirect=%2Finbox'))
  expect(server.count(logout)).toBe(0)
})

test('an address alone makes Register and Login name no team', async () => {
  await open(refuse('gone'), null, '/register?email=mary%40rocket.test&invite=t0k&team=Orbit')
  await screen.findByLabelText('Name')
  expect(screen.queryByText(/invited/)).toBeNull()
})

test('a link without its token says so and posts nothing', async () => {
  const { server } = await open(refuse('gone'), null, '/invite')
  await screen.findByText(/^This link is incomplete/)
  expect(server.count(acceptInvite)).toBe(0)
})
