import { getProfile } from '@mailstop/contract'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refuse } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleUser } from '../../testing/samples.ts'

test('a page behind the login says why it cannot be shown, and can be reloaded', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  const { user, address } = await renderApp({
    at: '/inbox',
    as: sampleUser(),
    answers: (server) => server.answer(getProfile, () => refuse('internal')),
  })
  expect(await screen.findByRole('heading', { name: 'This page could not be shown' })).toBeTruthy()
  expect(screen.getByText('Something went wrong on the server.')).toBeTruthy()
  expect(address()).toBe('/inbox')
  await user.click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('Login opens even when the server cannot say who is signed in', async () => {
  await renderApp({
    at: '/login',
    as: null,
    answers: (server) => server.setUnreachable(true),
  })
  expect(await screen.findByRole('heading', { name: 'Log in to your account' })).toBeTruthy()
})
