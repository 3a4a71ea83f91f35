import { getCounters, listMails } from '@mailstop/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../../testing/expect-shown.ts'
import type { FakeSocket } from '../../../testing/fake-socket.ts'
import { renderInbox, sampleMails } from '../../../testing/render-inbox.tsx'

const me = 1
const someoneElse = 2
const of = (user_id: number | null) => ({ team_id: 7, user_id })

/** The inbox with the channel joined and everything fetched. */
async function renderSettled() {
  const app = await renderInbox({ mails: sampleMails(2) })
  await waitFor(() => expect(app.socket.joined()).toEqual(['teams.7.mails']))
  await waitFor(() => expect(app.server.count(listMails)).toBe(1))
  await screen.findByRole('link', { name: /Subject 2/ })
  return app
}

const marks = { id: 2, read_at: null, flagged: true }

test.each<[string, (socket: FakeSocket) => void]>([
  ['MailReceived', (socket) => socket.send('MailReceived', { ...of(null), ids: [3], count: 1 })],
  [
    'MailUpdated of another',
    (socket) => socket.send('MailUpdated', { ...of(someoneElse), ...marks }),
  ],
  ['MailUpdated of one’s own', (socket) => socket.send('MailUpdated', { ...of(me), ...marks })],
  ['MailDeleted of another', (socket) => socket.send('MailDeleted', { ...of(someoneElse), id: 2 })],
  ['MailDeleted of one’s own', (socket) => socket.send('MailDeleted', { ...of(me), id: 2 })],
  ['GuardsBroken', (socket) => socket.send('GuardsBroken', { ...of(null), ids: [2], count: 1 })],
  ['InboxOutdated of another', (socket) => socket.send('InboxOutdated', of(someoneElse))],
  ['InboxOutdated of one’s own', (socket) => socket.send('InboxOutdated', of(me))],
])('%s fetches the counters again', async (_, send) => {
  const { socket, server } = await renderSettled()
  await waitFor(() => expect(server.count(getCounters)).toBeGreaterThan(0))
  const before = server.count(getCounters)
  send(socket)
  await waitFor(() => expect(server.count(getCounters)).toBeGreaterThan(before))
})

test.each([
  ['nobody', null],
  ['another', someoneElse],
  ['the user', me],
])('mail that arrives by %s fetches the list again', async (_, user_id) => {
  const { socket, server, mailbox } = await renderSettled()
  mailbox.mails = sampleMails(3)
  socket.send('MailReceived', { team_id: 7, user_id, ids: [3], count: 1 })
  await expectShown(screen.findByRole('link', { name: /Subject 3/ }))
  expect(server.count(listMails)).toBe(2)
})
