import { deleteMails, getCounters, type TeamQuota } from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInbox, sampleMails } from '../../../testing/render-inbox.tsx'
import { sampleCounters, sampleTeam } from '../../../testing/samples.ts'

const roomy: TeamQuota = { bytes: 1_200_000, max_mails: 3, max_bytes: null, full: null }

/** An inbox of three mails whose quota a test can change. */
async function renderLimited(quota: TeamQuota) {
  const state = { quota }
  const app = await renderInbox({
    mails: sampleMails(3),
    answers: (server) =>
      server.answer(getCounters, () => ({
        data: sampleCounters({ total: app.mailbox.mails.length, quota: state.quota }),
      })),
  })
  await waitFor(() => expect(app.socket.joined()).toContain('teams.7.mails'))
  await screen.findByText('Subject 3')
  return { ...app, state }
}

test('the inbox says that it is full while it is full', async () => {
  const { socket, state } = await renderLimited(roomy)
  expect(screen.queryByText(/inbox is full/)).toBeNull()
  state.quota = { ...roomy, full: 'mails' }
  socket.send('MailReceived', { team_id: 7, user_id: null, ids: [3], count: 1 })
  const text = await screen.findByText(
    'This team’s inbox is full (3 of 3 messages). New mail is refused until you delete some messages.',
  )
  expect(text.closest('[role=status]')).not.toBeNull()
  expect(screen.queryByRole('link', { name: 'Show large messages' })).toBeNull()
  state.quota = roomy
  socket.send('InboxOutdated', { team_id: 7, user_id: 2 })
  await waitFor(() => expect(screen.queryByText(/inbox is full/)).toBeNull())
})

test('the bar deletes all mail, whatever the list shows', async () => {
  const { user, server } = await renderLimited({ ...roomy, full: 'mails' })
  await user.click(await screen.findByRole('tab', { name: 'Unread' }))
  const bar = within((await screen.findByText(/inbox is full/)).closest('div') ?? document.body)
  await user.click(bar.getByRole('button', { name: 'Delete all' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete all?' }))
  await dialog.findByText(/This deletes 3 messages for everyone in the team/)
  await user.click(dialog.getByRole('button', { name: 'Delete all' }))
  await screen.findByText('Deleted 3 messages')
  expect(server.count(deleteMails)).toBe(1)
  const [deletion] = server.calls().filter(({ method }) => method === 'DELETE')
  expect(deletion).toMatchObject({ query: '', body: undefined })
})

test('where the bytes are used up, it leads to the mail that takes most of them', async () => {
  const { user } = await renderLimited({
    bytes: 1_250_000_000,
    max_mails: null,
    max_bytes: 1_200_000_000,
    full: 'bytes',
  })
  await screen.findByText(/inbox is full \(1\.3 GB of 1\.2 GB\)/)
  await user.click(screen.getByRole('link', { name: 'Show large messages' }))
  const search = screen.getByRole('combobox', { name: 'Search mail' })
  await waitFor(() => expect(search).toHaveProperty('value', 'larger:1M'))
})

test('where only deleted mail takes up the room, it says to wait and offers no deletion', async () => {
  await renderLimited({ ...roomy, full: 'deleted' })
  await screen.findByText(/full of deleted messages that can still be restored/)
  expect(screen.queryByRole('button', { name: 'Delete all' })).toBeNull()
})

test('members of a suspended team read that it gets no mail', async () => {
  await renderInbox({ mails: sampleMails(1), teams: [sampleTeam({ is_active: false })] })
  const text = await screen.findByText(/^This team is suspended\. New mail is refused/)
  expect(text.closest('[role=status]')).not.toBeNull()
  await screen.findByText('Subject 1')
})
