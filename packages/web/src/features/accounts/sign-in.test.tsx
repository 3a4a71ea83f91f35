import { confirmSignIn, getProfile, mailSignInLink, signInProblems } from '@mailstop/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { pageSignIn } from '../../testing/page-sign-in.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleUser } from '../../testing/samples.ts'
import { someByDay } from '../../testing/nightly.ts'

const open = (at: string, answers?: (server: FakeServer) => void) =>
  renderApp({ at, as: null, ...(answers && { answers }) })

const button = { name: 'Sign in with Acme' }

test.each([
  ['/login', '/auth/oidc'],
  ['/login?redirect=%2Finbox%2F7', '/auth/oidc?redirect=%2Finbox%2F7'],
  ['/login?redirect=https%3A%2F%2Fevil.example', '/auth/oidc'],
  ['/register', '/auth/oidc'],
])(
  'the page %s has a link to the sign-in of the organisation beside its form',
  async (at, href) => {
    pageSignIn()
    await open(at)
    expect((await screen.findByRole('link', button)).getAttribute('href')).toBe(href)
    expect(screen.getByRole('textbox', { name: 'Email' })).toBeTruthy()
  },
)

test.each(['/login', '/register'])('without passwords the page %s has nothing else', async (at) => {
  pageSignIn({ passwords: false })
  await open(at)
  await screen.findByRole('link', button)
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('link', { name: /Sign up|Forgot/ })).toBeNull()
})

test.each(['/login', '/register'])(
  'the page %s has no such link where none is set up',
  async (at) => {
    await open(at)
    await screen.findByRole('textbox', { name: 'Email' })
    expect(screen.queryByRole('link', { name: /Sign in with/ })).toBeNull()
  },
)

test.each(someByDay(Object.entries(signInProblems), 4))(
  'Login says why a sign-in failed as %s',
  async (code, sentence) => {
    pageSignIn()
    await open(`/login?sign_in=${code}`)
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  },
)

test.each(['toString', 'Call +1 555 0100', 'confirm'])(
  'Login says nothing about %j in its address, which anyone can have written',
  async (code) => {
    pageSignIn()
    await open(`/login?sign_in=${encodeURIComponent(code)}`)
    await screen.findByRole('link', button)
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

const waiting = '/login?sign_in=confirm&email=ada%40rocket.test&redirect=%2Finbox%2F7'

test('the holder of the account connects the sign-in with the password, and goes on', async () => {
  pageSignIn()
  const { user, server, address } = await open(waiting, (fake) =>
    fake.answer(confirmSignIn, ({ body }) => {
      if (!('password' in body) || body.password !== 'secret') {
        return refuse('invalid', { errors: { password: ['No'] } })
      }
      fake.answer(getProfile, () => ({ data: sampleUser() }))
      return { message: 'Your sign-in is connected', redirect: '/inbox/7' }
    }),
  )
  await screen.findByRole('heading', { name: 'Connect your sign-in' })
  expect(screen.getByRole('textbox', { name: 'Email' })).toMatchObject({
    value: 'ada@rocket.test',
    disabled: true,
  })
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  await screen.findByText('No')
  await user.clear(screen.getByLabelText('Password'))
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  await waitFor(() => expect(address()).toBe('/inbox/7'))
  expect(server.count(confirmSignIn)).toBe(2)
})

test('the holder of the account gets a link instead, which is used once it is opened', async () => {
  pageSignIn({ passwords: false })
  const message = 'A link is on its way to ada@rocket.test. Open it in this browser.'
  const { user } = await open(waiting, (fake) => fake.answer(mailSignInLink, () => ({ message })))
  await user.click(await screen.findByRole('button', { name: 'Email a link to ada@rocket.test' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test('an opened link connects the sign-in, and leads to the page that was asked for', async () => {
  const { address } = await open('/sign-in/token', (fake) =>
    fake.answer(confirmSignIn, ({ body }) => {
      expect(body).toEqual({ token: 'token' })
      fake.answer(getProfile, () => ({ data: sampleUser() }))
      return { message: 'Your sign-in is connected', redirect: '/inbox/7' }
    }),
  )
  await waitFor(() => expect(address()).toBe('/inbox/7'))
})

test('a link that does not count says so', async () => {
  await open('/sign-in/token', (fake) =>
    fake.answer(confirmSignIn, () => refuse('gone', { message: 'This link is no longer valid.' })),
  )
  expect((await screen.findByRole('alert')).textContent).toBe('This link is no longer valid.')
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
})
