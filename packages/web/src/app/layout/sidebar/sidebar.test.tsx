import { getCounters, listTeams, logout, type Pin } from '@mailstop/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectShown } from '../../../testing/expect-shown.ts'
import { refuse } from '../../../testing/fake-server.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { sampleCounters, sampleTeam, sampleUser } from '../../../testing/samples.ts'

const pins: Pin[] = [{ id: 1, label: null, query: 'a@b.test', type: 'sndr', unread: 2 }]

const open = (at = '/settings/appearance') =>
  renderApp({
    at,
    as: sampleUser(),
    answers(server) {
      server.answer(listTeams, () => ({ data: [sampleTeam()] }))
      server.answer(getCounters, () => ({ data: sampleCounters({ pinned: pins }) }))
    },
  })

/** Answers media queries about the width as a browser does. */
function beAsWideAs(width: number) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width <= Number(/max-width: (\d+)px/.exec(query)?.[1]),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}

const sidebar = () => screen.findByRole('complementary', { name: 'Sidebar' })

describe('on a wide screen', () => {
  beforeEach(() => beAsWideAs(1_440))
  afterEach(() => void vi.useRealTimers())

  test('holds the team, the inbox, the pins, then the settings and the user', async () => {
    await open()
    await screen.findByRole('link', { name: 'a@b.test 2 unread' })
    expect((await sidebar()).textContent).toMatch(
      /Rocket Labs.*Inbox.*Pinned.*a@b\.test.*Integrations.*Team settings.*Ada Byron.*ada@rocket\.test/s,
    )
  })

  test('has a title, an address and an icon for each entry', async () => {
    await open()
    await screen.findByRole('link', { name: 'a@b.test 2 unread' })
    const nav = within(await screen.findByRole('navigation', { name: 'Main' }))
    const entries = nav.getAllByRole('link').map((link) => ({
      title: link.querySelector('[title]')?.textContent,
      href: link.getAttribute('href'),
      icons: link.querySelectorAll('svg').length,
    }))
    expect(entries).toEqual([
      { title: 'Inbox', href: '/inbox', icons: 1 },
      { title: 'Flagged', href: '/inbox?q=is%3Aflagged', icons: 1 },
      { title: 'a@b.test', href: '/inbox?sndr=a%40b.test', icons: 1 },
      { title: 'Integrations', href: '/integrations', icons: 1 },
      { title: 'Team settings', href: '/team', icons: 1 },
    ])
  })

  test('shows its user by initials, name and address, and lists what is theirs', async () => {
    const { user } = await open()
    const menu = await screen.findByRole('button', { name: /^Account menu of Ada Byron/ })
    expect(menu.querySelector('[data-initials=AB]')).not.toBeNull()
    expect(menu.textContent).toContain('ada@rocket.test')
    await user.click(menu)
    const link = await screen.findByRole('menuitem', { name: 'Account settings' })
    expect(link.getAttribute('href')).toBe('/settings/profile')
    expect(screen.getByRole('menuitem', { name: 'Billing' }).getAttribute('href')).toBe(
      '/billing/plan',
    )
    expect(screen.queryByRole('menuitem', { name: 'Log out' })).not.toBeNull()
  })

  test('ends the account menu with the version and commit of the server', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: /^Account menu of Ada Byron/ }))
    const commit = await within(await screen.findByRole('menu')).findByText('0123456')
    expect(commit.parentElement?.title).toBe(
      'Node 24.21.0, SQLite, commit 0123456789abcdef0123456789abcdef01234567',
    )
    expect(screen.getByRole('menu').textContent).toMatch(/Mailstop 0\.1\.00123456$/)
  })

  test('says why its user could not be logged out', async () => {
    const { user, server } = await open()
    server.answer(logout, () => refuse('unavailable'))
    await user.click(await screen.findByRole('button', { name: /^Account menu of Ada Byron/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Log out' }))
    await expectShown(screen.findByText('This is not available right now. Try again in a moment.'))
  })

  test('folds the pins away and out again', async () => {
    const { user } = await open()
    const link = await screen.findByRole('link', { name: 'a@b.test 2 unread' })
    const heading = screen.getByRole('button', { name: 'Pinned', expanded: true })
    await user.click(heading)
    expect(heading.getAttribute('aria-expanded')).toBe('false')
    expect(link.closest('ul')?.hidden).toBe(true)
    await user.click(heading)
    expect(link.closest('ul')?.hidden).toBe(false)
  })

  test.each(['Control', 'Meta'])('is collapsed and expanded by %s and b', async (key) => {
    const { user } = await open()
    const { style } = await sidebar()
    await user.keyboard(`{${key}>}b{/${key}}`)
    expect(style.width).toBe('3rem')
    await user.keyboard(`{${key}>}b{/${key}}`)
    expect(style.width).toBe('16rem')
  })

  test('begins collapsed below 1,200 px, and what is done there is not remembered', async () => {
    beAsWideAs(1_199)
    const { user } = await open()
    const { style } = await sidebar()
    expect(style.width).toBe('3rem')
    await user.keyboard('{Control>}b{/Control}')
    expect(style.width).toBe('16rem')
    expect(localStorage.getItem('sidebar')).toBeNull()
  })

  test('is remembered by its cookie for 604,800 seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { user } = await open()
    const start = Date.now()
    await user.click(await screen.findByRole('button', { name: 'Collapse sidebar' }))
    vi.setSystemTime(start + 604_790_000)
    expect(document.cookie).toContain('sidebar:state=false')
    vi.setSystemTime(start + 604_810_000)
    expect(document.cookie).not.toContain('sidebar:state')
  })
})

describe('on a narrow screen', () => {
  test.each([
    [768, true],
    [769, false],
  ])('of %d px it is a panel over the page: %s', async (width, isPanel) => {
    beAsWideAs(width)
    await open()
    await screen.findByRole('heading', { name: 'Appearance' })
    expect(screen.queryByRole('button', { name: 'Open sidebar' }) !== null).toBe(isPanel)
    expect(screen.queryByRole('complementary', { name: 'Sidebar' }) === null).toBe(isPanel)
  })

  test('is 18rem wide, and open or not whatever is remembered of the wide one', async () => {
    beAsWideAs(400)
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Open sidebar' }))
    const panel = await screen.findByRole('dialog', { name: 'Sidebar' })
    expect(panel.className).toContain('w-[18rem]')
    within(panel).getByRole('link', { name: 'Integrations' })
    await user.keyboard('{Control>}b{/Control}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.cookie).not.toContain('sidebar:state')
    expect(localStorage.getItem('sidebar')).toBeNull()
    cleanup()
    beAsWideAs(1_440)
    await open()
    expect((await sidebar()).style.width).toBe('16rem')
  })
})
