import {
  connectIdentity,
  deleteAccount,
  disconnectIdentity,
  forgotPassword,
  listIdentities,
  listSessions,
  listTeams,
  type Identity,
} from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { pageSignIn } from '../../testing/page-sign-in.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleTeam, sampleUser } from '../../testing/samples.ts'

const identity: Identity = {
  id: 3,
  issuer: 'https://id.acme.test/realms/acme',
  email: 'ada@acme.test',
  created_at: '2026-11-01T09:00:00.000Z',
  last_used_at: '2026-11-01T09:00:00.000Z',
}

type Options = { has_password?: boolean; identities?: Identity[]; query?: string; page?: string }

async function open(
  options: Options = {},
  answers: (server: FakeServer) => void = () => undefined,
) {
  const { has_password = true, identities = [], query = '', page = 'profile' } = options
  const app = await renderApp({
    at: `/settings/${page}${query}`,
    as: sampleUser({ has_password }),
    answers(server) {
      server.answer(listTeams, () => ({ data: [sampleTeam()] }))
      server.answer(listIdentities, () => ({ data: identities }))
      server.answer(listSessions, () => ({ data: [] }))
      answers(server)
    },
  })
  return app
}

test('Profile lists the sign-ins of an account, and disconnects one', async () => {
  pageSignIn()
  const { user, server } = await open({ identities: [identity] }, (fake) =>
    fake.answer(disconnectIdentity, () => {
      fake.answer(listIdentities, () => ({ data: [] }))
      return { message: 'Sign-in disconnected' }
    }),
  )
  const list = within(await screen.findByRole('list', { name: 'Sign-ins' }))
  expect(list.getByTitle('ada@acme.test')).toBeTruthy()
  expect(list.getByText(/id\.acme\.test/)).toBeTruthy()
  await user.click(list.getByRole('button', { name: 'Disconnect ada@acme.test' }))
  expect(await screen.findByText('Not connected: you log in with your password.')).toBeTruthy()
  expect(server.count(disconnectIdentity)).toBe(1)
})

test('Profile says why the last way into an account stays', async () => {
  pageSignIn()
  const message = 'This is the only way into your account. Set a password first.'
  const { user } = await open({ identities: [identity], has_password: false }, (fake) =>
    fake.answer(disconnectIdentity, () => refuse('conflict', { message })),
  )
  await user.click(await screen.findByRole('button', { name: 'Disconnect ada@acme.test' }))
  expect(await screen.findByText(message)).toBeTruthy()
})

test('Profile connects a sign-in after the password, at the address that the server says', async () => {
  pageSignIn()
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue()
  const url = 'https://id.acme.test/authorize?state=x'
  const { user, server } = await open({}, (fake) => fake.answer(connectIdentity, () => ({ url })))
  await user.click(await screen.findByRole('button', { name: 'Connect Acme' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect Acme' }))
  await user.type(dialog.getByLabelText('Password'), 'secret{Enter}')
  await waitFor(() => expect(assign).toHaveBeenCalledWith(url))
  expect(server.calls().at(-1)?.body).toEqual({ password: 'secret' })
})

test('Profile says why a sign-in could not be connected', async () => {
  pageSignIn()
  await open({ query: '?sign_in=linked_elsewhere' })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This sign-in belongs to another account already.',
  )
})

test('Profile has no section for sign-ins where none is set up', async () => {
  const { server } = await open()
  await screen.findByRole('button', { name: 'Delete account' })
  expect(screen.queryByRole('heading', { name: 'Sign-in' })).toBeNull()
  expect(server.count(listIdentities)).toBe(0)
})

test('without a password the deletion is confirmed by signing in again', async () => {
  pageSignIn()
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue()
  const { user } = await open({ has_password: false, identities: [identity] }, (fake) =>
    fake.answer(deleteAccount, () =>
      refuse('invalid', { errors: { password: ['Sign in again in your profile.'] } }),
    ),
  )
  await user.click(await screen.findByRole('button', { name: 'Delete account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete account' }))
  const again = dialog.getByRole('link', { name: 'Sign in again with Acme' })
  expect(again.getAttribute('href')).toBe('/auth/oidc?redirect=%2Fsettings%2Fprofile&again=1')
  expect(dialog.queryByLabelText('Password')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Delete account' }))
  expect(await dialog.findByText('Sign in again in your profile.')).toBeTruthy()
  expect(assign).not.toHaveBeenCalled()
})

test('an account without a password gets one by a mailed link', async () => {
  pageSignIn()
  const message = 'If this address has an account, a password reset link is on its way.'
  const { user, server } = await open({ has_password: false, page: 'password' }, (fake) =>
    fake.answer(forgotPassword, () => ({ message })),
  )
  await user.click(await screen.findByRole('button', { name: 'Email me a link to set a password' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(server.calls().at(-1)?.body).toEqual({ email: 'ada@rocket.test' })
  expect(screen.queryByLabelText('Current password')).toBeNull()
})
