import {
  copyInviteLink,
  createInvite,
  discardInvite,
  getSystemMail,
  listInvites,
  resendInvite,
  type Invite,
} from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.ts'
import { sampleTeam } from '../../testing/samples.ts'

const at = '/team/users'
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()

const sampleInvite = (change: Partial<Invite> = {}): Invite => ({
  id: 5,
  email: 'mary@rocket.test',
  created_at: days(-3.1),
  expires_at: days(4),
  link_copied_at: null,
  avatar: null,
  ...change,
})

async function renderInvites(invites: Invite[], { relay = true } = {}) {
  const held = { invites }
  const app = await renderPage({
    at,
    answers(server) {
      server.answer(getSystemMail, () => ({ data: { relay } }))
      server.answer(listInvites, () => ({ data: held.invites }))
      server.answer(copyInviteLink, ({ params }) => {
        held.invites = held.invites.map((invite) =>
          invite.id === params.invite ? { ...invite, link_copied_at: days(0) } : invite,
        )
        return { data: { url: `http://localhost:8025/invite?token=of-${params.invite}` } }
      })
      server.answer(createInvite, ({ body }) => {
        if (held.invites.some(({ email }) => email === body.email)) {
          return refuse('conflict', { message: 'This address has been invited already.' })
        }
        const made = sampleInvite({ id: 6, email: body.email, created_at: days(0) })
        held.invites = [...held.invites, made]
        return { data: made }
      })
      server.answer(resendInvite, () => ({ message: 'Invite sent' }))
      server.answer(discardInvite, ({ params }) => {
        held.invites = held.invites.filter(({ id }) => id !== params.invite)
        return { message: 'Invite discarded' }
      })
    },
  })
  return { ...app, held }
}

const pending = () => screen.findByRole('list', { name: 'Pending invites' })

test('an address is invited, said so, and waits in the list', async () => {
  const { user, server } = await renderInvites([])
  await screen.findByText('There are no pending invites. Enter an address above to send one.')
  const email = screen.getByLabelText<HTMLInputElement>('Email')
  await user.click(email)
  await user.tab()
  await screen.findByText('Email is a required field')
  await user.type(email, 'no address')
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  await screen.findByText('field is not valid')
  expect(server.count(createInvite)).toBe(0)
  await user.clear(email)
  await user.type(email, 'mary@rocket.test{Enter}')
  await screen.findByText('Invite sent to mary@rocket.test')
  within(await pending()).getByText('mary@rocket.test')
  expect(email.value).toBe('')

  await user.type(email, 'mary@rocket.test{Enter}')
  await screen.findByText('This address has been invited already.')
})

test('without a relay nothing is said to be sent, and the owner copies the link', async () => {
  const { user } = await renderInvites([sampleInvite()], { relay: false })
  await screen.findByText(/^This server has no mail relay, so it sends no invites/)
  await user.type(screen.getByLabelText('Email'), 'jean@rocket.test{Enter}')
  await screen.findByText(/^Invite for jean@rocket.test created\. No email was sent\./)
  expect(screen.queryByText(/^Invite sent/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Copy invite link' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy invite link' }))
  dialog.getByText(/^Give it to jean@rocket.test alone. Whoever opens it joins “Rocket Labs”/)
  const url = 'http://localhost:8025/invite?token=of-6'
  const field = dialog.getByLabelText<HTMLInputElement>('Link')
  expect(field.value).toBe(url)
  await waitFor(() => expect(field.selectionDirection).toBe('backward'))
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, url.length])
  await dialog.findByRole('button', { name: 'Copied!' })
  expect(await navigator.clipboard.readText()).toBe(url)
  // One is the button, the other the cross.
  await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  const [first, second] = within(await pending()).getAllByRole('listitem')
  expect(first?.textContent).not.toContain('link made')
  expect(second?.textContent).toContain('link made')

  await user.click(screen.getByRole('button', { name: 'Copy invite link for mary@rocket.test' }))
  await screen.findByRole('dialog', { name: 'Copy invite link' })
})

test('with a relay no link is offered', async () => {
  await renderInvites([sampleInvite()])
  await pending()
  expect(screen.queryByRole('button', { name: /Copy invite link/ })).toBeNull()
})

test('the list of invites says when each was invited, and which invites have expired', async () => {
  await renderInvites([
    sampleInvite({ id: 5, created_at: days(-8.1), expires_at: days(-1) }),
    sampleInvite({ id: 6, email: 'jean@rocket.test' }),
  ])
  const [expired, fresh] = within(await pending()).getAllByRole('listitem')
  expect(expired?.textContent).toContain('Expired')
  expect(expired?.textContent).toContain('Invited 1 week ago')
  expect(fresh?.textContent).not.toContain('Expired')
  expect(fresh?.textContent).toContain('Invited 3 days ago')
})

test('an invite is resent and discarded from its menu', async () => {
  const { user } = await renderInvites([sampleInvite()])
  await pending()
  await user.click(screen.getByRole('button', { name: 'Actions for mary@rocket.test' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Resend invite' }))
  await screen.findByText('Invite sent')
  await user.click(screen.getByRole('button', { name: 'Actions for mary@rocket.test' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Discard invite' }))
  await screen.findByText('Invite discarded')
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Pending invites' })).toBeNull())
})

test('an invite that was taken up elsewhere leaves the list by the event', async () => {
  const { socket, held } = await renderInvites([sampleInvite()])
  await pending()
  await waitFor(() => expect(socket.joined()).toHaveLength(1))
  held.invites = []
  socket.send('TeamOutdated', { team_id: 7, user_id: 3, part: 'invites' })
  await screen.findByText(/^There are no pending invites/)
})

test('a plain member reads who may invite, and nothing is asked of the server', async () => {
  const { server } = await renderPage({
    at,
    teams: [sampleTeam({ type: 'shared', role: 'member', owner: { id: 2, name: 'Grace Hopper' } })],
  })
  await screen.findByText('Only the owner, Grace Hopper, can invite people.')
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull()
  expect(server.count(listInvites)).toBe(0)
})
