import {
  getCounters,
  listActs,
  listMails,
  listTeams,
  logout,
  mailChannel,
  sendTestMail,
  type Counters,
} from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleSummary } from '../../testing/render-inbox.tsx'
import { sampleCounters, samplePageMeta, sampleTeam, sampleUser } from '../../testing/samples.ts'

function answers(server: FakeServer, counters: Partial<Counters> = {}) {
  server.answer(listTeams, () => ({ data: [sampleTeam()] }))
  server.answer(getCounters, () => ({ data: sampleCounters(counters) }))
}

const open = (counters: Partial<Counters> = {}, at = '/inbox') =>
  renderApp({ at, as: sampleUser(), answers: (server) => answers(server, counters) })

const mainNav = () => screen.findByRole('navigation', { name: 'Main' })

/** Only media queries with this text match. */
const stubMedia = (words: string) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes(words),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

beforeEach(() => {
  vi.stubGlobal('innerWidth', 1440)
})

test('the sidebar leads to the inbox and says how much of it is unread', async () => {
  await open({ unread: 12_345 })
  const link = await within(await mainNav()).findByRole('link', { name: 'Inbox 12.3K unread' })
  expect(link.getAttribute('aria-current')).toBe('page')
})

test('the sidebar shows pins by label or by query, each leading to its part of the inbox', async () => {
  await open({
    pinned: [
      { id: 1, label: null, query: 'a+b@rocket.test', type: 'rcpt', unread: 3 },
      { id: 2, label: 'Password resets', query: 'reset', type: 'q', unread: 0 },
    ],
  })
  const pins = within(await mainNav())
  const first = await pins.findByRole('link', { name: 'a+b@rocket.test 3 unread' })
  expect(first.getAttribute('href')).toBe('/inbox?rcpt=a%2Bb%40rocket.test')
  expect(pins.getByRole('link', { name: 'Password resets' }).getAttribute('href')).toBe(
    '/inbox?q=reset',
  )
})

test('a user who is invited and came in another way reads which team waits, and can hide that', async () => {
  const { user } = await renderApp({
    at: '/inbox',
    as: sampleUser({ invited_by: ['Acme'] }),
    answers,
  })
  const hint = await screen.findByRole('region', { name: 'Invitation' })
  expect(hint.textContent).toContain('“Acme” has invited you.')
  await user.click(within(hint).getByRole('button', { name: 'Hide' }))
  expect(screen.queryByRole('region', { name: 'Invitation' })).toBeNull()
})

test('the sidebar says how to pin while there are no pins', async () => {
  await open()
  const nav = within(await mainNav())
  nav.getByRole('button', { name: 'Pinned', expanded: true })
  expect(nav.getByText('Pin a sender or recipient from the menu of a message.')).toBeTruthy()
})

test('the sidebar collapses to icons by its button and by Ctrl-B, and remembers it', async () => {
  const { user } = await open()
  const sidebar = await screen.findByRole('complementary', { name: 'Sidebar' })
  expect(sidebar.style.width).toBe('16rem')
  await user.click(screen.getByRole('button', { name: 'Collapse sidebar' }))
  expect(sidebar.style.width).toBe('3rem')
  expect(document.cookie).toContain('sidebar:state=false')
  expect(localStorage.getItem('sidebar')).toBe('false')
  await user.keyboard('{Control>}b{/Control}')
  expect(sidebar.style.width).toBe('16rem')
  expect(document.cookie).toContain('sidebar:state=true')
})

test.each([
  ['the cookie governs', 'false', 'true', '3rem'],
  ['local storage stands in for a missing cookie', null, 'false', '3rem'],
  ['it is open when nothing is known', null, null, '16rem'],
])('the sidebar at first paint: %s', async (_, cookie, stored, width) => {
  if (cookie) document.cookie = `sidebar:state=${cookie}; path=/`
  if (stored) localStorage.setItem('sidebar', stored)
  await open()
  expect((await screen.findByRole('complementary', { name: 'Sidebar' })).style.width).toBe(width)
})

test('the sidebar is a panel over the page on a narrow screen, gone once it has led somewhere', async () => {
  stubMedia('768px')
  const { user, address } = await open()
  expect(screen.queryByRole('complementary')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Open sidebar' }))
  const panel = await screen.findByRole('dialog', { name: 'Sidebar' })
  await user.click(within(panel).getByRole('link', { name: 'Integrations' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(address()).toBe('/integrations/smtp-credentials'))
})

test('the top bar names the team on a narrow screen, where the sidebar is hidden', async () => {
  stubMedia('768px')
  await open()
  const bar = within(await screen.findByRole('banner'))
  expect((await bar.findByTitle(sampleTeam().name)).textContent).toBe(`Team: ${sampleTeam().name}`)
})

test('the hints of keys have the names of this machine', async () => {
  const { user } = await open()
  await mainNav()
  await user.keyboard('{Control>}k{/Control}')
  const team = await screen.findByRole('option', { name: new RegExp(sampleTeam().name) })
  const keys = () => [...team.querySelectorAll('kbd')].map((key) => key.textContent)
  expect(keys()).toEqual(['Meta', '1'])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('?')
  const entry = await screen.findByText('Switch to that team')
  expect(entry.nextElementSibling?.textContent).toBe('Meta1to9')
})

test('the layout has no hints of keys on a touch screen', async () => {
  stubMedia('(pointer: coarse)')
  const { user } = await open()
  await mainNav()
  await user.keyboard('{Control>}k{/Control}')
  const palette = await screen.findByRole('dialog', { name: 'Command palette' })
  await within(palette).findByRole('option', { name: 'Flagged mail' })
  expect(document.querySelector('kbd')).toBeNull()
})

test('keys lead to pages, but not while someone types', async () => {
  const { user, address } = await open()
  await mainNav()
  await user.keyboard('gs')
  await waitFor(() => expect(address()).toBe('/integrations/smtp-credentials'))
  const input = document.body.appendChild(document.createElement('input'))
  input.focus()
  await user.keyboard('gi')
  await waitFor(() => expect(address()).toBe('/integrations/smtp-credentials'))
  input.remove()
  await user.keyboard('gi')
  await waitFor(() => expect(address()).toBe('/inbox'))
})

test('the list of keys opens with ? and closes with Escape', async () => {
  const { user } = await open()
  await mainNav()
  await user.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(within(dialog).getByText('Move to trash')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the command palette runs a command that a few letters find', async () => {
  const { user, address } = await open()
  await mainNav()
  await user.keyboard('{Control>}k{/Control}')
  const palette = await screen.findByRole('dialog', { name: 'Command palette' })
  await user.type(within(palette).getByRole('combobox'), 'smtp{Enter}')
  await waitFor(() => expect(address()).toBe('/integrations/smtp-credentials'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the command palette has what the menus have, and the newest matches of a search', async () => {
  const { user, server, address } = await renderApp({
    at: '/settings/appearance',
    as: sampleUser({ operator: true }),
    answers,
  })
  server.answer(listActs, () => ({ data: [], meta: { next_cursor: null } }))
  server.answer(listMails, ({ query }) => ({
    data: query.q === 'invoice' ? [sampleSummary(3, { subject: 'Your invoice' })] : [],
    meta: samplePageMeta(),
  }))
  await mainNav()
  const open = async (typed: string) => {
    await user.keyboard('{Control>}k{/Control}')
    const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }))
    await user.type(palette.getByRole('combobox'), typed)
    return palette
  }
  const palette = await open('invoice')
  await user.click(await palette.findByRole('option', { name: 'Sender 3: Your invoice' }))
  await waitFor(() => expect(address()).toBe('/inbox/3'))
  for (const [typed, to] of [
    ['audit', '/admin/audit'],
    ['refused', '/integrations/smtp-credentials'],
    ['team settings', '/team/info'],
  ]) {
    const again = await open(typed ?? '')
    const [first] = again.getAllByRole('option')
    if (first) await user.click(first)
    await waitFor(() => expect(address()).toBe(to))
  }
})

test('a test message is sent from any page', async () => {
  const { user, server, address } = await open()
  server.answer(sendTestMail, () => ({ data: { mail: 9 } }))
  await mainNav()
  await user.keyboard('{Control>}k{/Control}')
  const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }))
  await user.click(await palette.findByRole('option', { name: 'Send a test message' }))
  await waitFor(() => expect(server.count(sendTestMail)).toBe(1))
  await user.click(await screen.findByText('Open it'))
  await waitFor(() => expect(address()).toBe('/inbox/9'))
})

test('the first Tab stop leads to the content', async () => {
  const { user } = await open({}, '/settings/appearance')
  await mainNav()
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Skip to content')
  await user.keyboard('{Enter}')
  expect(document.activeElement?.tagName).toBe('MAIN')
})

test('the command palette searches mail for what is no command', async () => {
  const { user, address } = await open()
  await mainNav()
  await user.keyboard('{Control>}k{/Control}')
  const palette = await screen.findByRole('dialog', { name: 'Command palette' })
  await user.type(within(palette).getByRole('combobox'), 'zzzz')
  await within(palette).findByRole('option', { name: 'Search mail for “zzzz”' })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/inbox?q=zzzz'))
})

test('the user menu selects the theme and logs out', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue()
  const { user, server } = await open()
  server.answer(logout, () => ({ message: 'Logged out' }))
  await user.click(await screen.findByRole('button', { name: /^Account menu of Ada Byron/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Dark' }))
  expect(document.documentElement.classList.contains('dark')).toBe(true)
  expect(localStorage.getItem('appearance')).toBe('dark')
  await user.click(screen.getByRole('button', { name: /^Account menu of Ada Byron/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/login'))
})

test('the sidebar counts new mail on every page', async () => {
  let unread = 1
  const { server, socket } = await open({}, '/integrations')
  server.answer(getCounters, () => ({ data: sampleCounters({ unread }) }))
  await waitFor(() => expect(socket.joined()).toEqual([mailChannel(7)]))
  unread = 2
  socket.send('MailReceived', { team_id: 7, user_id: null, ids: [1], count: 1 })
  expect(await within(await mainNav()).findByRole('link', { name: 'Inbox 2 unread' })).toBeTruthy()
})

test('the layout says when the connection is lost, and removes that when it is back', async () => {
  const { socket } = await open()
  await waitFor(() => expect(socket.joined()).toEqual([mailChannel(7)]))
  socket.breakConnection()
  await screen.findByText(/^Offline\./)
  socket.restoreConnection()
  await waitFor(() => expect(screen.queryByText(/^Offline\./)).toBeNull())
})

test('the layout leads to Login, and back, when the session ends under an open page', async () => {
  const { server, socket, address } = await open({}, '/integrations')
  await waitFor(() => expect(address()).toBe('/integrations/smtp-credentials'))
  await waitFor(() => expect(socket.joined()).toEqual([mailChannel(7)]))
  server.answer(getCounters, () => refuse('signed_out'))
  socket.send('InboxOutdated', { team_id: 7, user_id: null })
  await screen.findByRole('heading', { name: 'Log in to your account' })
  expect(address()).toBe('/login?redirect=%2Fintegrations%2Fsmtp-credentials')
})

test('the layout offers another try when the teams do not load', async () => {
  const { server, user } = await renderApp({
    at: '/inbox',
    as: sampleUser(),
    answers: (fake) => fake.answer(listTeams, () => refuse('forbidden')),
  })
  await screen.findByText('Your teams could not be loaded')
  answers(server, { unread: 5 })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await within(await mainNav()).findByRole('link', { name: 'Inbox 5 unread' })).toBeTruthy()
})

test('the breadcrumb shows where a page of a section is', async () => {
  await open({}, '/integrations')
  const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }))
  const section = await crumbs.findByRole('link', { name: 'Integrations' })
  expect(section.getAttribute('href')).toBe('/integrations')
  expect(crumbs.queryByRole('link', { name: 'Connect' })).toBeNull()
  expect(crumbs.getByText('Connect').getAttribute('aria-current')).toBe('page')
})

test('an installation with a name has it above every page and in the title, in its colour', async () => {
  const { dataset } = document.documentElement
  Object.assign(dataset, { instance: 'Staging', instanceColor: '#ffcc00' })
  await open()
  const bar = await screen.findByRole('region', { name: 'Installation' })
  expect([bar.textContent, bar.style.color]).toEqual(['Staging', '#000000'])
  await waitFor(() => expect(document.title).toBe('Inbox · Staging · Mailstop'))
  delete dataset['instance']
  delete dataset['instanceColor']
})
