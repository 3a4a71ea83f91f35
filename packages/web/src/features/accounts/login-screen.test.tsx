import { getCsrfCookie, getProfile, listTeams, login, logout } from '@mailstop/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleTeam, sampleUser } from '../../testing/samples.ts'

/** From now on the server knows someone, once they have logged in. */
function letsIn(server: FakeServer, user = sampleUser()) {
  server.answer(login, () => {
    server.answer(getProfile, () => ({ data: user }))
    return { message: 'Logged in', email_verified_at: user.email_verified_at }
  })
}

const fields = async () => ({
  email: await screen.findByRole('textbox', { name: 'Email' }),
  password: screen.getByLabelText('Password'),
  submit: screen.getByRole('button', { name: 'Log in' }),
})

test('Login logs a verified user in and opens the inbox', async () => {
  const { user, server, address } = await renderApp({ at: '/login', as: null, answers: letsIn })
  const form = await fields()
  await user.type(form.email, 'ada@rocket.test')
  await user.type(form.password, 'secret')
  await user.click(screen.getByRole('checkbox', { name: 'Remember me' }))
  await user.click(form.submit)
  await waitFor(() => expect(address()).toBe('/inbox'))
  expect(server.calls().find((call) => call.method === 'POST')?.body).toEqual({
    email: 'ada@rocket.test',
    password: 'secret',
    remember: true,
  })
})

test('Login leads back to the page that a visitor asked for', async () => {
  const { user, address } = await renderApp({
    at: '/inbox/42?filter=unread',
    as: null,
    answers: letsIn,
  })
  const form = await fields()
  expect(address()).toBe('/login?redirect=%2Finbox%2F42%3Ffilter%3Dunread')
  await user.type(form.email, 'ada@rocket.test')
  await user.type(form.password, 'secret{Enter}')
  await waitFor(() => expect(address()).toBe('/inbox/42?filter=unread'))
})

test('Login keeps the fragment of the page that a visitor asked for', async () => {
  window.history.replaceState(null, '', '/settings/profile#sessions')
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  const { address } = await renderApp({ at: '/settings/profile#sessions', as: null })
  await fields()
  expect(address()).toBe('/login?redirect=%2Fsettings%2Fprofile%23sessions')
})

test('Login never follows a redirect to another site', async () => {
  const { user, address } = await renderApp({
    at: '/login?redirect=%2F%2Fevil.test',
    as: null,
    answers: letsIn,
  })
  const form = await fields()
  await user.type(form.email, 'ada@rocket.test')
  await user.type(form.password, 'secret{Enter}')
  await waitFor(() => expect(address()).toBe('/inbox'))
})

test('Login sends a user with an unverified address to verify it first', async () => {
  const { user, address } = await renderApp({
    at: '/login?redirect=%2Finbox%2F42',
    as: null,
    answers: (server) => letsIn(server, sampleUser({ email_verified_at: null })),
  })
  const form = await fields()
  await user.type(form.email, 'ada@rocket.test')
  await user.type(form.password, 'secret{Enter}')
  await screen.findByRole('heading', { name: 'Verify your email' })
  expect(address()).toBe('/verify-email?redirect=%2Finbox%2F42')
})

test('Login moves on once another tab has logged in, and ends nothing', async () => {
  const { server, address } = await renderApp({
    at: '/login?redirect=%2Fsettings%2Fappearance',
    as: null,
    answers: (fake) => fake.answer(listTeams, () => ({ data: [sampleTeam()] })),
  })
  await fields()
  server.answer(getProfile, () => ({ data: sampleUser() }))
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await screen.findByRole('heading', { name: 'Appearance' })
  expect(address()).toBe('/settings/appearance')
  expect(server.count(logout)).toBe(0)
})

test('Login names every missing field and asks the server nothing', async () => {
  const { user, server } = await renderApp({ at: '/login', as: null })
  const form = await fields()
  await user.click(form.submit)
  expect(await screen.findByText('Email is a required field')).toBeTruthy()
  expect(screen.getByText('Password is a required field')).toBeTruthy()
  expect(form.email.getAttribute('aria-invalid')).toBe('true')
  expect(server.count(login)).toBe(0)
})

test('Login checks an address when it is left, not while it is typed', async () => {
  const { user } = await renderApp({ at: '/login', as: null })
  const form = await fields()
  await user.type(form.email, 'ada@')
  expect(screen.queryByText('field is not valid')).toBeNull()
  await user.tab()
  expect(await screen.findByText('field is not valid')).toBeTruthy()
})

test('Login says so when the server is not reached, and can be tried again', async () => {
  const { user, server, address } = await renderApp({ at: '/login', as: null, answers: letsIn })
  const form = await fields()
  await user.type(form.email, 'ada@rocket.test')
  server.setUnreachable(true)
  await user.type(form.password, 'secret{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached')
  server.setUnreachable(false)
  await user.click(form.submit)
  await waitFor(() => expect(address()).toBe('/inbox'))
})

test('Login shows the status and the address that it is opened with', async () => {
  const { user, server } = await renderApp({
    at: '/login?status=Account%20created%20successfully&email=ada%40rocket.test',
    as: null,
    answers: letsIn,
  })
  expect(
    (await screen.findByText('Account created successfully')).closest('[role=status]'),
  ).toBeTruthy()
  screen.getByText(/^Your address has to be verified: open the link that was sent to it/)
  const form = await fields()
  expect(form.email).toMatchObject({ value: 'ada@rocket.test', disabled: true })
  await user.type(form.password, 'secret{Enter}')
  await waitFor(() => expect(server.count(login)).toBe(1))
  expect(server.calls().find((call) => call.path === '/login')?.body).toMatchObject({
    email: 'ada@rocket.test',
  })
})

test.each(['Your account is locked. Call +1 555 0100.', 'account created successfully'])(
  'the status %j is not one of its own, and is not shown',
  async (status) => {
    await renderApp({ at: `/login?status=${encodeURIComponent(status)}`, as: null })
    await fields()
    expect(screen.queryByText(status)).toBeNull()
    expect(screen.queryByRole('status')).toBeNull()
  },
)

test('a login that fails takes the status away', async () => {
  const { user } = await renderApp({
    at: '/login?status=Account%20created%20successfully&email=ada%40rocket.test',
    as: null,
    answers: (server) =>
      server.answer(login, () =>
        refuse('invalid', { errors: { email: ['These credentials do not match our records.'] } }),
      ),
  })
  await screen.findByText('Account created successfully')
  await user.type((await fields()).password, 'wrong{Enter}')
  await screen.findByText('These credentials do not match our records.')
  expect(screen.queryByText('Account created successfully')).toBeNull()
})

test('Login ends the session of a user who opens it', async () => {
  const { server } = await renderApp({
    at: '/login',
    as: sampleUser(),
    answers: (fake) => fake.answer(logout, () => ({ message: 'Logged out' })),
  })
  await fields()
  expect(server.count(logout)).toBe(1)
})

test('Login fetches the anti-forgery cookie before each login', async () => {
  const { user, server } = await renderApp({
    at: '/login',
    as: null,
    answers: (fake) =>
      fake.answer(login, () => refuse('invalid', { errors: { password: ['No'] } })),
  })
  const form = await fields()
  await user.type(form.email, 'ada@rocket.test')
  await user.type(form.password, 'secret{Enter}')
  await screen.findByText('No')
  await user.type(form.password, 's{Enter}')
  await waitFor(() => expect(server.count(login)).toBe(2))
  const paths = server.calls().map(({ path }) => path)
  const [first, second] = [paths.indexOf(login.path), paths.lastIndexOf(login.path)]
  expect([paths[first - 1], paths[second - 1]]).toEqual([getCsrfCookie.path, getCsrfCookie.path])
})
