import { deleteMail, getMail, getMailSource, restoreMails, updateMail } from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { refuse } from '../../testing/fake-server.ts'
import { renderInbox, sampleMails, sampleSummary } from '../../testing/render-inbox.ts'

const heading = (name: string) => screen.findByRole('heading', { name, level: 1 })
const button = (name: string) => screen.findByRole('button', { name })
const row = (name: RegExp) => screen.findByRole('link', { name })
const frame = () => screen.findByTitle<HTMLIFrameElement>('Mail content')

describe('a mail', () => {
  test('says who wrote it to whom, and when', async () => {
    await renderInbox({
      mails: [sampleSummary(1, { to: [{ name: 'Bea', address: 'bea@x.test' }] })],
      contents: [
        [
          1,
          {
            cc: [{ name: '', address: 'carol@x.test' }],
            reply_to: [{ name: '', address: 'help@rocket.test' }],
          },
        ],
      ],
      at: '/inbox/1',
    })
    await heading('Subject 1')
    await screen.findByRole('link', { name: 'carol@x.test' })
    const to = screen.getByRole('link', { name: 'Bea' })
    expect(to.getAttribute('href')).toBe('mailto:bea@x.test')
    const replyTo = screen.getByRole('link', { name: 'help@rocket.test' })
    expect(replyTo.getAttribute('href')).toBe('mailto:help@rocket.test')
    screen.getByRole('link', { name: 'sender1@rocket.test' })
    screen.getByText(/^November 2\d, 2026 at \d{1,2}:\d\d [AP]M$/)
  })

  test('with many recipients names a few and the rest when asked', async () => {
    const to = Array.from({ length: 9 }, (_, index) => ({ name: '', address: `a${index}@x.test` }))
    const { user } = await renderInbox({ mails: [sampleSummary(1, { to })], at: '/inbox/1' })
    await heading('Subject 1')
    expect(screen.queryByRole('link', { name: 'a8@x.test' })).toBeNull()
    await user.click(await button('and 4 more'))
    screen.getByRole('link', { name: 'a8@x.test' })
  })

  test('in plain text is shown with its web addresses as links', async () => {
    await renderInbox({
      mails: sampleMails(1),
      contents: [[1, { text: 'see https://a.test/x.' }]],
      at: '/inbox/1',
    })
    const link = await screen.findByRole('link', { name: 'https://a.test/x' })
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(screen.queryByRole('tab', { name: 'HTML' })).toBeNull()
  })

  test('in HTML is shown in a frame that runs nothing and is of no origin', async () => {
    await renderInbox({
      mails: sampleMails(1),
      contents: [[1, { html: '<p>Hello</p><script>alert(1)</script>' }]],
      at: '/inbox/1',
    })
    const { srcdoc, sandbox, referrerPolicy } = await frame()
    expect(srcdoc).toContain('<p>Hello</p>')
    expect(srcdoc).not.toContain('alert')
    expect([...sandbox].toSorted()).toEqual(['allow-popups', 'allow-popups-to-escape-sandbox'])
    expect(referrerPolicy).toBe('no-referrer')
    expect(screen.queryByText(/Remote images are blocked/)).toBeNull()
  })

  test('fetches pictures only when the reader asked, for this mail alone', async () => {
    const html = '<img src="https://track.test/o.gif">'
    const { user } = await renderInbox({
      mails: sampleMails(2),
      contents: [
        [1, { html }],
        [2, { html }],
      ],
      at: '/inbox/2',
    })
    expect((await frame()).srcdoc).not.toContain('track.test')
    await user.click(await button('Show images'))
    expect((await frame()).srcdoc).toContain('https://track.test/o.gif')
    expect(screen.queryByText(/Remote images are blocked/)).toBeNull()
    await user.keyboard('j')
    await heading('Subject 1')
    await button('Show images')
    expect((await frame()).srcdoc).not.toContain('track.test')
  })

  test('is shown as wide as a phone and as a dark client shows it', async () => {
    const { user } = await renderInbox({
      mails: sampleMails(1),
      contents: [[1, { html: '<p>Hello</p>' }]],
      at: '/inbox/1',
    })
    await user.click(await button('Phone width'))
    expect((await frame()).className).toContain('max-w-[390px]')
    await user.click(await button('Dark preview'))
    expect((await frame()).style.filter).toContain('invert')
    expect((await button('Dark preview')).getAttribute('aria-pressed')).toBe('true')
  })

  test('shows its headers and the envelope that it came in', async () => {
    const { user } = await renderInbox({
      mails: sampleMails(1),
      contents: [[1, { headers: [{ name: 'X-Trace', value: 'abc' }] }]],
      at: '/inbox/1',
    })
    await user.click(await screen.findByRole('tab', { name: 'Headers' }))
    const headers = within(screen.getByRole('region', { name: 'Headers' }))
    headers.getByText('X-Trace')
    headers.getByText('abc')
    const envelope = within(screen.getByRole('region', { name: 'SMTP envelope' }))
    envelope.getByText('MAIL FROM')
    expect(envelope.getByText('app@rocket.test')).toBeDefined()
  })

  test.each([
    [
      'too_complex' as const,
      /^Parts of this mail are too complex to show\. Its source is whole\.$/,
    ],
    ['cut' as const, /too long to show in full\. Its source is whole\.$/],
  ])('that is not whole (%s) says so', async (problem, text) => {
    await renderInbox({ mails: sampleMails(1), contents: [[1, { problem }]], at: '/inbox/1' })
    await screen.findByText(text)
    expect(await button('View raw')).toBeDefined()
  })

  test('that is gone says so', async () => {
    await renderInbox({ mails: sampleMails(1), at: '/inbox/99' })
    expect(await screen.findByText('This mail is gone')).toBeDefined()
  })

  test('that could not be loaded is tried again when asked', async () => {
    const { user, server } = await renderInbox({
      mails: sampleMails(1),
      at: '/inbox/1',
      answers: (fake) => fake.answer(getMail, () => refuse('forbidden')),
    })
    await screen.findByText('This mail could not be loaded')
    const before = server.count(getMail)
    await user.click(await button('Try again'))
    await waitFor(() => expect(server.count(getMail)).toBe(before + 1))
  })
})

describe('what can be done with a mail', () => {
  test('opening an unread one marks it read, once', async () => {
    const { user, server } = await renderInbox({
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
    const { server } = await renderInbox({ mails: sampleMails(1), at: '/inbox/1' })
    await screen.findByText('Text of 1')
    expect(server.count(updateMail)).toBe(0)
  })

  test('a flag shows at once, and is taken back when the server says no', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const { user, server } = await renderInbox({ mails: sampleMails(1), at: '/inbox/1' })
    await screen.findByText('Text of 1')
    server.answer(updateMail, async () => {
      await answered
      return refuse('unavailable')
    })
    await user.keyboard('f')
    await button('Remove flag')
    await row(/Flagged.*Subject 1/)
    answer()
    await screen.findByText('This is not available right now. Try again in a moment.')
    expect(await button('Flag')).toBeDefined()
  })

  test('the key u marks it unread and read again', async () => {
    const { user } = await renderInbox({ mails: sampleMails(1), at: '/inbox/1' })
    await screen.findByText('Text of 1')
    await user.keyboard('u')
    await row(/Unread.*Subject 1/)
    await user.keyboard('u')
    expect(await button('Mark as unread')).toBeDefined()
  })

  test('trash takes it out of the list and shows the next one', async () => {
    const { user, server, address } = await renderInbox({ mails: sampleMails(3), at: '/inbox/2' })
    await screen.findByText('Text of 2')
    await user.click(await button('Move to trash'))
    await waitFor(() => expect(address()).toBe('/inbox/1'))
    expect(screen.queryByRole('link', { name: /Subject 2/ })).toBeNull()
    await screen.findByText('2 of 2')
    await waitFor(() => expect(server.count(deleteMail)).toBe(1))
  })

  test.each([
    ['Undo', async (user: UserEvent) => user.click(await button('Undo'))],
    ['its key', (user: UserEvent) => user.keyboard('z')],
  ])('%s brings it back to its place and opens it again', async (_, undo) => {
    const { user, server, mailbox, address } = await renderInbox({
      mails: sampleMails(3),
      at: '/inbox/2',
    })
    await screen.findByText('Text of 2')
    await user.keyboard('#')
    await waitFor(() => expect(address()).toBe('/inbox/1'))
    await undo(user)
    await waitFor(() => expect(address()).toBe('/inbox/2'))
    await screen.findByText('2 of 3')
    await waitFor(() => expect(server.count(restoreMails)).toBe(1))
    expect(mailbox.mails.map(({ id }) => id)).toEqual([3, 2, 1])
    expect(await screen.findByText('2 of 3')).toBeDefined()
  })

  test('it can be brought back before the server has deleted it', async () => {
    let answer: () => void = () => undefined
    const { user, server, mailbox } = await renderInbox({ mails: sampleMails(3), at: '/inbox/2' })
    await screen.findByText('Text of 2')
    const [, second] = mailbox.mails
    server.answer(deleteMail, async () => {
      await new Promise<void>((done) => {
        answer = done
      })
      mailbox.deleted.set('late', second ? [second] : [])
      mailbox.mails = mailbox.mails.filter((mail) => mail !== second)
      return { message: 'Mail deleted', count: 1, deletion: 'late' }
    })
    await user.keyboard('#')
    await user.click(await button('Undo'))
    await row(/Subject 2/)
    answer()
    await waitFor(() => expect(server.count(restoreMails)).toBe(1))
    expect(await row(/Subject 2/)).toBeDefined()
  })

  test('a mail that cannot be deleted comes back', async () => {
    const { user, address } = await renderInbox({
      mails: sampleMails(2),
      at: '/inbox/2',
      answers: (fake) => fake.answer(deleteMail, () => refuse('forbidden')),
    })
    await screen.findByText('Text of 2')
    await user.keyboard('#')
    await screen.findByText('You are not allowed to do this.')
    await row(/Subject 2/)
    expect(address()).toBe('/inbox/2')
  })

  test('a mail that someone else has deleted is gone all the same', async () => {
    const { user, mailbox } = await renderInbox({
      mails: sampleMails(2),
      at: '/inbox/2',
    })
    await screen.findByText('Text of 2')
    mailbox.mails = sampleMails(1)
    await user.keyboard('#')
    await screen.findByText('Moved to trash')
    expect(screen.queryByRole('link', { name: /Subject 2/ })).toBeNull()
  })

  test('previous and next lead through the list and stop at its ends', async () => {
    const { user, address } = await renderInbox({ mails: sampleMails(2), at: '/inbox/2' })
    await screen.findByText('1 of 2')
    expect(await button('Previous mail')).toHaveProperty('disabled', true)
    await user.click(await button('Next mail'))
    await waitFor(() => expect(address()).toBe('/inbox/1'))
    await screen.findByText('2 of 2')
    expect(await button('Next mail')).toHaveProperty('disabled', true)
  })

  test('attachments are a menu of their names, and no menu when there are none', async () => {
    const { user } = await renderInbox({
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
    await user.click(await button('Attachments'))
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
    const { user } = await renderInbox({
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
    const { user, server, socket } = await renderInbox({ mails: sampleMails(2) })
    await waitFor(() => expect(socket.joined()).toEqual(['teams.7.mails']))
    await user.hover(await row(/Subject 1/))
    await waitFor(() => expect(server.count(getMail)).toBe(1))
    await user.click(await row(/Subject 1/))
    await screen.findByText('Text of 1')
    expect(server.count(getMail)).toBe(1)
  })
})
