import { getMail, listTeams } from '@mailstop/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { renderInbox, sampleMails } from '../../testing/render-inbox.tsx'
import { sampleTeam } from '../../testing/samples.ts'

const rocket = sampleTeam({ id: 7 })
const orbit = sampleTeam({ id: 9, name: 'Orbit', type: 'shared' })
const teams = [rocket, orbit]
const mails = sampleMails(12)

const open = (at: string, of = teams) => renderInbox({ mails, teams: of, at })
const switcher = (team: string) =>
  screen.findByRole('button', { name: new RegExp(`^Team: ${team}`) })
const isRead = () => screen.findByText('Text of 12')
const isGone = () => screen.queryByText('Message not found')
const choose = (team: number) => localStorage.setItem('currentTeamId', String(team))

afterEach(() => void vi.restoreAllMocks())

describe('a link that names a team', () => {
  test('is what is copied of a mail', async () => {
    const { user } = await open('/inbox/12')
    await isRead()
    screen.getByRole('button', { name: 'More actions' }).focus()
    await user.keyboard('{Enter}')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Link' }))
    await screen.findByText('Link copied')
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/inbox/12?team=7`)
  })

  test('chooses that team and shows the mail, and the address keeps the rest', async () => {
    choose(9)
    const { address, server } = await open('/inbox/12?filter=unread&team=7&q=Subject+12')
    await isRead()
    await switcher('Rocket Labs')
    expect(address()).toBe('/inbox/12?filter=unread&q=Subject+12')
    expect(localStorage.getItem('currentTeamId')).toBe('7')
    expect(server.calls().some(({ path }) => path === '/api/teams/9/mails/12')).toBe(false)
  })

  test('chooses that team on the pages of a team as well', async () => {
    choose(9)
    const { address, server } = await open('/integrations/api-tokens?team=7')
    await switcher('Rocket Labs')
    await waitFor(() => expect(address()).toBe('/integrations/api-tokens'))
    expect(server.calls().some(({ path }) => path === '/api/teams/9/tokens')).toBe(false)
  })

  test('takes the place of its own entry in the history', async () => {
    const { router, address } = await open('/inbox')
    await switcher('Rocket Labs')
    await router.navigate('/inbox/12?team=7')
    await isRead()
    await router.navigate(-1)
    await waitFor(() => expect(address()).toBe('/inbox'))
  })

  test('finds a team that was joined after the teams were loaded', async () => {
    const known = [rocket]
    const { router, server } = await open('/inbox', known)
    await switcher('Rocket Labs')
    server.answer(listTeams, () => ({ data: teams }))
    await router.navigate('/inbox?team=9')
    await expectShown(switcher('Orbit'))
  })

  test.each(['404', 'abc'])('of a team %s that one is not in says so', async (id) => {
    const { user, address, server } = await open(`/inbox/12?team=${id}`)
    await screen.findByText('You are not in this team')
    expect(isGone()).toBeNull()
    expect(server.count(getMail)).toBe(0)
    await user.click(screen.getByRole('link', { name: 'Go to your inbox' }))
    await screen.findByRole('list', { name: 'Mail' })
    expect(address()).toBe('/inbox')
    expect(localStorage.getItem('currentTeamId')).toBe('7')
  })

  test('is tried again when the teams could not be asked for', async () => {
    const { router, server, user } = await open('/inbox', [rocket])
    await screen.findByRole('list', { name: 'Mail' })
    server.setUnreachable(true)
    await router.navigate('/inbox?team=9')
    await screen.findByText('Your teams could not be loaded')
    server.setUnreachable(false)
    server.answer(listTeams, () => ({ data: teams }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await expectShown(switcher('Orbit'))
  })
})

describe('an open mail, when the team changes', () => {
  test('is left for the inbox of the team, and the way back does not call it gone', async () => {
    const { user, address, router } = await open('/inbox?q=Subject')
    await user.click(await screen.findByRole('link', { name: /Subject 12/ }))
    await isRead()
    await user.keyboard('{Meta>}2{/Meta}')
    await switcher('Orbit')
    await waitFor(() => expect(address()).toBe('/inbox'))
    await router.navigate(-1)
    await waitFor(() => expect(address()).toBe('/inbox?q=Subject'))
    expect(isGone()).toBeNull()
  })

  test.each(['by its address', 'in the list', 'by key'])(
    'is not looked for in another team further back, when it was opened %s',
    async (how) => {
      const { user, address, router, server } = await open(
        how === 'by its address' ? '/inbox/12' : '/inbox',
      )
      await screen.findByRole('list', { name: 'Mail' })
      if (how === 'in the list') {
        await user.click(await screen.findByRole('link', { name: /Subject 12/ }))
      }
      if (how === 'by key') await user.keyboard('j')
      await isRead()
      await router.navigate('/settings/appearance')
      await screen.findByRole('radio', { name: 'System' })
      await user.keyboard('{Meta>}2{/Meta}')
      await switcher('Orbit')
      await waitFor(() => expect(address()).toBe('/inbox'))
      await router.navigate(-2)
      await waitFor(() => expect(router.historyAction()).toBe('REPLACE'))
      await waitFor(() => expect(address()).toBe('/inbox'))
      await screen.findByRole('region', { name: 'Mail list' })
      expect(isGone()).toBeNull()
      expect(server.calls().some(({ path }) => path === '/api/teams/9/mails/12')).toBe(false)
    },
  )

  test('is left when it is another tab that changes it', async () => {
    const { address, server } = await open('/inbox/12?q=Subject')
    await isRead()
    choose(9)
    window.dispatchEvent(new StorageEvent('storage', { key: 'currentTeamId', newValue: '9' }))
    await switcher('Orbit')
    await waitFor(() => expect(address()).toBe('/inbox'))
    expect(isGone()).toBeNull()
    expect(server.calls().some(({ path }) => path === '/api/teams/9/mails/12')).toBe(false)
  })
})
