import { deleteMails, updateMails } from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../../testing/fake-server.ts'
import { renderInbox, sampleMails } from '../../../testing/render-inbox.tsx'

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Mail' })).findAllByRole('link')
const inboxWith = (count: number) =>
  screen.findByRole('link', { name: new RegExp(`${count} unread`) })
const said = () => screen.findByText(/Some messages may have been changed\.$/)

type Inbox = Awaited<ReturnType<typeof renderInbox>>

/** Ten unread mails and a server that breaks off when it has changed the four newest. */
async function renderBreaking(how: 'a broken connection' | 'an error of the server') {
  let mailbox: Inbox['mailbox'] | null = null
  const breakOff = (done: () => void) => {
    done()
    if (how === 'an error of the server') return refuse('unavailable')
    throw new TypeError('fetch failed')
  }
  const app = await renderInbox({
    mails: sampleMails(10, { read_at: null }),
    answers(server) {
      server.answer(deleteMails, () =>
        breakOff(() => {
          if (mailbox) mailbox.mails = mailbox.mails.slice(4)
        }),
      )
      server.answer(updateMails, () =>
        breakOff(() => {
          for (const mail of mailbox?.mails.slice(0, 4) ?? []) {
            mail.read_at = '2026-11-21T10:00:00.000Z'
          }
        }),
      )
    },
  })
  mailbox = app.mailbox
  await waitFor(() => expect(app.socket.joined()).toEqual(['teams.7.mails']))
  await waitFor(async () => expect(await rows()).toHaveLength(10))
  await inboxWith(10)
  return app
}

const menu = async ({ user }: Inbox, item: string) => {
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

const ways = ['a broken connection', 'an error of the server'] as const

test.each(ways)('what %s leaves of deleting everything is shown, and said', async (how) => {
  const app = await renderBreaking(how)
  await menu(app, 'Delete all')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete all?' }))
  await dialog.findByText(/^This deletes 10/)
  await app.user.click(dialog.getByRole('button', { name: 'Delete all' }))
  await said()
  const sent = app.server.calls().find(({ method }) => method === 'DELETE')
  expect(sent).toMatchObject({ query: '', body: undefined })
  await dialog.findByRole('alert')
  await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(async () => expect(await rows()).toHaveLength(6))
  await inboxWith(6)
})

test.each(ways)('what %s leaves of marking everything is shown, and said', async (how) => {
  const app = await renderBreaking(how)
  await menu(app, 'Mark all read')
  await said()
  await inboxWith(6)
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^Unread/ })).toHaveLength(6))
})

test.each([
  ['trashing', '#', 6],
  ['marking', 'u', 6],
])(
  'the rest of %s selected mails is shown after a failure, with a toast',
  async (_, key, unread) => {
    const { user } = await renderBreaking('a broken connection')
    await user.keyboard('{Control>}a{/Control}')
    await screen.findByText('10 selected')
    await user.keyboard(key)
    await said()
    await inboxWith(unread)
    await waitFor(() =>
      expect(screen.getAllByRole('link', { name: /^Unread/ })).toHaveLength(unread),
    )
  },
)

test('what was refused whole changed nothing, and nothing else is said', async () => {
  const app = await renderBreaking('a broken connection')
  app.server.answer(updateMails, () => refuse('forbidden'))
  await menu(app, 'Mark all read')
  await screen.findByText('You are not allowed to do this.')
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^Unread/ })).toHaveLength(10))
})

test('marks that could not be sent do not stay, though nothing can be fetched either', async () => {
  const app = await renderBreaking('a broken connection')
  app.server.setUnreachable(true)
  await menu(app, 'Mark all read')
  await said()
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^Unread/ })).toHaveLength(10))
})
