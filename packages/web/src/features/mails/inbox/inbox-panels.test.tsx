import {
  deleteMail,
  getMail,
  getMailAttachment,
  listMails,
  type Attachment,
  type MailSummary,
} from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { refuse, type FakeRefusal } from '../../../testing/fake-server.ts'
import { renderPanes, sampleMails, sampleSummary } from '../../../testing/render-inbox.tsx'
import { rowHeight } from '../window/mail-row.tsx'

const attachment: Attachment = {
  key: 'a1',
  filename: 'invoice.pdf',
  content_type: 'application/pdf',
  size: 48_211,
  inline: false,
}

const list = () => screen.findByRole('list', { name: 'Mail' })
const rows = async () => within(await list()).findAllByRole('link')
const button = (name: string) => screen.findByRole('button', { name })

test('the list takes 33 percent, neither panel less than 20, and a key moves the handle by 10', async () => {
  const { user } = await renderPanes({ mails: sampleMails(1) })
  const handle = await screen.findByRole('separator', { name: 'Width of the list' })
  const share = () => Number(handle.getAttribute('aria-valuenow'))
  expect(share()).toBe(33)
  handle.focus()
  await user.keyboard('{ArrowRight}')
  expect(share()).toBe(43)
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(share()).toBe(23)
  await user.keyboard('{ArrowLeft}')
  expect(share()).toBe(20)
  await user.keyboard('{End}')
  expect(share()).toBe(80)
})

describe('the list', () => {
  test('marks unread mail blue, flagged mail orange and the open one as selected', async () => {
    const change: Partial<MailSummary> = { read_at: null, flagged: true }
    await renderPanes({ mails: [sampleSummary(2, change), sampleSummary(1)], at: '/inbox/1' })
    await screen.findByText('Text of 1')
    const [first, second] = await rows()
    expect(within(first as HTMLElement).getByTitle('Unread').className).toContain('bg-unread')
    expect(within(first as HTMLElement).getByTitle('Flagged').className).toContain('bg-flag')
    expect(within(second as HTMLElement).queryByTitle(/Unread|Flagged/)).toBeNull()
    expect([first?.className, second?.className]).toEqual([
      expect.not.stringContaining('bg-selected'),
      expect.stringContaining('bg-selected'),
    ])
    expect(second?.getAttribute('aria-current')).toBe('true')
  })

  test('begins with all mail, and says how long ago each arrived', async () => {
    const arrived = new Date(Date.now() - 3.1 * 86_400_000).toISOString()
    await renderPanes({
      mails: [sampleSummary(1, { date: new Date().toISOString(), received_at: arrived })],
    })
    const [row] = await rows()
    expect(row?.textContent).toContain('3 days ago')
    expect(screen.getByRole('tab', { selected: true, name: 'All mail' })).toBeDefined()
  })

  test('fills a screen of usual height before it is there', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<FakeRefusal>()
    await renderPanes({
      mails: [],
      answers: (server) => server.answer(listMails, () => answered),
    })
    const said = await screen.findByText('Loading...')
    expect(said.className).not.toContain('sr-only')
    const rowsThere = said.parentElement?.querySelectorAll('[style]').length ?? 0
    expect(rowsThere * rowHeight).toBeGreaterThan(1_080)
    answer(refuse('forbidden'))
    await screen.findByText('Your mail could not be loaded')
  })

  test('shows a spinner on Reload as long as it is fetched', async () => {
    const { user, server } = await renderPanes({ mails: sampleMails(1) })
    await rows()
    const { promise: answered, resolve: answer } = Promise.withResolvers<FakeRefusal>()
    server.answer(listMails, () => answered)
    const reload = await button('Reload')
    await waitFor(() => expect(reload.querySelector('.spin')).toBeNull())
    await user.click(reload)
    await waitFor(() => expect(reload.querySelector('.spin')).not.toBeNull())
    expect(reload.getAttribute('aria-busy')).toBe('true')
    answer(refuse('forbidden'))
    await waitFor(() => expect(reload.querySelector('.spin')).toBeNull())
  })

  test('offers in its menu what can be done with all of it', async () => {
    const { user } = await renderPanes({ mails: sampleMails(1) })
    await rows()
    await user.click(await button('More'))
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(items).toEqual(
      expect.arrayContaining(['Mark all read', 'Mark all unread', 'Delete all']),
    )
  })
})

describe('the mail', () => {
  test('leads to the credentials while no mail is open', async () => {
    await renderPanes({ mails: sampleMails(1) })
    const link = await screen.findByRole('link', { name: 'Looking for credentials?' })
    expect(link.getAttribute('href')).toBe('/integrations/smtp-credentials')
  })

  test('is Loading... until it is there', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<FakeRefusal>()
    await renderPanes({
      mails: sampleMails(1),
      at: '/inbox/1',
      answers: (server) => server.answer(getMail, () => answered),
    })
    const said = await screen.findByText('Loading...')
    expect(said.className).not.toContain('sr-only')
    const loading = said.closest<HTMLElement>('[role=status]')
    expect(loading?.className).toContain('appear-late')
    expect(loading?.querySelectorAll('.shimmer').length).toBeGreaterThan(5)
    answer(refuse('not_found'))
    await screen.findByText('Message not found')
    expect(screen.queryByText('Loading...')).toBeNull()
  })

  test('leaves room for its toolbar while nothing is known of it', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<FakeRefusal>()
    await renderPanes({
      mails: [],
      at: '/inbox/1',
      answers: (server) => server.answer(getMail, () => answered),
    })
    const loading = (await screen.findByText('Loading...')).closest('[role=status]')
    const above = loading?.previousElementSibling
    expect(above?.className).toContain('h-12')
    answer(refuse('not_found'))
    await screen.findByText('Message not found')
    expect(above?.isConnected).toBe(true)
  })

  test('begins with the avatar, the name and the address of its sender', async () => {
    await renderPanes({ mails: sampleMails(1), at: '/inbox/1' })
    const mail = within(await screen.findByRole('article', { name: 'Subject 1' }))
    const address = mail.getByRole('link', { name: 'sender1@rocket.test' })
    expect(address.parentElement?.textContent).toBe('Sender 1 sender1@rocket.test')
    const header = address.closest('header')
    expect(header?.querySelector('[data-initials]')?.getAttribute('data-initials')).toBe('S1')
  })

  test('has everything in its toolbar, and the rest in a menu', async () => {
    const { user } = await renderPanes({ mails: sampleMails(1), at: '/inbox/1' })
    const toolbar = within(await screen.findByRole('toolbar', { name: 'Mail' }))
    const names = toolbar.getAllByRole('button').map((each) => each.getAttribute('aria-label'))
    expect(names.slice(0, 6)).toEqual([
      'Flag',
      'Mark as unread',
      'Move to trash',
      'Forward',
      'Attachments',
      'More actions',
    ])
    await user.click(toolbar.getByRole('button', { name: 'More actions' }))
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(items).toEqual(expect.arrayContaining(['View raw', 'Pin Sender', 'Pin Recipient']))
  })

  test('opens an attachment in a tab of its own, within the click', async () => {
    const tab = { opener: window, location: { replace: vi.fn<(url: string) => void>() } }
    const opened = vi.fn<() => typeof tab>(() => tab)
    vi.stubGlobal('open', opened)
    const { user, server } = await renderPanes({
      mails: sampleMails(1),
      contents: [[1, { attachments: [attachment] }]],
      at: '/inbox/1',
    })
    server.answer(getMailAttachment, ({ params }) => ({ url: `/files/${params.key}` }))
    await screen.findByText('Text of 1')
    await user.click(await button('1 attachment'))
    await user.click(await screen.findByRole('menuitem', { name: /invoice\.pdf/ }))
    expect(opened).toHaveBeenCalledWith('', '_blank')
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('/files/a1'))
  })

  test('that was the only one leaves the inbox behind when it is moved to the trash', async () => {
    const { user, server, address } = await renderPanes({ mails: sampleMails(1), at: '/inbox/1' })
    await screen.findByText('Text of 1')
    await user.click(await button('Move to trash'))
    await waitFor(() => expect(address()).toBe('/inbox'))
    await screen.findByText('No mail yet')
    await waitFor(() => expect(server.count(deleteMail)).toBe(1))
  })
})
