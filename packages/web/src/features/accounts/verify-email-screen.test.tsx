import {
  cancelEmailChange,
  getProfile,
  login,
  logout,
  resendVerification,
  updateProfile,
  verifyEmail,
} from '@mailstop/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleUser } from '../../testing/samples.ts'

const unverified = sampleUser({ email_verified_at: null })
afterEach(() => vi.useRealTimers())

test('the page Verify email keeps an unverified user out of the inbox, and remembers where they were going', async () => {
  const { address } = await renderApp({ at: '/inbox/42', as: unverified })
  await screen.findByRole('heading', { name: 'Verify your email' })
  expect(address()).toBe('/verify-email?redirect=%2Finbox%2F42')
})

test('the page Verify email sends a new link and says so', async () => {
  const { user, server } = await renderApp({
    at: '/verify-email',
    as: unverified,
    answers: (fake) => fake.answer(resendVerification, () => ({ message: 'Sent' })),
  })
  await user.click(await screen.findByRole('button', { name: 'Resend verification email' }))
  expect(
    await screen.findByText(
      'A new verification link has been sent to the email address you provided during registration.',
    ),
  ).toBeTruthy()
  expect(server.count(resendVerification)).toBe(1)
})

test('a double click asks for one link', async () => {
  const { user, server } = await renderApp({
    at: '/verify-email',
    as: unverified,
    answers: (fake) => fake.answer(resendVerification, () => ({ message: 'Sent' })),
  })
  const button = await screen.findByRole('button', { name: 'Resend verification email' })
  // In one task, before anything is drawn again.
  act(() => {
    button.click()
    button.click()
  })
  await screen.findByText(/^A new verification link has been sent/)
  expect(server.count(resendVerification)).toBe(1)
  await user.click(button)
  await waitFor(() => expect(server.count(resendVerification)).toBe(2))
})

test('the page Verify email goes to the inbox when the address is verified already', async () => {
  const { address } = await renderApp({ at: '/verify-email', as: sampleUser() })
  await waitFor(() => expect(address()).toBe('/inbox'))
})

test('the page Verify email logs out with a full load of Login', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue()
  const { user, server } = await renderApp({
    at: '/verify-email',
    as: unverified,
    answers: (fake) => fake.answer(logout, () => ({ message: 'Logged out' })),
  })
  await user.click(await screen.findByRole('button', { name: 'Log out' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/login'))
  expect(server.count(logout)).toBe(1)
})

test('a link confirms the address once, then opens the inbox after two seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const { server, address } = await renderApp({
    at: '/verify-email/abc',
    as: unverified,
    answers: (fake) =>
      fake.answer(verifyEmail, ({ params }) => {
        fake.answer(getProfile, () => ({ data: sampleUser() }))
        return { message: `Verified by ${params.token}` }
      }),
  })
  await screen.findByRole('heading', { name: 'Email verified' })
  expect(screen.getByText('Verified by abc')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open inbox' }).getAttribute('href')).toBe('/inbox')
  await vi.advanceTimersByTimeAsync(1_500)
  expect(address()).toBe('/verify-email/abc')
  await vi.advanceTimersByTimeAsync(500)
  await waitFor(() => expect(address()).toBe('/inbox'))
  expect(server.count(verifyEmail)).toBe(1)
})

test('a link opened by somebody who is not signed in leads to Login, and back to itself', async () => {
  const { address, user, server } = await renderApp({
    at: '/verify-email/abc',
    as: null,
    answers: (fake) => fake.answer(verifyEmail, () => refuse('signed_out')),
  })
  await screen.findByText('Log in to confirm your email address.')
  expect(address()).toBe(
    '/login?redirect=%2Fverify-email%2Fabc&status=Log+in+to+confirm+your+email+address.',
  )
  server.answer(login, () => {
    server.answer(getProfile, () => ({ data: unverified }))
    server.answer(verifyEmail, () => {
      server.answer(getProfile, () => ({ data: sampleUser() }))
      return { message: 'Verified' }
    })
    return { message: 'Logged in', email_verified_at: null }
  })
  await user.type(screen.getByLabelText('Email'), 'ada@rocket.test')
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  await screen.findByText('Verified')
  expect(address()).toBe('/verify-email/abc')
})

test('a link that was used before and is opened elsewhere leads to Login', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const { address } = await renderApp({
    at: '/verify-email/abc',
    as: null,
    answers: (fake) => fake.answer(verifyEmail, () => ({ message: 'Verified' })),
  })
  await screen.findByText('Verified')
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
  await vi.advanceTimersByTimeAsync(2_000)
  await waitFor(() => expect(address()).toBe('/login'))
})

test('a link that is no longer valid says so and offers another way', async () => {
  await renderApp({
    at: '/verify-email/old',
    as: unverified,
    answers: (fake) => fake.answer(verifyEmail, () => refuse('gone')),
  })
  expect((await screen.findByRole('alert')).textContent).toBe('This link is no longer valid.')
  expect(screen.getByRole('heading', { name: 'Link no longer valid' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Get a new link' }).getAttribute('href')).toBe(
    '/verify-email',
  )
})

test('an address that somebody else has taken meanwhile is named as that, and the profile is at hand', async () => {
  await renderApp({
    at: '/verify-email/late',
    as: sampleUser(),
    answers: (fake) => fake.answer(verifyEmail, () => refuse('conflict', { message: 'Taken.' })),
  })
  expect(await screen.findByRole('heading', { name: 'Address already taken' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe('Taken.')
  expect(screen.getByRole('link', { name: 'Open profile' }).getAttribute('href')).toBe(
    '/settings/profile',
  )
})

test('a link is tried again when the server was not reached', async () => {
  const { user, server } = await renderApp({
    at: '/verify-email/abc',
    as: null,
    answers: (fake) => fake.answer(verifyEmail, () => refuse('unavailable')),
  })
  expect(await screen.findByRole('heading', { name: 'Email not verified yet' })).toBeTruthy()
  server.answer(verifyEmail, () => ({ message: 'Verified' }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeTruthy()
})

/** Opens the form for another address and sends it. */
async function correct(email: string, answers: (server: FakeServer) => void) {
  const app = await renderApp({ at: '/verify-email', as: unverified, answers })
  const { user } = app
  await user.click(await screen.findByRole('button', { name: 'Use another address' }))
  const field = screen.getByRole('textbox', { name: 'Email' })
  expect(field).toMatchObject({ value: 'ada@rocket.test' })
  await user.clear(field)
  await user.type(field, email)
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  return app
}

test('a mistyped address is corrected with the password, and the link goes to the right one', async () => {
  const { server } = await correct('ada@moon.test', (fake) =>
    fake.answer(updateProfile, ({ body }) => {
      const data = { ...unverified, pending_email: body.email }
      fake.answer(getProfile, () => ({ data }))
      return { data }
    }),
  )
  expect(await screen.findByText('A new verification link has been sent.')).toBeTruthy()
  expect(screen.getByText('ada@moon.test')).toBeTruthy()
  expect(server.calls().find(({ method }) => method === 'PATCH')?.body).toEqual({
    name: 'Ada Byron',
    email: 'ada@moon.test',
    password: 'secret',
  })
})

test('a user who returns to the address of the registration gets a link there', async () => {
  const { server } = await correct('ADA@rocket.test', (fake) => {
    fake.answer(cancelEmailChange, () => ({ message: 'Kept' }))
    fake.answer(resendVerification, () => ({ message: 'Sent' }))
  })
  await waitFor(() => expect(server.count(resendVerification)).toBe(1))
  expect(server.count(cancelEmailChange)).toBe(1)
  expect(server.count(updateProfile)).toBe(0)
})

test('a wrong password corrects nothing and is named under its field', async () => {
  await correct('ada@moon.test', (fake) =>
    fake.answer(updateProfile, () =>
      refuse('invalid', { errors: { password: ['The password is incorrect.'] } }),
    ),
  )
  const error = await screen.findByText('The password is incorrect.')
  const field = screen.getByLabelText('Password')
  expect(field.getAttribute('aria-describedby')).toContain(error.id)
})

test('a change of address that was asked for without the password asks for it, and says where the account moves', async () => {
  const question = 'Enter your password to log in with lee@rocket.test from now on.'
  const { server, user } = await renderApp({
    at: '/verify-email/abc',
    as: sampleUser(),
    answers: (fake) =>
      fake.answer(verifyEmail, ({ body }) =>
        body.password === 'secret'
          ? { message: 'From now on you log in with lee@rocket.test.' }
          : refuse('invalid', {
              errors: { password: [body.password ? 'The password is incorrect.' : question] },
            }),
      ),
  })
  await screen.findByText(question)
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  await screen.findByText('The password is incorrect.')
  await user.clear(screen.getByLabelText('Password'))
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  await screen.findByText('From now on you log in with lee@rocket.test.')
  expect(server.count(verifyEmail)).toBe(3)
})
