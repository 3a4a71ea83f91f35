import {
  changePassword,
  createInvite,
  createRule,
  createTagRule,
  createTeam,
  deleteAccount,
  deleteTeam,
  forgotPassword,
  forwardMail,
  listMembers,
  listSessions,
  listTeams,
  login,
  matchRules,
  register,
  renameTeam,
  resendVerification,
  resetPassword,
  updateProfile,
  type Endpoint,
  type User,
} from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { refuse, type FakeRefusal, type FakeServer } from '../testing/fake-server.ts'
import { renderApp } from '../testing/render-app.tsx'
import { renderInbox, sampleMails } from '../testing/render-inbox.tsx'
import { grace, sampleMember } from '../testing/render-page.ts'
import { sampleTeam, sampleUser } from '../testing/samples.ts'
import { someByDay } from '../testing/nightly.ts'

/** Every form of the product, while its request is pending and after the reply. */
type Form = {
  at: string
  /** The user, when it is not the sample user. */
  as?: User | null
  endpoint: Endpoint
  /** The clicks that open the form. */
  opens?: string[]
  fill: Record<string, string>
  submit: string
  /** The label and the name of a field. A form without fields shows errors for the whole form. */
  field: [label: string, name: string] | null
}

const unverified = sampleUser({ email_verified_at: null })
const passwords = { Password: 'long enough', 'Confirm password': 'long enough' }

const forms: Record<string, Form> = {
  login: {
    at: '/login',
    as: null,
    endpoint: login,
    fill: { Email: 'ada@rocket.test', Password: 'secret' },
    submit: 'Log in',
    field: ['Email', 'email'],
  },
  registration: {
    at: '/register',
    as: null,
    endpoint: register,
    fill: { Name: 'Ada', Email: 'ada@rocket.test', ...passwords },
    submit: 'Create account',
    field: ['Email', 'email'],
  },
  'forgotten password': {
    at: '/forgot-password',
    as: null,
    endpoint: forgotPassword,
    fill: { Email: 'ada@rocket.test' },
    submit: 'Email password reset link',
    field: ['Email', 'email'],
  },
  'password reset': {
    at: '/reset-password/abc?email=ada%40rocket.test',
    as: null,
    endpoint: resetPassword,
    fill: passwords,
    submit: 'Reset password',
    field: ['Password', 'password'],
  },
  'email verification': {
    at: '/verify-email',
    as: unverified,
    endpoint: resendVerification,
    fill: {},
    submit: 'Resend verification email',
    field: null,
  },
  'forwarding of a mail': {
    at: '/inbox/1',
    endpoint: forwardMail,
    opens: ['Forward'],
    fill: { Email: 'dev@customer.test' },
    submit: 'Forward',
    field: ['Email', 'email'],
  },
  'new team': {
    at: '/team/info',
    endpoint: createTeam,
    opens: ['Team: Rocket Labs 2 members', 'Add a new team'],
    fill: { Name: 'Orbit' },
    submit: 'Add team',
    field: ['Name', 'name'],
  },
  'forwarding rule': {
    at: '/integrations/forwarding',
    endpoint: createRule,
    opens: ['Set-up'],
    fill: { Name: 'Invoices', Email: 'books@rocket.test' },
    submit: 'Add',
    field: ['Subject', 'rules.subject'],
  },
  'change of password': {
    at: '/settings/password',
    endpoint: changePassword,
    fill: {
      'Current password': 'secret',
      'New password': 'long enough',
      'Confirm password': 'long enough',
    },
    submit: 'Save',
    field: ['Current password', 'current_password'],
  },
  profile: {
    at: '/settings/profile',
    endpoint: updateProfile,
    fill: { Name: ' King' },
    submit: 'Save',
    field: ['Name', 'name'],
  },
  'deletion of the account': {
    at: '/settings/profile',
    endpoint: deleteAccount,
    opens: ['Delete account'],
    fill: { Password: 'secret' },
    submit: 'Delete account',
    field: ['Password', 'password'],
  },
  'name of the team': {
    at: '/team/info',
    endpoint: renameTeam,
    fill: { Name: ' 2' },
    submit: 'Save',
    field: ['Name', 'name'],
  },
  'deletion of the team': {
    at: '/team/info',
    endpoint: deleteTeam,
    opens: ['Delete team'],
    fill: { Password: 'secret' },
    submit: 'Delete team',
    field: ['Password', 'password'],
  },
  'rule that tags': {
    at: '/team/tags',
    endpoint: createTagRule,
    opens: ['Add rule'],
    fill: { Tags: 'billing', Search: 'invoice' },
    submit: 'Add rule',
    field: ['Search', 'search'],
  },
  invite: {
    at: '/team/users',
    endpoint: createInvite,
    fill: { Email: 'mary@rocket.test' },
    submit: 'Invite',
    field: ['Email', 'email'],
  },
}

function answers(server: FakeServer) {
  server.answer(listTeams, () => ({ data: [sampleTeam({ type: 'shared', members_count: 2 })] }))
  server.answer(listMembers, () => ({ data: [sampleMember(), grace] }))
  server.answer(matchRules, () => ({ data: { matched: 0, of: 0 } }))
  server.answer(listSessions, () => ({ data: [] }))
}

/** The dialog of the form, or else the page. */
const place = () => within(screen.queryByRole('dialog') ?? screen.getByRole('main'))

async function openForm(user: UserEvent, { opens = [], fill }: Form) {
  for (const name of opens) {
    const role = name === 'Add a new team' ? 'menuitem' : 'button'
    await user.click(await screen.findByRole(role, { name }))
  }
  if (opens.length > 0) await screen.findByRole('dialog')
  for (const [label, text] of Object.entries(fill)) {
    await waitFor(() => expect(place().queryByLabelText(label)).not.toBeNull())
    await user.type(place().getByLabelText(label), text)
  }
}

/** The error below its field, in red and connected to it, or else the error of the whole form. */
function isSaidAt(problem: HTMLElement, field: Form['field']): boolean {
  if (field === null) return problem.closest('[role=alert]') !== null
  const described = place().getByLabelText(field[0]).getAttribute('aria-describedby')
  return (
    described?.split(' ').includes(problem.id) === true && /text-danger/.test(problem.className)
  )
}

test.each(someByDay(Object.entries(forms), 3))(
  '%s: its button is disabled with a spinner meanwhile, and what the server refuses is said',
  async (_, form) => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<FakeRefusal>()
    const prepare = (server: FakeServer) => {
      answers(server)
      server.answer(form.endpoint, () => answered)
    }
    const { user } =
      form.as === undefined
        ? await renderInbox({ mails: sampleMails(1), at: form.at, answers: prepare })
        : await renderApp({ at: form.at, as: form.as, answers: prepare })
    await waitFor(() => expect(screen.queryByRole('main')).not.toBeNull())
    await openForm(user, form)
    await waitFor(() => expect(place().queryByRole('button', { name: form.submit })).not.toBeNull())
    const button = place().getByRole('button', { name: form.submit })
    expect(button).toHaveProperty('disabled', false)
    await user.click(button)
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
    expect(button).toHaveProperty('disabled', true)
    expect(button.querySelector('.spin')).not.toBeNull()

    const said = 'The server says no.'
    const errors = form.field ? { [form.field[1]]: [said] } : {}
    answer(refuse('invalid', { message: said, errors }))
    const problem = await place().findByText(said)
    expect(button).toHaveProperty('disabled', false)
    expect(isSaidAt(problem, form.field)).toBe(true)
  },
)
