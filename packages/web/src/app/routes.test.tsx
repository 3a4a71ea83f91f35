import {
  confirmForwarding,
  getMailStop,
  listSessions,
  listTeams,
  logout,
  verifyEmail,
  type Team,
  type User,
} from '@mailstop/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { expectShown } from '../testing/expect-shown.ts'
import { refuse } from '../testing/fake-server.ts'
import { renderApp } from '../testing/render-app.tsx'
import { sampleTeam, sampleUser } from '../testing/samples.ts'
import { someByDay } from '../testing/nightly.ts'

const unverified = sampleUser({ email_verified_at: null })

const open = (at: string, as: User | null = sampleUser()) =>
  renderApp({
    at,
    as,
    answers(server) {
      server.answer(listTeams, () => ({ data: [sampleTeam()] }))
      server.answer(listSessions, () => ({ data: [] }))
      server.answer(getMailStop, () => refuse('not_found'))
      server.answer(confirmForwarding, () => refuse('gone'))
      server.answer(verifyEmail, () => refuse('gone'))
      server.answer(logout, () => ({ message: 'Logged out' }))
    },
  })

describe('behind the login', () => {
  const pages = [
    '/inbox',
    '/inbox/42?filter=unread&sndr=a%40b.test',
    '/integrations',
    '/integrations/smtp-credentials',
    '/integrations/forwarding',
    '/integrations/webhooks',
    '/settings',
    '/settings/profile',
    '/settings/password',
    '/settings/appearance',
    '/team',
    '/team/info',
    '/team/users',
    '/billing',
    '/billing/plan',
  ]
  test.each(someByDay(pages, 4))(
    '%s is for verified users, and others are led back to it',
    async (path) => {
      const query = new URLSearchParams({ redirect: path })
      const visitor = await open(path, null)
      await screen.findByRole('heading', { name: 'Log in to your account' })
      expect(visitor.address()).toBe(`/login?${query}`)
      cleanup()
      const newcomer = await open(path, unverified)
      await screen.findByRole('heading', { name: 'Verify your email' })
      expect(newcomer.address()).toBe(`/verify-email?${query}`)
    },
  )

  const headings: [path: string, heading: string][] = [
    ['/inbox', 'Inbox'],
    ['/integrations/smtp-credentials', 'SMTP credentials'],
    ['/integrations/forwarding', 'Email forwarding'],
    ['/settings/profile', 'Profile'],
    ['/settings/password', 'Password'],
    ['/settings/appearance', 'Appearance'],
    ['/team/info', 'Team info'],
    ['/team/users', 'Team users'],
    ['/team/tags', 'Tags'],
    ['/billing/plan', 'Plan'],
  ]
  test.each(someByDay(headings, 4))('%s is the screen %s', async (path, heading) => {
    const { address } = await open(path)
    await expectShown(screen.findByRole('heading', { level: 1, name: heading }))
    expect(address()).toBe(path)
  })

  test.each([
    [
      'Integrations',
      '/integrations',
      '/integrations/smtp-credentials',
      ['Connect', 'API tokens', 'Forwarding', 'Webhooks'],
    ],
    ['Settings', '/settings', '/settings/profile', ['Profile', 'Password', 'Appearance']],
    ['Team', '/team', '/team/info', ['Info', 'Users', 'Tags', 'Guards', 'Failures', 'Checks']],
    ['Billing', '/billing', '/billing/plan', ['Plan']],
  ])('%s, at %s, begins at %s beside %j', async (section, path, first, pages) => {
    const { address } = await open(path)
    const nav = within(await screen.findByRole('navigation', { name: section }))
    await waitFor(() => expect(address()).toBe(first))
    expect(nav.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(pages)
  })
})

test.each([
  ['/view/latest', '/inbox'],
  ['/view/nothing.html', '/inbox'],
])("Mailpit's link %s opens %s", async (path, inbox) => {
  const { address } = await open(path)
  await expectShown(screen.findByRole('heading', { level: 1, name: 'Inbox' }))
  expect(address()).toBe(inbox)
})

test("Mailpit's link of a mail opens it, after the login if need be", async () => {
  const { address } = await open('/view/42', null)
  await screen.findByRole('heading', { name: 'Log in to your account' })
  expect(address()).toBe(`/login?${new URLSearchParams({ redirect: '/inbox/42' })}`)
})

test.each(['/inbox', '/team/users', '/integrations/forwarding'])(
  '%s asks for nothing of a team as long as none is selected',
  async (path) => {
    let teams: Team[] = []
    const { server } = await renderApp({
      at: path,
      as: sampleUser(),
      answers: (fake) => fake.answer(listTeams, () => ({ data: teams })),
    })
    const ofTeams = () => server.calls().filter((call) => /^\/api\/teams\/./.test(call.path))
    await waitFor(() => expect(server.count(listTeams)).toBe(1))
    await screen.findByRole('main')
    teams = [sampleTeam({ id: 7 })]
    window.dispatchEvent(new Event('visibilitychange'))
    await screen.findByRole('button', { name: /^Team: Rocket Labs/ })
    await waitFor(() => expect(ofTeams().length).toBeGreaterThan(1))
    expect(ofTeams().filter((call) => !call.path.startsWith('/api/teams/7/'))).toEqual([])
  },
)

describe('before the login', () => {
  const screens: [string, User | null, string, string][] = [
    ['/login', null, 'Log in to your account', 'Enter your email and password to open your inbox'],
    ['/register', null, 'Create an account', 'You get an inbox and SMTP credentials of your own'],
    ['/reset-password/abc?email=a%40b.test', null, 'Reset password', 'Choose a new password'],
    ['/reset-password/abc', null, 'Reset password', 'Choose a new password'],
    [
      '/forgot-password',
      null,
      'Forgot password',
      'Enter your email to receive a password reset link',
    ],
    ['/verify-email', unverified, 'Verify your email', 'Click it'],
    ['/verify-email/t', unverified, 'Link no longer valid', 'could not be verified'],
    ['/invite', null, 'Team invitation', 'to join a team'],
    ['/forwarding-verification?token=t', null, 'Forwarding verification', 'Confirms that messages'],
    [
      '/forwarding/stop/t',
      null,
      'Emails from Mailstop',
      'People who use Mailstop can forward messages to you',
    ],
  ]
  test.each(someByDay(screens, 3))(
    '%s says what it is for, below a logo that leads to Welcome',
    async (path, as, title, text) => {
      await open(path, as)
      await screen.findByRole('heading', { level: 1, name: title })
      const main = screen.getByRole('main')
      await waitFor(() => expect(main.querySelector('header p')?.textContent).toContain(text))
      const logo = within(main).getByRole('link', { name: 'Mailstop, to the welcome page' })
      expect(logo.getAttribute('href')).toBe('/')
    },
  )

  test('Login leads to a new account by Sign up, and Register back', async () => {
    const { address } = await open('/login', null)
    const signUp = await screen.findByRole('link', { name: 'Sign up' })
    expect(signUp.getAttribute('href')).toBe('/register')
    signUp.click()
    await screen.findByRole('heading', { name: 'Create an account' })
    expect(address()).toBe('/register')
    const back = screen.getByRole('link', { name: 'Log in' })
    expect(back.getAttribute('href')).toBe('/login')
  })
})
