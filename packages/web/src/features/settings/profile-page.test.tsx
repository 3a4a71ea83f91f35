import {
  cancelEmailChange,
  deleteAccount,
  getProfile,
  listTeams,
  resendVerification,
  updateProfile,
} from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleTeam, sampleUser } from '../../testing/samples.ts'

async function open(answers: (server: FakeServer) => void = () => undefined) {
  const app = await renderApp({
    at: '/settings',
    as: sampleUser(),
    answers(server) {
      server.answer(listTeams, () => ({ data: [sampleTeam()] }))
      answers(server)
    },
  })
  return {
    ...app,
    name: await screen.findByRole('textbox', { name: 'Name' }),
    email: screen.getByRole('textbox', { name: 'Email' }),
    save: screen.getByRole('button', { name: 'Save' }),
  }
}

/** The server takes what it is sent and shows it from then on. */
function accepts(server: FakeServer, change: Partial<ReturnType<typeof sampleUser>> = {}) {
  server.answer(updateProfile, ({ body: { name, email } }) => {
    const data = sampleUser({ name, email, ...change })
    server.answer(getProfile, () => ({ data }))
    return { data }
  })
}

test('the page Profile is where the settings begin, beside their other pages', async () => {
  const { address } = await open()
  expect(address()).toBe('/settings/profile')
  const pages = within(screen.getByRole('navigation', { name: 'Settings' })).getAllByRole('link')
  expect(pages.map((link) => link.textContent)).toEqual(['Profile', 'Password', 'Appearance'])
})

test('the page Profile saves a new name without a password, and shows it everywhere', async () => {
  const { user, server, name, save } = await open(accepts)
  await user.clear(name)
  await user.type(name, 'Ada King')
  expect(screen.queryByLabelText('Password')).toBeNull()
  await user.click(save)
  expect(await screen.findByText('Profile updated successfully')).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^Account menu of Ada King/ })).toBeTruthy()
  expect(server.calls().find(({ method }) => method === 'PATCH')?.body).toEqual({
    name: 'Ada King',
    email: 'ada@rocket.test',
  })
})

test('the page Profile asks for the password when the address changes, and only then', async () => {
  const { user, server, email, save } = await open(accepts)
  await user.clear(email)
  await user.type(email, 'Ada@Rocket.test ')
  expect(screen.queryByLabelText('Password')).toBeNull()
  await user.clear(email)
  await user.type(email, 'ada@moon.test')
  const password = await screen.findByLabelText('Password')
  await user.click(save)
  expect(await screen.findByText('Password is a required field')).toBeTruthy()
  expect(server.count(updateProfile)).toBe(0)
  await user.type(password, 'secret')
  await user.click(save)
  await waitFor(() => expect(server.count(updateProfile)).toBe(1))
})

/** Asks for a move to another address, which the server makes pending. */
async function moveToMoon(answers: (server: FakeServer) => void = () => undefined) {
  const app = await open((server) => {
    server.answer(updateProfile, ({ body: { name, email } }) => {
      const data = sampleUser({ name, pending_email: email })
      server.answer(getProfile, () => ({ data }))
      return { data }
    })
    answers(server)
  })
  const { user, email, save } = app
  await user.clear(email)
  await user.type(email, 'ada@moon.test')
  await user.type(await screen.findByLabelText('Password'), 'secret')
  await user.click(save)
  const pending = within(await screen.findByRole('region', { name: 'Pending address' }))
  return { ...app, pending }
}

test('the page Profile keeps the address until the new one is confirmed, and says which one that is', async () => {
  const { email, address, pending } = await moveToMoon()
  expect(await screen.findByText('Profile updated successfully')).toBeTruthy()
  expect(pending.getByText('ada@moon.test')).toBeTruthy()
  expect(email).toMatchObject({ value: 'ada@rocket.test' })
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(address()).toBe('/settings/profile')
})

test('the page Profile sends the link to a pending address once more', async () => {
  const message = 'A new verification link has been sent to ada@moon.test.'
  const { user, server, pending } = await moveToMoon((fake) =>
    fake.answer(resendVerification, () => ({ message })),
  )
  await user.click(pending.getByRole('button', { name: 'Resend link' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(server.count(resendVerification)).toBe(1)
})

test('the page Profile takes a change of address back', async () => {
  const { user, pending } = await moveToMoon((fake) =>
    fake.answer(cancelEmailChange, () => {
      fake.answer(getProfile, () => ({ data: sampleUser() }))
      return { message: 'Your email address stays as it is' }
    }),
  )
  await user.click(pending.getByRole('button', { name: 'Cancel change' }))
  expect(await screen.findByText('Your email address stays as it is')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Pending address' })).toBeNull())
})

test('the page Profile shows what the server refuses under its field', async () => {
  const { user, email, save } = await open((server) =>
    server.answer(updateProfile, () =>
      refuse('invalid', { errors: { password: ['The password is incorrect.'] } }),
    ),
  )
  await user.clear(email)
  await user.type(email, 'ada@moon.test')
  const password = await screen.findByLabelText('Password')
  await user.type(password, 'wrong')
  await user.click(save)
  const error = await screen.findByText('The password is incorrect.')
  expect(password.getAttribute('aria-describedby')).toContain(error.id)
  expect(screen.queryByText('Profile updated successfully')).toBeNull()
})

async function openDeletion(answers: (server: FakeServer) => void) {
  const app = await open(answers)
  expect(screen.getByText('Please proceed with caution, this cannot be undone.')).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: 'Delete account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete account' }))
  return { ...app, dialog, confirm: dialog.getByRole('button', { name: 'Delete account' }) }
}

test('the page Profile deletes the account with its password, then loads the front page again', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue()
  const { user, server, dialog, confirm } = await openDeletion((fake) =>
    fake.answer(deleteAccount, () => ({ message: 'Account deleted successfully' })),
  )
  await user.click(confirm)
  expect(await dialog.findByText('Password is a required field')).toBeTruthy()
  expect(server.count(deleteAccount)).toBe(0)
  await user.type(dialog.getByLabelText('Password'), 'secret')
  await user.click(confirm)
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
  expect(server.calls().at(-1)?.body).toEqual({ password: 'secret' })
})

test('the page Profile names the teams that have to go first, and deletes nothing', async () => {
  const message = 'First delete or transfer the teams you own: Rocket Labs.'
  const { user, dialog, confirm, address } = await openDeletion((fake) =>
    fake.answer(deleteAccount, () => refuse('conflict', { message })),
  )
  await user.type(dialog.getByLabelText('Password'), 'secret')
  await user.click(confirm)
  expect((await dialog.findByRole('alert')).textContent).toBe(message)
  expect(address()).toBe('/settings/profile')
})

test('the page Profile forgets a password that was not used', async () => {
  const { user, dialog } = await openDeletion(() => undefined)
  await user.type(dialog.getByLabelText('Password'), 'secret')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Delete account' }))
  expect(await screen.findByLabelText('Password')).toMatchObject({ value: '' })
})

test('the page Profile says whose address is only vouched for, and sends the link that proves it', async () => {
  const { user, server } = await open((fake) => {
    fake.answer(getProfile, () => ({ data: sampleUser({ email_vouched: true }) }))
    fake.answer(resendVerification, () => ({ message: 'A new verification link has been sent.' }))
  })
  const section = within(screen.getByRole('region', { name: 'Unverified address' }))
  await user.click(section.getByRole('button', { name: 'Send verification link' }))
  await screen.findByText('A new verification link has been sent.')
  expect(server.count(resendVerification)).toBe(1)
})

test('the page Profile shows the address that was confirmed in another tab', async () => {
  const { server, email } = await open()
  expect(email).toHaveProperty('value', sampleUser().email)
  server.answer(getProfile, () => ({ data: sampleUser({ email: 'new@rocket.test' }) }))
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveProperty(
      'value',
      'new@rocket.test',
    ),
  )
  expect(screen.queryByLabelText(/password/i)).toBeNull()
})
