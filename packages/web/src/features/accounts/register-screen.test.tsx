import { register } from '@mailstop/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'

const registered = { message: 'Account created successfully' }

async function fields() {
  return {
    name: await screen.findByRole('textbox', { name: 'Name' }),
    email: screen.getByRole('textbox', { name: 'Email' }),
    password: screen.getByLabelText('Password'),
    confirmation: screen.getByLabelText('Confirm password'),
    submit: screen.getByRole('button', { name: 'Create account' }),
  }
}

test('Register creates an account and leads to Login with a message', async () => {
  const { user, server, address } = await renderApp({
    at: '/register',
    as: null,
    answers: (fake) => fake.answer(register, () => registered),
  })
  const form = await fields()
  await user.type(form.name, 'Ada Byron')
  await user.type(form.email, 'ada@rocket.test')
  await user.type(form.password, 'long enough')
  await user.type(form.confirmation, 'long enough{Enter}')
  await waitFor(() => expect(address()).toBe('/login?status=Account+created+successfully'))
  await screen.findByText('Account created successfully')
  // The address of the page does not name it. It can be changed.
  expect(screen.getByRole('textbox', { name: 'Email' })).toMatchObject({
    value: 'ada@rocket.test',
    disabled: false,
    autocomplete: 'username',
  })
  expect(server.calls().find((call) => call.path === '/register')?.body).toEqual({
    name: 'Ada Byron',
    email: 'ada@rocket.test',
    password: 'long enough',
    password_confirmation: 'long enough',
  })
})

test('Register names a short password and a different confirmation together', async () => {
  const { user, server } = await renderApp({ at: '/register', as: null })
  const form = await fields()
  screen.getByRole('button', { name: 'Show password confirmation' })
  await user.type(form.name, 'Ada Byron')
  await user.type(form.email, 'ada@rocket.test')
  await user.type(form.password, 'short')
  await user.type(form.confirmation, 'another one{Enter}')
  expect(await screen.findByText('Password must be at least 8 characters')).toBeTruthy()
  expect(screen.getByText('The passwords do not match')).toBeTruthy()
  expect(server.count(register)).toBe(0)
})

test('Register uses the address that it is opened with, which cannot be changed', async () => {
  const { user, server } = await renderApp({
    at: '/register?email=new%40rocket.test',
    as: null,
    answers: (fake) => fake.answer(register, () => registered),
  })
  const form = await fields()
  expect(form.email).toMatchObject({ value: 'new@rocket.test', disabled: true })
  await user.type(form.name, 'New Person')
  await user.type(form.password, 'long enough')
  await user.type(form.confirmation, 'long enough{Enter}')
  await waitFor(() => expect(server.count(register)).toBe(1))
  expect(server.calls().find((call) => call.path === '/register')?.body).toMatchObject({
    email: 'new@rocket.test',
  })
})

test('Register shows under the address what the server says about it', async () => {
  const { user } = await renderApp({
    at: '/register',
    as: null,
    answers: (fake) =>
      fake.answer(register, () => refuse('invalid', { errors: { email: ['field is not valid'] } })),
  })
  const form = await fields()
  await user.type(form.name, 'Ada Byron')
  await user.type(form.email, 'ada@rocket.test')
  await user.type(form.password, 'long enough')
  await user.type(form.confirmation, 'long enough{Enter}')
  expect(await screen.findByText('field is not valid')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(form.email))
})
