import { listMails, updateMail, updateMails } from '@mailstop/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInbox, sampleMails, sampleSummary } from '../../../testing/render-inbox.tsx'

await import('./follow-bar.tsx')

async function renderFollowed(at: string) {
  const mails = sampleMails(3, { read_at: null })
  const app = await renderInbox({ mails, at })
  await waitFor(() => expect(app.socket.joined()).toContain('teams.7.mails'))
  await screen.findByRole('link', { name: /Subject 3/ })
  return {
    ...app,
    arrive(count: number, change = {}) {
      const first = (app.mailbox.mails[0]?.id ?? 0) + 1
      const ids = Array.from({ length: count }, (_, index) => first + index)
      const come = ids.map((id) => sampleSummary(id, { read_at: null, ...change })).toReversed()
      app.mailbox.mails = [...come, ...app.mailbox.mails]
      app.socket.send('MailReceived', { team_id: 7, user_id: null, ids, count })
    },
    marked: () => app.server.count(updateMail) + app.server.count(updateMails),
  }
}

test('with follow in the address the newest mail opens, then the last of each burst, and all stay unread', async () => {
  const app = await renderFollowed('/inbox?follow=1')
  await waitFor(() => expect(app.address()).toBe('/inbox/3?follow=1'))
  app.arrive(4)
  await waitFor(() => expect(app.address()).toBe('/inbox/7?follow=1'))
  await screen.findByRole('article', { name: 'Subject 7' })
  expect(app.marked()).toBe(0)
  await app.user.click(screen.getByRole('link', { name: /Subject 7/ }))
  await waitFor(() => expect(app.marked()).toBe(1))
})

test('the menu of the list begins it, and what the user has opened stays until the next mail', async () => {
  const app = await renderFollowed('/inbox/1')
  await app.user.click(await screen.findByRole('button', { name: 'More' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Open the newest by itself' }))
  await screen.findByText(/^Each new message opens by itself/)
  expect(app.address()).toBe('/inbox/1?follow=1')
  app.arrive(1)
  await waitFor(() => expect(app.address()).toBe('/inbox/4?follow=1'))
  await app.user.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(app.address()).toBe('/inbox/4'))
  app.arrive(1)
  await screen.findByRole('link', { name: /Subject 5/ })
  expect(app.address()).toBe('/inbox/4')
})

test('only mail of the shown list opens', async () => {
  const app = await renderFollowed('/inbox?q=subject&follow=1')
  await waitFor(() => expect(app.address()).toBe('/inbox/3?q=subject&follow=1'))
  const fetched = app.server.count(listMails)
  app.arrive(1, { subject: 'Another' })
  await waitFor(() => expect(app.server.count(listMails)).toBeGreaterThan(fetched))
  expect(app.address()).toBe('/inbox/3?q=subject&follow=1')
  app.arrive(1)
  await waitFor(() => expect(app.address()).toBe('/inbox/5?q=subject&follow=1'))
})
