import {
  forgotPassword,
  getSystemMail,
  listMembers,
  listTeams,
  resendVerification,
} from '@mailstop/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FakeServer } from '../testing/fake-server.ts'
import { renderApp } from '../testing/render-app.tsx'
import { sampleMember } from '../testing/render-page.ts'
import { sampleTeam, sampleUser } from '../testing/samples.ts'
import { someByDay } from '../testing/nightly.ts'

const shared = sampleTeam({ type: 'shared', members_count: 2 })
const screens = [
  { at: '/verify-email', as: sampleUser({ email_verified_at: null }), says: /^We sent a link to/ },
  { at: '/verify-email', as: null, says: /^Click the link that we emailed to you/ },
  {
    at: '/settings/profile',
    as: sampleUser({ pending_email: 'ada@new.test' }),
    says: /that we sent there/,
  },
  { at: '/team/users', as: sampleUser(), says: /with the emailed link/ },
]

const answers = (relay: boolean) => (server: FakeServer) => {
  server.answer(getSystemMail, () => ({ data: { relay } }))
  server.answer(listTeams, () => ({ data: [shared] }))
  server.answer(listMembers, () => ({ data: [sampleMember()] }))
}

test.each(someByDay(screens, 3))(
  '$at speaks of a mail where there is a relay',
  async ({ at, as, says }) => {
    await renderApp({ at, as, answers: answers(true) })
    expect(await screen.findByText(says)).toBeTruthy()
    expect(screen.queryByText(/no mail relay/)).toBeNull()
  },
)

test.each(someByDay(screens, 3))(
  '$at says where the link is where there is none',
  async ({ at, as, says }) => {
    await renderApp({ at, as, answers: answers(false) })
    expect(await screen.findByText(/no mail relay/)).toBeTruthy()
    expect(screen.queryByText(says)).toBeNull()
  },
)

test.each([true, false])(
  'Verify email tells the invited what to open only where there is no relay: %j',
  async (relay) => {
    await renderApp({ at: '/verify-email', as: null, answers: answers(relay) })
    await screen.findByText(relay ? /that we emailed to you/ : /that we made for you/)
    const hint = 'Were you invited to a team? Open your invite link again.'
    expect(screen.queryAllByText(hint)).toHaveLength(relay ? 0 : 1)
  },
)

test.each([
  [true, 'Resend verification email', /^A new verification link has been sent to/],
  [false, 'Make a new link', 'A new link was made. Ask the person who runs this server for it.'],
])('Verify email promises a mail only where there is a relay: %j', async (relay, name, done) => {
  const { user } = await renderApp({
    at: '/verify-email',
    as: sampleUser({ email_verified_at: null }),
    answers(server) {
      answers(relay)(server)
      server.answer(resendVerification, () => ({ message: 'Sent' }))
    },
  })
  await user.click(await screen.findByRole('button', { name }))
  expect(await screen.findByText(done)).toBeTruthy()
})

test('Login after a registration says where the link is where there is no relay', async () => {
  const at = '/login?status=Account+created+successfully'
  await renderApp({ at, as: null, answers: answers(false) })
  expect(await screen.findByText(/no mail relay/)).toBeTruthy()
})

test('a user who forgot the password sees it before and after asking for a link', async () => {
  const { user } = await renderApp({
    at: '/forgot-password',
    as: null,
    answers(server) {
      answers(false)(server)
      server.answer(forgotPassword, () => ({ message: 'We have emailed it' }))
    },
  })
  expect(await screen.findByText(/no mail relay/)).toBeTruthy()
  await user.type(screen.getByLabelText('Email'), 'ada@rocket.test')
  await user.click(screen.getByRole('button', { name: 'Email password reset link' }))
  await screen.findByText('We have emailed it')
  // It stands beside a banner that says sent.
  expect(screen.getByText(/no mail relay, so its emails do not leave it/)).toBeTruthy()
})

test('a rule is not begun where there is no relay', async () => {
  await renderApp({
    at: '/integrations/forwarding',
    as: sampleUser(),
    answers(server) {
      answers(false)(server)
    },
  })
  await screen.findByText(/cannot forward mail/)
  expect(screen.queryByRole('button', { name: 'Set-up' })).toBeNull()
})

test.each([
  { at: '/login', as: null, team: shared, shows: 'Log in to your account' },
  {
    at: '/team/users',
    as: sampleUser(),
    team: sampleTeam({ type: 'shared', role: 'member' }),
    shows: 'Invites',
  },
])('nobody is asked at $at, which speaks of no mail', async ({ at, as, team, shows }) => {
  const { server } = await renderApp({
    at,
    as,
    answers(fake) {
      answers(false)(fake)
      fake.answer(listTeams, () => ({ data: [team] }))
    },
  })
  await screen.findByRole('heading', { name: shows })
  expect(server.count(getSystemMail)).toBe(0)
})
