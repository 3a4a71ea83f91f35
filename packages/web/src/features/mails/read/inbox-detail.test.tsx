import { getMail, getMailBody } from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { expectShown } from '../../../testing/expect-shown.ts'
import { refuse, type FakeRefusal } from '../../../testing/fake-server.ts'
import { renderPanes, sampleMails, sampleSummary } from '../../../testing/render-inbox.tsx'

const heading = (name: string) => screen.findByRole('heading', { name, level: 1 })
const button = (name: string) => screen.findByRole('button', { name })
const row = (name: RegExp) => screen.findByRole('link', { name })
const frame = () => screen.findByTitle<HTMLIFrameElement>('Mail content')

describe('a mail', () => {
  test('says who wrote it to whom, and when', async () => {
    await renderPanes({
      mails: [sampleSummary(1, { to: [{ name: 'Fox, Bea', address: 'bea@x.test' }] })],
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
    const to = screen.getByRole('link', { name: '"Fox, Bea"' })
    expect(to.getAttribute('href')).toBe('mailto:bea@x.test')
    const replyTo = screen.getByRole('link', { name: 'help@rocket.test' })
    expect(replyTo.getAttribute('href')).toBe('mailto:help@rocket.test')
    screen.getByRole('link', { name: 'sender1@rocket.test' })
    screen.getByText(/^November 2\d, 2026 at \d{1,2}:\d\d [AP]M$/)
  })

  test('with many recipients shows a few, and all on a click', async () => {
    const to = Array.from({ length: 9 }, (_, index) => ({ name: '', address: `a${index}@x.test` }))
    const { user } = await renderPanes({ mails: [sampleSummary(1, { to })], at: '/inbox/1' })
    await heading('Subject 1')
    expect(screen.queryByRole('link', { name: 'a8@x.test' })).toBeNull()
    await user.click(await button('and 4 more'))
    screen.getByRole('link', { name: 'a8@x.test' })
  })

  test('in plain text is shown with its web addresses as links', async () => {
    await renderPanes({
      mails: sampleMails(1),
      contents: [[1, { text: 'see https://a.test/x.' }]],
      at: '/inbox/1',
    })
    const link = await screen.findByRole('link', { name: 'https://a.test/x' })
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(screen.queryByRole('tab', { name: 'HTML' })).toBeNull()
  })

  test('without any text says so', async () => {
    await renderPanes({ mails: sampleMails(1), contents: [[1, { text: ' \n' }]], at: '/inbox/1' })
    await expectShown(screen.findByText('This message has no text.'))
  })

  test('in HTML is shown in a frame that runs nothing and is of no origin', async () => {
    await renderPanes({
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
    const { user } = await renderPanes({
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

  test('is shown as wide as a screen, as dark clients show it, and without images', async () => {
    const { user } = await renderPanes({
      mails: sampleMails(1),
      contents: [[1, { html: '<p>Hello</p>' }]],
      at: '/inbox/1',
    })
    const choose = async (menu: string, item: string) => {
      await user.click(await button(menu))
      await user.click(await screen.findByRole('menuitem', { name: item }))
    }
    const canvas = async () => (await frame()).style.background
    await choose('Width: Full width', '375 px')
    await screen.findByText('375 × 667 px')
    await user.click(await button('Turn the screen'))
    await screen.findByText('667 × 375 px')
    expect(await canvas()).toBe('#fff')
    await user.click(await button('Dark preview'))
    expect(await canvas()).toBe('#121212')
    expect((await button('Dark preview')).getAttribute('aria-pressed')).toBe('true')
    await choose('Dark look: Gmail-app-like (simulation)', 'As authored')
    await screen.findByText('667 × 375 px · As authored: this message has no dark styles')
    expect(await canvas()).toBe('#fff')
    await choose('Dark look: As authored', 'Android-like (simulation)')
    await user.click(await button('Light and dark'))
    expect(await canvas()).toBe('#fff')
    const dark = screen.getByTitle<HTMLIFrameElement>('Mail content, dark')
    expect(dark.style.background).toBe('#121212')
    expect(dark.parentElement?.parentElement?.style.width).toBe('1336px')
    await user.click(await button('Images off'))
    expect((await frame()).srcdoc).toContain("img-src 'none'")
  })

  test('shows what it was sent as under one tab, Raw, and fetches images no longer when told so', async () => {
    const { user } = await renderPanes({
      mails: sampleMails(1),
      contents: [[1, { html: '<img src="https://track.test/o.gif">', transcript: 'C: EHLO app' }]],
      at: '/inbox/1',
    })
    await user.click(await button('Show images'))
    await user.click(await button('Remote images'))
    expect((await frame()).srcdoc).not.toContain('track.test')
    await user.click(screen.getByRole('tab', { name: 'Raw' }))
    const parts = within(screen.getByRole('tablist', { name: 'Raw message' }))
    await user.click(parts.getByRole('tab', { name: 'SMTP' }))
    screen.getByText(/EHLO app/)
    expect(screen.getByRole('tab', { name: 'Raw' }).getAttribute('aria-selected')).toBe('true')
    await user.click(parts.getByRole('tab', { name: 'HTML' }))
    await screen.findByRole('button', { name: 'Copy HTML' })
    await user.keyboard('1')
    await frame()
  })

  test('is searched by its key, in its HTML and in its text', async () => {
    const { user } = await renderPanes({
      mails: sampleMails(1),
      contents: [[1, { html: '<p>A sale, a Sale</p>', text: 'No sale' }]],
      at: '/inbox/1',
    })
    await frame()
    await user.keyboard('{Control>}f{/Control}')
    const bar = within(await screen.findByRole('search', { name: 'Find in this message' }))
    await user.type(bar.getByRole('textbox'), 'sale')
    await bar.findByText('1 of 2')
    expect((await frame()).getAttribute('srcdoc')).toContain('mailstop-match-1')
    await user.keyboard('{Enter}')
    await bar.findByText('2 of 2')
    await user.keyboard('{Enter}')
    await bar.findByText('1 of 2')
    await user.click(screen.getByRole('tab', { name: 'Text' }))
    await bar.findByText('1 of 1')
    await user.type(bar.getByRole('textbox'), 's')
    await bar.findByText('Not found')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('search', { name: 'Find in this message' })).toBeNull()
  })

  test('returns the focus when the search is closed', async () => {
    const { user } = await renderPanes({ mails: sampleMails(3), at: '/inbox/2' })
    await screen.findByText('Text of 2')
    const before = await row(/Subject 3/)
    before.focus()
    await user.keyboard('{Control>}f{/Control}')
    const field = await screen.findByRole('textbox', { name: 'Find in this message' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(before)

    const opener = await button('Find in this message')
    await user.click(opener)
    await user.click(await button('Close'))
    expect(document.activeElement).toBe(opener)
  })

  test('shows its headers and the envelope that it came in', async () => {
    const { user } = await renderPanes({
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
      /^Parts of this message are too complex to show\. View raw shows all of it\.$/,
    ],
    ['cut' as const, /too long to show in full here\.$/],
  ])('that is not whole (%s) says so', async (problem, text) => {
    await renderPanes({ mails: sampleMails(1), contents: [[1, { problem }]], at: '/inbox/1' })
    await screen.findByText(text)
    expect(await button('View raw')).toBeDefined()
  })

  test('with a large text fetches it separately', async () => {
    await renderPanes({
      mails: sampleMails(1),
      contents: [[1, { text: null, large: ['text'] }]],
      at: '/inbox/1',
      answers(fake) {
        fake.answer(getMailBody, ({ params }) => ({
          url: `/files/${params.kind}-of-${params.mail}`,
        }))
        fake.serveFile('/files/text-of-1', 'A very long text')
      },
    })
    expect((await screen.findByText('A very long text')).isConnected).toBe(true)
  })

  test('that is gone says so', async () => {
    await renderPanes({ mails: sampleMails(1), at: '/inbox/99' })
    // The pane is drawn again when the list has come.
    await waitFor(() => expect(screen.getByText('Message not found').isConnected).toBe(true))
  })

  test('that could not be loaded is tried again when asked', async () => {
    const { user, server } = await renderPanes({
      mails: sampleMails(1),
      at: '/inbox/1',
      answers: (fake) => fake.answer(getMail, () => refuse('forbidden')),
    })
    await screen.findByText('This message could not be loaded')
    const before = server.count(getMail)
    await user.click(await button('Try again'))
    await waitFor(() => expect(server.count(getMail)).toBe(before + 1))
  })
})

test('the selected view stays for a mail that loads slowly', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<FakeRefusal>()
  const { user, server } = await renderPanes({
    mails: sampleMails(2),
    contents: [[2, { html: '<p>Hello</p>' }]],
    at: '/inbox/2',
  })
  await user.click(await screen.findByRole('tab', { name: 'Headers' }))
  server.answer(getMail, () => answered)
  await user.keyboard('j')
  await heading('Subject 1')
  await waitFor(() => expect(screen.queryByRole('tab', { name: 'Headers' })).toBeNull())
  await user.keyboard('k')
  const tab = await screen.findByRole('tab', { name: 'Headers' })
  expect(tab.getAttribute('aria-selected')).toBe('true')
  answer(refuse('unavailable'))
})

test('Escape on a button of the search in a mail closes the search, not the mail', async () => {
  const { user, address } = await renderPanes({ mails: sampleMails(1), at: '/inbox/1' })
  await screen.findByText('Text of 1')
  await user.keyboard('{Control>}f{/Control}')
  await screen.findByRole('textbox', { name: 'Find in this message' })
  await user.keyboard('Text')
  await screen.findByText('1 of 1')
  const close = await button('Close')
  close.focus()
  expect(document.activeElement).toBe(close)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('textbox', { name: 'Find in this message' })).toBeNull()
  expect(address()).toBe('/inbox/1')
})
