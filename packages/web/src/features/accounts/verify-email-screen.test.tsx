import { getProfile, logout, resendVerification, verifyEmail } from '@mailstop/contract'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { refuse } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleUser } from '../../testing/samples.ts'

const unverified = sampleUser({ email_verified_at: null })
afterEach(() => vi.useRealTimers())

test('keeps an unverified user out of the inbox, and remembers where they were going', async () => {
  const { address } = await renderApp({ at: '/inbox/42', as: unverified })
  await screen.findByRole('heading', { name: 'Verify your email' })
  expect(address()).toBe('/verify-email?redirect=%2Finbox%2F42')
})

test('sends a new link and says so', async () => {
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

test('says why no new link was sent', async () => {
  const { user } = await renderApp({
    at: '/verify-email',
    as: unverified,
    answers: (fake) => fake.answer(resendVerification, () => refuse('rate_limited')),
  })
  await user.click(await screen.findByRole('button', { name: 'Resend verification email' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Try again later.')
})

test('goes to the inbox when the address is verified already', async () => {
  const { address } = await renderApp({ at: '/verify-email', as: sampleUser() })
  await waitFor(() => expect(address()).toBe('/inbox'))
})

test('logs out with a full load of Login', async () => {
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
  await screen.findByText('Verified by abc')
  await vi.advanceTimersByTimeAsync(1_500)
  expect(address()).toBe('/verify-email/abc')
  await vi.advanceTimersByTimeAsync(500)
  await waitFor(() => expect(address()).toBe('/inbox'))
  expect(server.count(verifyEmail)).toBe(1)
})

test('a link opened elsewhere leads to Login', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const { address } = await renderApp({
    at: '/verify-email/abc',
    as: null,
    answers: (fake) => fake.answer(verifyEmail, () => ({ message: 'Email verified' })),
  })
  await screen.findByText('Email verified')
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
  expect(screen.getByRole('link', { name: 'Get a new link' }).getAttribute('href')).toBe(
    '/verify-email',
  )
})
