import { deletePin, getCounters, listTeams, type Pin } from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { refuse } from '../../testing/fake-server.ts'
import { renderInbox } from '../../testing/render-inbox.tsx'

const pins: Pin[] = [{ id: 1, label: 'Shop', query: 'a@b.test', type: 'sndr', unread: 4 }]

async function removing(outcome: 'removed' | 'refused') {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const app = await renderInbox({
    mails: [],
    pins,
    answers: (server) =>
      server.answer(deletePin, async () => {
        await answered
        if (outcome === 'refused') return refuse('unavailable')
        app.mailbox.pins = []
        return { message: 'Pin removed' }
      }),
  })
  const nav = within(await screen.findByRole('navigation', { name: 'Main' }))
  await app.user.click(await nav.findByRole('button', { name: 'Actions for Shop' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Remove pin' }))
  const spinning = await nav.findByRole('button', { name: 'Removing Shop' })
  expect(spinning.querySelector('.spin')).not.toBeNull()
  expect(spinning.getAttribute('aria-busy')).toBe('true')
  return { ...app, nav, answer }
}

test('a pin that is removed spins until it is, and then the team is fetched again', async () => {
  const { nav, server, answer } = await removing('removed')
  const [teams, counters] = [server.count(listTeams), server.count(getCounters)]
  answer()
  await waitFor(() => expect(nav.queryByRole('link', { name: /Shop/ })).toBeNull())
  expect(server.count(listTeams)).toBeGreaterThan(teams)
  expect(server.count(getCounters)).toBeGreaterThan(counters)
})

test('a pin that could not be removed stays, and why is said', async () => {
  const { nav, answer } = await removing('refused')
  answer()
  await screen.findByText('This is not available right now. Try again in a moment.')
  await expectShown(nav.findByRole('button', { name: 'Actions for Shop' }))
})
