import { deleteMails, restoreMails, updateMail, updateMails } from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { expectShown } from '../../../testing/expect-shown.ts'
import { refuse } from '../../../testing/fake-server.ts'
import { renderInbox, sampleMails } from '../../../testing/render-inbox.ts'

const list = () => screen.findByRole('list', { name: 'Mail' })
const rows = async () => within(await list()).findAllByRole('link')
const button = (name: string) => screen.findByRole('button', { name })
const tick = (subject: string) => screen.findByRole('checkbox', { name: `Select “${subject}”` })
const sent = (calls: readonly { method: string; path: string; body: unknown }[]) =>
  calls.filter(({ method, path }) => method !== 'GET' && path.endsWith('/mails'))

describe('several mails at once', () => {
  test('are selected one by one, as a range and by key, and are counted', async () => {
    const { user } = await renderInbox({ mails: sampleMails(6), at: '/inbox/1' })
    await rows()
    await user.click(await tick('Subject 6'))
    await user.keyboard('{Shift>}')
    await user.click(await tick('Subject 4'))
    await user.keyboard('{/Shift}')
    await screen.findByText('3 selected')
    await user.keyboard('x')
    await screen.findByText('4 selected')
    expect(((await tick('Subject 5')) as HTMLInputElement).checked).toBe(true)
    await user.keyboard('{Escape}')
    expect(screen.queryByText(/selected$/)).toBeNull()
  })

  test('are all that is loaded by Ctrl-A', async () => {
    const { user } = await renderInbox({ mails: sampleMails(6) })
    await rows()
    await user.keyboard('{Control>}a{/Control}')
    await expectShown(screen.findByText('6 selected'))
  })

  test('stay selected while mail arrives', async () => {
    const { user, socket, mailbox } = await renderInbox({ mails: sampleMails(3) })
    await waitFor(() => expect(socket.joined()).toEqual(['teams.7.mails']))
    await user.click(await tick('Subject 2'))
    mailbox.mails = sampleMails(5)
    socket.send('MailReceived', { team_id: 7, user_id: null, ids: [4, 5], count: 2 })
    await waitFor(async () => expect(await rows()).toHaveLength(5))
    screen.getByText('1 selected')
    expect(((await tick('Subject 2')) as HTMLInputElement).checked).toBe(true)
  })

  test('are marked by one call, shown at once', async () => {
    const { user, server } = await renderInbox({ mails: sampleMails(4) })
    await user.click(await tick('Subject 4'))
    await user.click(await tick('Subject 2'))
    await user.click(await button('Flag'))
    const rowsOf = within(await list())
    expect(await rowsOf.findAllByRole('link', { name: /Flagged/ })).toHaveLength(2)
    await waitFor(() => expect(server.count(updateMails)).toBe(1))
    expect(sent(server.calls())).toMatchObject([{ body: { ids: [4, 2], flagged: true } }])
    expect(server.count(updateMail)).toBe(0)
  })

  test('take their marks back when the server says no', async () => {
    const { user } = await renderInbox({
      mails: sampleMails(3),
      answers: (fake) => fake.answer(updateMails, () => refuse('forbidden')),
    })
    await user.click(await tick('Subject 3'))
    await user.click(await tick('Subject 2'))
    await user.click(await button('Mark as unread'))
    await screen.findByText('You are not allowed to do this.')
    expect(screen.queryByRole('link', { name: /^Unread/ })).toBeNull()
  })

  test('go to the trash together and come back to their places', async () => {
    const { user, server, address } = await renderInbox({ mails: sampleMails(5), at: '/inbox/4' })
    await user.click(await tick('Subject 4'))
    await user.click(await tick('Subject 3'))
    await user.keyboard('#')
    await screen.findByText('Moved 2 mails to trash')
    await waitFor(() => expect(address()).toBe('/inbox/2'))
    expect(await rows()).toHaveLength(3)
    await user.click(await button('Undo'))
    await waitFor(async () => expect(await rows()).toHaveLength(5))
    await waitFor(() => expect(address()).toBe('/inbox/4'))
    expect(server.count(restoreMails)).toBe(1)
  })
})

describe('everything of the list', () => {
  const more = async (user: { click: (element: Element) => Promise<void> }, item: string) => {
    await rows()
    await user.click(await button('More'))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }

  test('is marked read at once where it is little, and can be undone', async () => {
    const { user, mailbox } = await renderInbox({ mails: sampleMails(3, { read_at: null }) })
    await more(user, 'Mark all read')
    await screen.findByText('Everything is marked read')
    expect(mailbox.mails.every(({ read_at }) => read_at !== null)).toBe(true)
    await user.click(await button('Undo'))
    await waitFor(() => expect(mailbox.mails.every(({ read_at }) => read_at === null)).toBe(true))
  })

  test('is marked only after a question where it is much', async () => {
    const { user, server } = await renderInbox({ mails: sampleMails(30, { read_at: null }) })
    await more(user, 'Mark all read')
    const dialog = await screen.findByRole('dialog', { name: 'Mark all read?' })
    within(dialog).getByText('Everyone in the team sees all 30 mails as read.')
    expect(server.count(updateMails)).toBe(0)
    await user.click(within(dialog).getByRole('button', { name: 'Mark all read' }))
    await waitFor(() => expect(server.count(updateMails)).toBe(1))
  })

  test('is what the address selects', async () => {
    const { user, server } = await renderInbox({
      mails: sampleMails(3),
      at: '/inbox?q=Subject+2',
    })
    await more(user, 'Mark all unread')
    await waitFor(() => expect(server.count(updateMails)).toBe(1))
    expect(server.calls().find(({ method }) => method === 'PATCH')?.query).toBe(
      '?filter=all&q=Subject+2',
    )
  })

  test.each([
    ['spares flagged mail', false, [2]],
    ['takes flagged mail too when asked', true, []],
  ])('is deleted after a question, and %s', async (_, withFlagged, left) => {
    const mails = sampleMails(3)
    for (const mail of mails) mail.flagged = mail.id === 2
    const { user, mailbox } = await renderInbox({ mails })
    await more(user, 'Delete all')
    const dialog = await screen.findByRole('dialog', { name: 'Delete all?' })
    if (withFlagged) {
      await user.click(within(dialog).getByLabelText('Also delete the flagged mail'))
    }
    await user.click(within(dialog).getByRole('button', { name: 'Delete all' }))
    await screen.findByText(/^Deleted \d mails$/)
    expect(mailbox.mails.map(({ id }) => id)).toEqual(left)
    await user.click(await button('Undo'))
    await waitFor(async () => expect(await rows()).toHaveLength(3))
  })

  test('that cannot be deleted says why, in the dialog', async () => {
    const { user } = await renderInbox({
      mails: sampleMails(3),
      answers: (fake) => fake.answer(deleteMails, () => refuse('unavailable')),
    })
    await more(user, 'Delete all')
    const dialog = await screen.findByRole('dialog', { name: 'Delete all?' })
    await user.click(within(dialog).getByRole('button', { name: 'Delete all' }))
    await expectShown(within(dialog).findByRole('alert'))
  })
})
