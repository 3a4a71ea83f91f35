import {
  deleteMails,
  listDeletedMails,
  listDeletions,
  restoreMails,
  updateMail,
  updateMails,
} from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { expectShown } from '../../../testing/expect-shown.ts'
import { refuse } from '../../../testing/fake-server.ts'
import { renderInbox, renderPanes, sampleMails } from '../../../testing/render-inbox.tsx'

const list = () => screen.findByRole('list', { name: 'Mail' })
const rows = async () => within(await list()).findAllByRole('link')
const button = (name: string) => screen.findByRole('button', { name })
const tick = (subject: string) => screen.findByRole('checkbox', { name: `Select “${subject}”` })
const sent = (calls: readonly { method: string; path: string; body: unknown }[]) =>
  calls.filter(({ method, path }) => method !== 'GET' && path.endsWith('/mails'))

describe('several mails at once', () => {
  test('are selected one by one, as a range and by key, and are counted', async () => {
    const { user } = await renderPanes({ mails: sampleMails(6), at: '/inbox/1' })
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

  test('are a range that Shift-J and Shift-K move, without opening any', async () => {
    const { user, address } = await renderPanes({ mails: sampleMails(6) })
    ;(await rows())[1]?.focus()
    await user.keyboard('{Shift>}jj{/Shift}')
    await screen.findByText('3 selected')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Subject 3'))
    await user.keyboard('{Shift>}k{/Shift}')
    await screen.findByText('2 selected')
    expect(((await tick('Subject 5')) as HTMLInputElement).checked).toBe(true)
    expect(address()).toBe('/inbox')
  })

  test('are deleted only after a question if they are more than 500', async () => {
    const { user, server } = await renderPanes({ mails: sampleMails(600), perPage: 600 })
    await rows()
    await user.keyboard('{Control>}a{/Control}#')
    const question = await screen.findByRole('dialog', { name: 'Move 600 messages to trash?' })
    expect(server.count(deleteMails)).toBe(0)
    await user.click(within(question).getByRole('button', { name: 'Move to trash' }))
    await waitFor(() => expect(server.count(deleteMails)).toBeGreaterThan(0))
  })

  test('are all that is loaded by Ctrl-A', async () => {
    const { user } = await renderPanes({ mails: sampleMails(6) })
    await rows()
    await user.keyboard('{Control>}a{/Control}')
    await expectShown(screen.findByText('6 selected'))
  })

  test('are selected by Ctrl-A from a button of the open mail too, but not from a field', async () => {
    const { user } = await renderPanes({ mails: sampleMails(6), at: '/inbox/6' })
    await screen.findByText('Text of 6')
    ;(await button('Forward')).focus()
    await user.keyboard('{Control>}a{/Control}')
    await screen.findByText('6 selected')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('combobox', { name: 'Search mail' }))
    await user.keyboard('{Control>}a{/Control}')
    expect(screen.queryByText('6 selected')).toBeNull()
  })

  test.each([
    ['/inbox', 'Select all 60', 60, '?filter=all&up_to=60'],
    ['/inbox?q=Subject', 'Select all 60 that match', 60, '?filter=all&q=Subject&up_to=60'],
  ])('are all of the list at %s, loaded or not', async (at, offer, count, query) => {
    const { user, server, mailbox, address } = await renderPanes({ mails: sampleMails(60), at })
    await rows()
    await user.keyboard('{Control>}a{/Control}')
    await screen.findByText('25 selected')
    await user.click(await button(offer))
    await screen.findByText(`${count} selected`)
    mailbox.mails = [...sampleMails(61)]
    await user.click(await button('Flag'))
    await screen.findByText(`${count} messages flagged`)
    expect(server.calls().find(({ method }) => method === 'PATCH')).toMatchObject({ query })
    expect(mailbox.mails.filter(({ flagged }) => flagged)).toHaveLength(count)
    await user.keyboard('#')
    await screen.findByText(`Deleted ${count} messages`)
    expect(mailbox.mails.map(({ id }) => id)).toEqual([61])
    await waitFor(() => expect(address()).toBe(at))
    await user.keyboard('z')
    await waitFor(() => expect(mailbox.mails).toHaveLength(61))
  })

  test('are all that match by Ctrl-A once more, and stay so', async () => {
    const { user, mailbox, router, address } = await renderPanes({ mails: sampleMails(60) })
    await rows()
    await router.navigate('/inbox?q=Subject')
    await rows()
    await user.keyboard('{Control>}a{/Control}')
    await screen.findByText('25 selected')
    await button('Select all 60 that match')
    await user.keyboard('{Control>}a{/Control}')
    await screen.findByText('60 selected')
    await user.keyboard('{Control>}a{/Control}')
    await screen.findByText('60 selected')
    await user.keyboard('#')
    await screen.findByText('Deleted 60 messages')
    expect(mailbox.mails).toEqual([])
    expect(address()).toBe('/inbox?q=Subject')
    await router.navigate(-1)
    await waitFor(() => expect(address()).toBe('/inbox'))
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
    const { user, server } = await renderPanes({ mails: sampleMails(4) })
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
    const { user } = await renderPanes({
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
    const { user, server, address } = await renderPanes({ mails: sampleMails(5), at: '/inbox/4' })
    await user.click(await tick('Subject 4'))
    await user.click(await tick('Subject 3'))
    await user.keyboard('#')
    await screen.findByText('Moved 2 messages to trash')
    await waitFor(() => expect(address()).toBe('/inbox'))
    expect(await rows()).toHaveLength(3)
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Subject 2'))
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

  test.each([
    ['Mark all read', null, '30 messages marked as read'],
    ['Mark all unread', '2026-11-21T09:42:00.000Z', '30 messages marked as unread'],
  ])('is changed by %s without a question, and undone whole', async (item, readAt, said) => {
    const mails = sampleMails(31, { read_at: readAt })
    const [first] = mails
    // It is so already, and stays so after Undo.
    if (first) first.read_at = readAt === null ? '2026-11-21T09:42:00.000Z' : null
    const before = mails.map(({ read_at }) => read_at === null)
    const { user, mailbox } = await renderPanes({ mails })
    await more(user, item)
    await screen.findByText(said)
    expect(mailbox.mails.every(({ read_at }) => (read_at === null) !== (readAt === null))).toBe(
      true,
    )
    await user.keyboard('z')
    await waitFor(() =>
      expect(mailbox.mails.map(({ read_at }) => read_at === null)).toEqual(before),
    )
  })

  test.each(['/inbox?q=Subject+2', '/inbox?filter=unread', '/inbox'])(
    'is the mail of the whole team at %s',
    async (at) => {
      const { user, server } = await renderPanes({ mails: sampleMails(3, { read_at: null }), at })
      await more(user, 'Mark all read')
      await waitFor(() => expect(server.count(updateMails)).toBe(1))
      expect(server.calls().find(({ method }) => method === 'PATCH')?.query).toBe('')
      await user.click(await button('More'))
      await user.click(await screen.findByRole('menuitem', { name: 'Delete all' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Delete all?' }))
      await dialog.findByText(/^This deletes 3 messages for everyone/)
    },
  )

  test('is beside what the list shows, where a search is on', async () => {
    const { user, server, mailbox } = await renderPanes({
      mails: sampleMails(30, { read_at: null }),
      at: '/inbox?q=Subject+2',
    })
    await more(user, 'Mark these 11 read')
    await screen.findByText('11 messages marked as read')
    expect(server.calls().find(({ method }) => method === 'PATCH')?.query).toBe(
      '?filter=all&q=Subject+2',
    )
    await more(user, 'Delete these 11')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete these?' }))
    await dialog.findByText(/^This deletes 11 messages for everyone/)
    await user.click(dialog.getByRole('button', { name: 'Delete these' }))
    await screen.findByText('Deleted 11 messages')
    expect(mailbox.mails).toHaveLength(19)
  })

  test('is named in the singular, where the list shows one message', async () => {
    const { user, mailbox } = await renderPanes({
      mails: sampleMails(2, { read_at: null }),
      at: '/inbox?q=Subject+2',
    })
    await more(user, 'Mark this one read')
    await screen.findByText('1 message marked as read')
    await more(user, 'Delete this one')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this one?' }))
    await dialog.findByText(/^This deletes 1 message for everyone/)
    await user.click(dialog.getByRole('button', { name: 'Delete this one' }))
    await screen.findByText('Deleted 1 message')
    expect(mailbox.mails).toHaveLength(1)
  })

  test('is all there is without a search', async () => {
    const { user } = await renderPanes({ mails: sampleMails(3) })
    await rows()
    await user.click(await button('More'))
    await screen.findByRole('menuitem', { name: 'Delete all' })
    expect(screen.queryByRole('menuitem', { name: /these/ })).toBeNull()
  })

  test.each([
    ['flagged too', false, [], '3 messages'],
    ['but what is flagged when that is to be kept', true, [2], '2 messages'],
  ])('is deleted after a question, %s', async (_, keepFlagged, left, count) => {
    const mails = sampleMails(3)
    for (const mail of mails) mail.flagged = mail.id === 2
    const { user, mailbox } = await renderPanes({ mails })
    await more(user, 'Delete all')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete all?' }))
    await dialog.findByText(/^This deletes 3 messages/)
    const keep = dialog.getByLabelText('Keep the flagged message')
    expect(keep).toHaveProperty('checked', false)
    if (keepFlagged) await user.click(keep)
    await dialog.findByText(
      `This deletes ${count} for everyone in the team. It can be restored for an hour.`,
    )
    await user.click(dialog.getByRole('button', { name: 'Delete all' }))
    await screen.findByText(`Deleted ${count}`)
    expect(mailbox.mails.map(({ id }) => id)).toEqual(left)
    await user.click(await button('Undo'))
    await waitFor(async () => expect(await rows()).toHaveLength(3))
  })

  test('can still be undone after undoing has failed', async () => {
    const { user, server, mailbox } = await renderPanes({ mails: sampleMails(3) })
    await more(user, 'Delete all')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete all?' }))
    await dialog.findByText(/^This deletes 3 messages/)
    await user.click(dialog.getByRole('button', { name: 'Delete all' }))
    await screen.findByText('Deleted 3 messages')
    server.setUnreachable(true)
    await user.click(await button('Undo'))
    await waitFor(() => expect(screen.queryByText('Deleted 3 messages')).toBeNull())
    await button('Undo')
    server.setUnreachable(false)
    await user.keyboard('z')
    await waitFor(() => expect(mailbox.mails).toHaveLength(3))
  })

  test('that cannot be deleted says why, in the dialog', async () => {
    const { user } = await renderPanes({
      mails: sampleMails(3),
      answers: (fake) => fake.answer(deleteMails, () => refuse('unavailable')),
    })
    await more(user, 'Delete all')
    const dialog = await screen.findByRole('dialog', { name: 'Delete all?' })
    await within(dialog).findByText(/^This deletes 3/)
    await user.click(within(dialog).getByRole('button', { name: 'Delete all' }))
    await expectShown(within(dialog).findByRole('alert'))
  })
})

test('the trash lists what the team deleted, and restores a deletion or one of its mails', async () => {
  const { user, server, mailbox } = await renderPanes({ mails: sampleMails(3) })
  const newest = { from: { name: 'Ada', address: 'ada@rocket.test' }, subject: 'Invoice' }
  const deleted_at = new Date().toISOString()
  server.answer(listDeletions, () => ({
    data: [
      { deletion: 'a', deleted_at, count: 3, newest },
      { deletion: 'b', deleted_at, count: 1, newest },
    ],
  }))
  server.answer(listDeletedMails, () => ({
    data: sampleMails(6)
      .slice(0, 3)
      .map(({ id, from, subject, received_at }) => ({ id, from, subject, received_at })),
  }))
  const restored: unknown[] = []
  server.answer(restoreMails, ({ body }) => {
    restored.push(body)
    mailbox.mails = sampleMails(6).filter(({ id }) => id !== 6)
    return { message: 'Mail restored', count: 1 }
  })
  await rows()
  await user.click(await button('More'))
  await user.click(await screen.findByRole('menuitem', { name: 'Trash (recently deleted)' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Recently deleted' }))
  const [first, second] = await dialog.findAllByRole('listitem')
  expect(first?.textContent).toMatch(/^Invoice3 messages, /)
  expect(second?.textContent).toMatch(/^InvoiceAda, /)
  await user.click(dialog.getByRole('button', { name: /^Invoice 3 messages/ }))
  const mails = within(await dialog.findByRole('list', { name: 'Deleted messages' }))
  expect(mails.getAllByRole('listitem')).toHaveLength(3)
  // The button stays in its place and keeps the focus: a second press does nothing.
  const one = mails.getByRole('button', { name: /^Restore “Subject 5”/ })
  await user.click(one)
  await mails.findByRole('button', { name: /^Restored “Subject 5”/ })
  await user.click(one)
  expect(document.activeElement).toBe(one)
  expect(restored).toEqual([{ ids: [5] }])
  await waitFor(() => expect(screen.getAllByText('Subject 4')).toHaveLength(2))
  await user.click(dialog.getByRole('button', { name: 'Restore “Invoice”, 3 messages' }))
  await mails.findByRole('button', { name: /^Restored “Subject 4”/ })
  expect(restored).toEqual([{ ids: [5] }, { deletion: 'a' }])
})
