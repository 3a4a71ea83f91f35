import { listTeams } from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleTeam, sampleUser } from '../../testing/samples.ts'

const renderBilling = (at: string) =>
  renderApp({
    at,
    as: sampleUser(),
    answers(server) {
      server.answer(listTeams, () => ({ data: [sampleTeam()] }))
    },
  })

test('the plan page is a heading and an empty box', async () => {
  await renderBilling('/billing/plan')
  await expectShown(screen.findByRole('heading', { level: 1, name: 'Plan' }))
  expect(screen.getByTestId('placeholder').childElementCount).toBe(0)
})

test('the section leads to it, and has a side navigation', async () => {
  const { address } = await renderBilling('/billing')
  const nav = within(await screen.findByRole('navigation', { name: 'Billing' }))
  expect(nav.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/billing/plan',
  ])
  await waitFor(() => expect(address()).toBe('/billing/plan'))
})

test('the user menu leads there, between the account’s settings and the way out', async () => {
  const { user } = await renderBilling('/billing/plan')
  await user.click(await screen.findByRole('button', { name: /^Account menu/ }))
  const menu = (await screen.findByText('Account settings')).closest('[role=menu]')
  const items = [...(menu?.querySelectorAll('[role=menuitem]') ?? [])]
  const texts = items.map((item) => item.textContent)
  expect(texts.slice(0, 2)).toEqual(['Account settings', 'Billing'])
  expect(items[1]?.getAttribute('href')).toBe('/billing/plan')
  expect(texts.at(-1)).toBe('Log out')
})
