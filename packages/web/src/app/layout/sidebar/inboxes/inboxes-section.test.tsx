import { createInbox, getCounters, listInboxes, updateInbox } from '@mailstop/contract'
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../../../testing/fake-server.ts'
import { renderInbox, sampleSummary } from '../../../../testing/render-inbox.tsx'
import { sampleInbox, sampleInboxes } from '../../../../testing/sample-inbox.ts'
import { sampleCounters } from '../../../../testing/samples.ts'

const mails = () => [
  sampleSummary(3, { inbox: 'staging', read_at: null }),
  sampleSummary(2, { inbox: 'main', read_at: null }),
  sampleSummary(1, { inbox: 'shop' }),
]

async function open() {
  const app = await renderInbox({ mails: mails(), inboxes: ['main', 'staging', 'shop'] })
  app.server.answer(updateInbox, ({ params, body }) => {
    const before = app.mailbox.inboxes
    const name = before[params.inbox - 1]
    if (name === undefined) return refuse('not_found')
    if (body.name === 'shop') {
      return refuse('invalid', { errors: { name: ['There is an inbox of this name already.'] } })
    }
    const others = before.filter((one) => one !== name)
    app.mailbox.inboxes = body.name
      ? before.with(params.inbox - 1, body.name)
      : others.toSpliced((body.position ?? 1) - 1, 0, name)
    return { data: sampleInbox(params.inbox, body.name ?? name) }
  })
  await screen.findByRole('list', { name: 'Inboxes' })
  return app
}

const credentials = {
  host: 'mail.rocket.test',
  ports: [2525],
  starttls_ports: [],
  tls_ports: [],
  pop3_ports: [],
  pop3s_ports: [],
  self_signed: true,
  username: 'user-qa',
  password: 'secret-of-qa',
}

const links = () =>
  within(screen.getByRole('list', { name: 'Inboxes' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

const act = async (user: { click: (on: Element) => Promise<void> }, name: string, item: string) => {
  await user.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

test('the sidebar lists the inboxes with their unread mail, and opens them', async () => {
  const { user, address } = await open()
  expect(links()).toEqual(['main1 unread', 'staging1 unread', 'shop'])
  await user.click(screen.getByRole('link', { name: 'staging 1 unread' }))
  expect(address()).toBe('/inbox?inbox=staging')
  const link = await screen.findByRole('link', { name: 'staging 1 unread', current: 'page' })
  await user.click(await screen.findByRole('link', { name: /^Unread.*Subject 3/ }))
  await waitFor(() => expect(link.textContent).toBe('staging'))
  const all = screen.getByRole('link', { name: /^Inbox \d/ })
  expect(all.getAttribute('aria-current')).toBeNull()
})

test('keys lead to the first nine inboxes', async () => {
  const { user, address, router } = await open()
  // A digit alone would show a tab of the opened mail.
  await router.navigate('/inbox/3')
  await screen.findByText('Text of 3')
  await user.keyboard('g3')
  await waitFor(() => expect(address()).toBe('/inbox?inbox=shop'))
  await user.keyboard('g9')
  expect(address()).toBe('/inbox?inbox=shop')
})

test('an archived inbox shows while it is open', async () => {
  const { server, socket, router } = await open()
  const counted = ['main', 'staging', 'shop'].map((name, index) => {
    return { id: index + 1, name, total: 1, unread: 0, archived: name === 'staging' }
  })
  server.answer(getCounters, () => ({ data: sampleCounters({ inboxes: counted }) }))
  socket.send('TeamOutdated', { team_id: 7, user_id: null, part: 'inboxes' })
  await waitFor(() => expect(links()).toEqual(['main', 'shop']))
  await router.navigate('/inbox?inbox=staging')
  expect(links()).toEqual(['main', 'staging', 'shop'])
})

test('folding the inboxes away is remembered', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Inboxes', expanded: true }))
  expect(localStorage.getItem('sidebarInboxes')).toBe('hidden')
  expect(screen.queryByRole('list', { name: 'Inboxes' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Inboxes', expanded: false }))
  expect(links()).toHaveLength(3)
})

test('an inbox moves by its menu and by dragging, and never above the first one', async () => {
  const { user, server } = await open()
  await act(user, 'shop', 'Move up')
  expect(links()).toEqual(['main1 unread', 'shop', 'staging1 unread'])
  await screen.findByText('shop is now 2 of 3')
  await waitFor(() => expect(server.count(updateInbox)).toBe(1))
  expect(server.calls().find(({ method }) => method === 'PATCH')?.body).toEqual({ position: 2 })
  await user.click(screen.getByRole('button', { name: 'Actions for shop' }))
  const up = await screen.findByRole('menuitem', { name: 'Move up' })
  expect(up.getAttribute('aria-disabled')).toBe('true')
  await user.keyboard('{Escape}')

  const item = (name: string) =>
    screen.getByRole('link', { name: new RegExp(`^${name}`) }).closest('li') as HTMLElement
  const over = (target: HTMLElement) => {
    const event = createEvent.dragOver(target)
    fireEvent(target, event)
    return event.defaultPrevented
  }
  fireEvent.dragStart(item('shop'))
  expect(over(item('main'))).toBe(false)
  expect(over(item('staging'))).toBe(true)
  fireEvent.drop(item('staging'))
  await waitFor(() => expect(links()).toEqual(['main1 unread', 'staging1 unread', 'shop']))
})

test('an inbox gets another name, which its address follows', async () => {
  const { user, server, router, address } = await open()
  server.answer(listInboxes, () => ({ data: sampleInboxes() }))
  await router.navigate('/inbox?inbox=staging')
  await act(user, 'staging', 'Name and settings')
  const dialog = within(await screen.findByRole('dialog', { name: 'Settings of staging' }))
  const field = dialog.getByRole('textbox', { name: 'Name' })
  await user.clear(field)
  await user.type(field, 'shop{Enter}')
  await dialog.findByText('There is an inbox of this name already.')
  await user.clear(field)
  await user.type(field, 'qa{Enter}')
  await waitFor(() => expect(address()).toBe('/inbox?inbox=qa'))
  expect(links()).toContain('qa')
})

test('the palette makes an inbox, in a team with one too, and shows it', async () => {
  const { user, server, mailbox, address } = await renderInbox({ mails: mails() })
  server.answer(createInbox, ({ body }) => {
    mailbox.inboxes = ['main', body.name]
    return { data: { ...sampleInbox(2, body.name), credentials } }
  })
  await screen.findByRole('list', { name: 'Mail' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByPlaceholderText(/^Type a command/), 'new inbox')
  await user.click(await screen.findByRole('option', { name: /^New inbox/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New inbox' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'qa{Enter}')
  await waitFor(() => expect(address()).toBe('/inbox?inbox=qa'))
  await screen.findByText('No mail in qa yet')
  expect(links()).toEqual(['main1 unread', 'qa'])
})

test('the menu of an inbox marks its mail, and leads to its credentials', async () => {
  const { user, mailbox } = await open()
  await user.click(screen.getByRole('button', { name: 'Actions for staging' }))
  const settings = await screen.findByRole('menuitem', { name: 'Credentials, archive, delete' })
  expect(settings.getAttribute('href')).toBe('/integrations/smtp-credentials?inbox=staging')
  await user.click(screen.getByRole('menuitem', { name: 'Mark all read' }))
  await screen.findByText('1 message marked as read')
  expect(mailbox.mails.map(({ read_at }) => read_at === null)).toEqual([false, true, false])
  expect(links()).toEqual(['main1 unread', 'staging', 'shop'])
})

test('the palette opens an inbox by its name', async () => {
  const { user, address } = await open()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByPlaceholderText(/^Type a command/), 'shop')
  await user.click(await screen.findByRole('option', { name: /^shop/ }))
  await waitFor(() => expect(address()).toBe('/inbox?inbox=shop'))
})
