import { forgotPassword, resetPassword } from '@mailstop/contract'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'

afterEach(() => vi.useRealTimers())

const resetForm = async () => ({
  email: await screen.findByRole('textbox', { name: 'Email' }),
  password: screen.getByLabelText('Password'),
  confirmation: screen.getByLabelText('Confirm password'),
})

const openLink = (answers: (server: FakeServer) => void) =>
  renderApp({ at: '/reset-password/abc?email=ada%40rocket.test', as: null, answers })

test('Login leads to a forgotten password, and that back', async () => {
  const { user, address } = await renderApp({ at: '/login', as: null })
  await user.click(await screen.findByRole('link', { name: 'Forgot password?' }))
  await screen.findByText('Enter your email to receive a password reset link')
  expect(address()).toBe('/forgot-password')
  await user.click(screen.getByRole('link', { name: 'log in' }))
  await screen.findByRole('heading', { name: 'Log in to your account' })
})

test('Forgot password asks for a link and shows what the server says', async () => {
  const { user, server } = await renderApp({
    at: '/forgot-password',
    as: null,
    answers: (fake) => fake.answer(forgotPassword, () => ({ message: 'A link is on its way.' })),
  })
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ada@rocket.test')
  await user.click(screen.getByRole('button', { name: 'Email password reset link' }))
  const message = await screen.findByText('A link is on its way.')
  expect(message.closest('[role=status]')?.className).toContain('text-ok')
  expect(server.calls().at(-1)?.body).toEqual({ email: 'ada@rocket.test' })
})

test.each([
  ['', 'Email is a required field'],
  ['ada@', 'field is not valid'],
])('Forgot password asks the server nothing about the address %j', async (typed, text) => {
  const { user, server } = await renderApp({ at: '/forgot-password', as: null })
  const email = await screen.findByRole('textbox', { name: 'Email' })
  if (typed) await user.type(email, typed)
  await user.click(screen.getByRole('button', { name: 'Email password reset link' }))
  expect(await screen.findByText(text)).toBeTruthy()
  expect(server.count(forgotPassword)).toBe(0)
})

test('Forgot password says how long to wait after too many tries, and removes the earlier message', async () => {
  const { user, server } = await renderApp({
    at: '/forgot-password?email=ada%40rocket.test',
    as: null,
    answers: (fake) => fake.answer(forgotPassword, () => ({ message: 'A link is on its way.' })),
  })
  const submit = await screen.findByRole('button', { name: 'Email password reset link' })
  await user.click(submit)
  await screen.findByText('A link is on its way.')
  server.answer(forgotPassword, () => refuse('rate_limited', { retryAfter: 125 }))
  await user.click(submit)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Too many attempts. Try again in 3 minutes.')
  expect(screen.queryByText('A link is on its way.')).toBeNull()
})

test('a link sets a new password for its own address, then leads to Login after two seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const { user, server, address } = await openLink((fake) =>
    fake.answer(resetPassword, () => ({ message: 'Your password has been reset.' })),
  )
  const form = await resetForm()
  expect(form.email).toMatchObject({ value: 'ada@rocket.test', readOnly: true })
  await user.click(screen.getByLabelText('Also revoke the API tokens that I made'))
  await user.type(form.password, 'long enough')
  await user.type(form.confirmation, 'long enough{Enter}')
  await screen.findByRole('heading', { name: 'Password reset' })
  expect(screen.getByText('Your password has been reset.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
  expect(server.calls().at(-1)?.body).toEqual({
    token: 'abc',
    email: 'ada@rocket.test',
    password: 'long enough',
    password_confirmation: 'long enough',
    revoke_tokens: true,
  })
  await vi.advanceTimersByTimeAsync(1_500)
  expect(address()).toContain('/reset-password/')
  await vi.advanceTimersByTimeAsync(500)
  await waitFor(() => expect(address()).toBe('/login'))
})

test('a link that is used up or too old says so, and a new one is at hand', async () => {
  const { user } = await openLink((fake) =>
    fake.answer(resetPassword, () =>
      refuse('invalid', { errors: { email: ['This password reset link is no longer valid.'] } }),
    ),
  )
  const form = await resetForm()
  await user.type(form.password, 'long enough')
  await user.type(form.confirmation, 'long enough{Enter}')
  const error = await screen.findByText('This password reset link is no longer valid.')
  expect(form.email.getAttribute('aria-describedby')).toContain(error.id)
  await user.click(screen.getByRole('link', { name: 'Get a new one' }))
  expect(await screen.findByRole('textbox', { name: 'Email' })).toMatchObject({
    value: 'ada@rocket.test',
  })
})

test('a link that lost its address says so at once, and a new one is at hand', async () => {
  const { user, address } = await renderApp({ at: '/reset-password/abc', as: null })
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This link is incomplete/)
  expect(screen.queryByLabelText('Password')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Get a new link' }))
  await screen.findByRole('button', { name: 'Email password reset link' })
  expect(address()).toBe('/forgot-password')
})

test('a short or a different password is named before anything is sent', async () => {
  const { user, server } = await openLink(() => undefined)
  const form = await resetForm()
  await user.type(form.password, 'short')
  await user.type(form.confirmation, 'another one{Enter}')
  expect(await screen.findByText('Password must be at least 8 characters')).toBeTruthy()
  expect(screen.getByText('The passwords do not match')).toBeTruthy()
  expect(server.count(resetPassword)).toBe(0)
})

test('a field that is wrong is called by its label', async () => {
  const { user, server } = await openLink(() => undefined)
  const form = await resetForm()
  await user.type(form.password, 'long enough{Enter}')
  expect(await screen.findByText('Confirm password is a required field')).toBeTruthy()
  await user.type(form.confirmation, 'short{Enter}')
  await screen.findByText(/^Confirm password must be at least 8 characters/)
  expect(server.count(resetPassword)).toBe(0)
})
