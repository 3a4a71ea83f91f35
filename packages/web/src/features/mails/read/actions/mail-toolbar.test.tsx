import { deleteMail, getMail, getMailSource, restoreMails, updateMail } from '@mailstop/contract'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { expectShown } from '../../../../testing/expect-shown.ts'
import { refuse, type FakeRefusal } from '../../../../testing/fake-server.ts'
import {
  renderInbox,
  renderPanes,
  sampleMails,
  sampleSummary,
} from '../../../../testing/render-inbox.tsx'

const button = (name: string) => screen.findByRole('button', { name })
const row = (name: RegExp) => screen.findByRole('link', { name })

describe('what can be done with a mail', () => {
  test('opening an unread one marks it read, once', async () => {
    const { user, server } = await renderPanes({
      mails: [sampleSummary(1, { read_at: null })],
      at: '/inbox',
    })
    await user.click(await row(/Unread.*Subject 1/))
    await button('Mark as unread')
    await waitFor(() => expect(server.count(updateMail)).toBe(1))
    await user.click(await button('Mark as unread'))
    await button('Mark as read')
    await waitFor(() => expect(server.count(updateMail)).toBe(2))
    expect(server.calls().filter(({ method }) => method === 'PATCH')).toMatchObject([
      { body: { read: true } },
      { body: { read: false } },
    ])
    await row(/Unread.*Subject 1/)
  })

  test('opening a read one changes nothing', async () => {
    const { server } = await renderPanes({ mails: sampleMails(1), at: '/inbox/1' })
    await screen.findByText('Text of 1')
    expect(server.count(updateMail)).toBe(0)
  })

  test('a flag shows at once, and is taken back when the server says no', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<FakeRefusal>()
    const { user, server } = await renderPanes({ mails: sampleMails(1), at: '/inbox/1' })
    await screen.findByText('Text of 1')
    server.answer(updateMail, () => answered)
    await user.keyboard('f')
    await button('Remove flag')
    await row(/Flagged.*Subject 1/)
    answer(refuse('unavailable'))
    await screen.findByText('This is not available right now. Try again in a moment.')
    expect(await button('Flag')).toBeDefined()
  })

  test('marking a mail that someone else has deleted shows no error', async () => {
    const { user, server } = await renderPanes({
      mails: sampleMails(1),
      at: '/inbox/1',
      answers: (fake) => fake.answer(updateMail, () => refuse('not_found')),
    })
    await screen.findByText('Text of 1')
    await user.keyboard('f')
    await waitFor(() => expect(server.count(updateMail)).toBe(1))
    await button('Flag')
    await user.keyboard('f')
    await waitFor(() => expect(server.count(updateMail)).toBe(2))
    expect(screen.queryByText(/This does not exist/)).toBeNull()
  })

  test('the key u marks it unread and read again', async () => {
    const { user } = await renderPanes({ mails: sampleMails(1), at: '/inbox/1' })
    await screen.findByText('Text of 1')
    await user.keyboard('u')
    await row(/Unread.*Subject 1/)
    await user.keyboard('u')
    expect(await button('Mark as unread')).toBeDefined()
  })

  test('trash takes it out of the list and leads to the inbox, where nothing else is opened', async () => {
    const { user, server, address } = await renderPanes({ mails: sampleMails(3), at: '/inbox/2' })
    await screen.findByText('Text of 2')
    await user.click(await button('Move to trash'))
    await waitFor(() => expect(address()).toBe('/inbox'))
    expect(screen.queryByRole('link', { name: /Subject 2/ })).toBeNull()
    await screen.findByText('Select a message to read it')
    await waitFor(() => expect(server.count(deleteMail)).toBe(1))
  })

  test.each([
    ['Undo', async (user: UserEvent) => user.click(await button('Undo'))],
    ['its key', (user: UserEvent) => user.keyboard('z')],
  ])('%s brings it back to its place and opens it again', async (_, undo) => {
    const { user, server, mailbox, address } = await renderPanes({
      mails: sampleMails(3),
      at: '/inbox/2',
    })
    await screen.findByText('Text of 2')
    await user.keyboard('#')
    await waitFor(() => expect(address()).toBe('/inbox'))
    await undo(user)
    await waitFor(() => expect(address()).toBe('/inbox/2'))
    await screen.findByText('2 of 3')
    await waitFor(() => expect(server.count(restoreMails)).toBe(1))
    expect(mailbox.mails.map(({ id }) => id)).toEqual([3, 2, 1])
    await expectShown(screen.findByText('2 of 3'))
  })

  test('a deletion can be undone before the server has answered it', async () => {
    let answer: () => void = () => undefined
    const { user, server, mailbox } = await renderPanes({ mails: sampleMails(3), at: '/inbox/2' })
    await screen.findByText('Text of 2')
    const [, second] = mailbox.mails
    server.answer(deleteMail, async () => {
      await new Promise<void>((done) => {
        answer = done
      })
      mailbox.deleted.set('late', second ? [second] : [])
      mailbox.mails = mailbox.mails.filter((mail) => mail !== second)
      return { message: 'Message deleted', count: 1, deletion: 'late' }
    })
    await user.keyboard('#')
    await user.click(await button('Undo'))
    await row(/Subject 2/)
    answer()
    await waitFor(() => expect(server.count(restoreMails)).toBe(1))
    expect(await row(/Subject 2/)).toBeDefined()
  })

  test('a mail that cannot be deleted comes back', async () => {
    const { user, address } = await renderPanes({
      mails: sampleMails(2),
      at: '/inbox/2',
      answers: (fake) => fake.answer(deleteMail, () => refuse('forbidden')),
    })
    await screen.findByText('Text of 2')
    await user.keyboard('#')
    await screen.findByText('You are not allowed to do this.')
    await row(/Subject 2/)
    await waitFor(() => expect(address()).toBe('/inbox/2'))
  })

  test('a mail that someone else has deleted disappears as well', async () => {
    const { user, mailbox } = await renderPanes({
      mails: sampleMails(2),
      at: '/inbox/2',
    })
    await screen.findByText('Text of 2')
    mailbox.mails = sampleMails(1)
    await user.keyboard('#')
    await screen.findByText(/^Moved “.+” to trash$/)
    expect(screen.queryByRole('link', { name: /Subject 2/ })).toBeNull()
  })

  test('previous and next lead through the list and stop at its ends', async () => {
    const { user, address } = await renderPanes({ mails: sampleMails(2), at: '/inbox/2' })
    await screen.findByText('1 of 2')
    expect(await button('Previous message')).toHaveProperty('disabled', true)
    await user.click(await button('Next message'))
    await waitFor(() => expect(address()).toBe('/inbox/1'))
    await screen.findByText('2 of 2')
    expect(await button('Next message')).toHaveProperty('disabled', true)
  })

  test('attachments are a menu of their names, and no menu when there are none', async () => {
    const { user } = await renderPanes({
      mails: sampleMails(2),
      contents: [
        [
          2,
          {
            attachments: [
              {
                key: '1',
                filename: 'invoice.pdf',
                content_type: 'application/pdf',
                size: 48_211,
                inline: false,
              },
            ],
          },
        ],
      ],
      at: '/inbox/2',
    })
    await screen.findByText('Text of 2')
    expect((await button('1 attachment')).textContent).toBe('1')
    await user.click(await button('1 attachment'))
    expect((await screen.findByRole('menuitem')).textContent).toBe('invoice.pdf48 KB')
    await user.keyboard('{Escape}')
    await user.keyboard('j')
    await screen.findByText('Text of 1')
    expect(await button('Attachments')).toHaveProperty('disabled', true)
  })

  test('View raw opens its tab within the click, and leads it to the file', async () => {
    const tab = { opener: window, location: { replace: vi.fn<(url: string) => void>() } }
    const open = vi.fn<() => typeof tab>(() => tab)
    vi.stubGlobal('open', open)
    const { user } = await renderPanes({
      mails: sampleMails(1),
      at: '/inbox/1',
      answers: (fake) => fake.answer(getMailSource, () => ({ url: '/files/1' })),
    })
    await screen.findByText('Text of 1')
    await user.click(await button('More actions'))
    await user.click(await screen.findByRole('menuitem', { name: 'View raw' }))
    expect(open).toHaveBeenCalledWith('', '_blank')
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('/files/1'))
    expect(tab.opener).toBeNull()
  })

  test('a mail is fetched before it is opened, when the pointer comes near', async () => {
    const { user, server, socket } = await renderPanes({ mails: sampleMails(2) })
    await waitFor(() => expect(socket.joined()).toEqual(['teams.7.mails']))
    await user.hover(await row(/Subject 1/))
    await waitFor(() => expect(server.count(getMail)).toBe(1))
    await user.click(await row(/Subject 1/))
    await screen.findByText('Text of 1')
    expect(server.count(getMail)).toBe(1)
  })
})

test('two marks that both fail leave the mail as it was', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<FakeRefusal>()
  const { user, server } = await renderPanes({ mails: sampleMails(1), at: '/inbox/1' })
  await screen.findByText('Text of 1')
  server.answer(updateMail, () => answered)
  await user.keyboard('f')
  await button('Remove flag')
  await user.keyboard('f')
  await button('Flag')
  answer(refuse('forbidden'))
  await waitFor(() =>
    expect(screen.getAllByText('You are not allowed to do this.')).toHaveLength(2),
  )
  await button('Flag')
})

test('a mail is deleted after its mark, which an undo brings back', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<FakeRefusal>()
  const { user, server } = await renderPanes({ mails: sampleMails(2), at: '/inbox/2' })
  await screen.findByText('Text of 2')
  server.answer(updateMail, () => answered)
  await user.keyboard('f')
  await button('Remove flag')
  await user.keyboard('#')
  await screen.findByText('Select a message to read it')
  expect(server.count(deleteMail)).toBe(0)
  answer(refuse('not_found'))
  await waitFor(() => expect(server.count(deleteMail)).toBe(1))
})

describe('the key z', () => {
  const trashFirst = async (render = renderPanes) => {
    const app = await render({ mails: sampleMails(4), at: '/inbox/4' })
    await screen.findByText('Text of 4')
    await app.user.keyboard('#')
    await screen.findByText('Select a message to read it')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Subject 3'))
    return app
  }
  const held = ({ mailbox }: Awaited<ReturnType<typeof trashFirst>>) =>
    mailbox.mails.map(({ id }) => id)

  test('still undoes the last deletion when the one before it was undone', async () => {
    const app = await trashFirst()
    await app.user.keyboard('#')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Subject 2'))
    const [, earlier] = await screen.findAllByRole('button', { name: /^Undo/ })
    if (!earlier) throw new Error('there are not two to undo')
    await app.user.click(earlier)
    await waitFor(() => expect(app.server.count(restoreMails)).toBe(1))
    await app.user.keyboard('z')
    await waitFor(() => expect(held(app)).toEqual([4, 3, 2, 1]))
  })

  test('undoes the last deletion that succeeded', async () => {
    const app = await trashFirst()
    app.server.answer(deleteMail, () => refuse('forbidden'))
    await app.user.keyboard('#')
    await screen.findByText('You are not allowed to do this.')
    await app.user.keyboard('z')
    await waitFor(() => expect(held(app)).toEqual([4, 3, 2, 1]))
  })

  test('undoes it after another screen was shown', async () => {
    const app = await trashFirst(renderInbox)
    await app.router.navigate('/integrations/smtp-credentials')
    await screen.findByRole('heading', { name: 'SMTP credentials' })
    await app.router.navigate('/inbox')
    await row(/Subject 3/)
    await app.user.keyboard('z')
    await waitFor(() => expect(held(app)).toEqual([4, 3, 2, 1]))
  })
})

test('a mail that could not be deleted here goes when another window deletes it', async () => {
  const { user, socket, mailbox } = await renderInbox({
    mails: sampleMails(3),
    at: '/inbox/2',
    answers: (fake) => fake.answer(deleteMail, () => refuse('forbidden')),
  })
  await screen.findByText('Text of 2')
  await user.keyboard('#')
  await screen.findByText('You are not allowed to do this.')
  await row(/Subject 2/)
  mailbox.mails = mailbox.mails.filter(({ id }) => id !== 2)
  socket.send('MailDeleted', { team_id: 7, user_id: 1, id: 2 })
  await waitFor(() => expect(screen.queryByRole('link', { name: /Subject 2/ })).toBeNull())
})

test('undo after going to another screen leaves the reader there', async () => {
  const { user, server, router, address } = await renderInbox({
    mails: sampleMails(3),
    at: '/inbox/2',
  })
  await screen.findByText('Text of 2')
  await user.keyboard('#')
  await router.navigate('/integrations/smtp-credentials')
  await screen.findByRole('heading', { name: 'SMTP credentials' })
  await user.click(await button('Undo'))
  await waitFor(() => expect(server.count(restoreMails)).toBe(1))
  expect(address()).toBe('/integrations/smtp-credentials')
})
