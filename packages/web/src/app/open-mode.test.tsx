import { countMails, listTeams, logout } from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../testing/render-app.tsx'
import { sampleTeam, sampleUser } from '../testing/samples.ts'
import { someByDay } from '../testing/nightly.ts'

const open = sampleUser({ name: 'Open inbox', is_open: true })

const renderOpen = (at: string) =>
  renderApp({
    at,
    as: open,
    answers(server) {
      const team = { ...sampleTeam({ type: 'personal' }), smtp_open: true, permissions: [] }
      server.answer(listTeams, () => ({ data: [team] }))
      server.answer(countMails, () => ({ data: { total: 0, flagged: 0 } }))
    },
  })

const away = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/verify-email',
  '/invite?token=x',
  '/team/users',
  '/billing',
  '/settings/profile',
  '/settings/password',
  '/integrations/forwarding',
  '/integrations/webhooks',
]
test.each(someByDay(away, 4))(
  'without accounts, %s leads to the inbox and ends no session',
  async (path) => {
    const { address, server } = await renderOpen(path)
    await screen.findByRole('heading', { level: 1, name: 'Inbox' })
    expect(address()).toBe('/inbox')
    expect(server.count(logout)).toBe(0)
  },
)

test('without accounts, the menus offer none of what needs them', async () => {
  const { user } = await renderOpen('/inbox')
  const sidebar = within(await screen.findByRole('complementary', { name: 'Sidebar' }))
  expect(sidebar.queryByRole('link', { name: 'Team settings' })).toBeNull()
  expect(sidebar.getByRole('link', { name: 'Inbox settings' }).getAttribute('href')).toBe(
    '/team/tags',
  )
  await user.click(sidebar.getByRole('button', { name: /^Menu: Open mode/ }))
  await screen.findByRole('menuitem', { name: /Keyboard shortcuts/ })
  for (const name of [/Log out/, /Billing/, /Account settings/]) {
    expect(screen.queryByRole('menuitem', { name })).toBeNull()
  }
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: /^Team:/ }))
  await waitFor(() => expect(screen.queryByText('Teams')).not.toBeNull())
  expect(screen.queryByRole('menuitem', { name: 'Add a new team' })).toBeNull()
  await user.keyboard('{Escape}{Control>}k{/Control}')
  await screen.findByRole('option', { name: /SMTP credentials/ })
  for (const name of [
    /Log out/,
    /Team info/,
    /Profile/,
    /Email forwarding/,
    /Webhooks/,
    /Add a new team/,
  ]) {
    expect(screen.queryByRole('option', { name })).toBeNull()
  }
})

test('without accounts, the credentials page says that none are needed', async () => {
  await renderOpen('/integrations/smtp-credentials')
  await screen.findByText(/without a login/)
  expect(screen.queryByRole('link', { name: 'Forwarding' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Rotate credentials' })).toBeNull()
})

test('without accounts, an empty inbox names the address, and asks for no credentials', async () => {
  await renderOpen('/inbox')
  const { smtp_server: host } = sampleTeam({})
  await screen.findByText(new RegExp(`${host}:2525, with any login or none`))
  expect(screen.getByRole('link', { name: 'Show how to send' }).getAttribute('href')).toBe(
    '/integrations/smtp-credentials',
  )
  expect(screen.queryByRole('link', { name: /credentials/ })).toBeNull()
})
