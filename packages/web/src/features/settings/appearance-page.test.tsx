import { listTeams } from '@mailstop/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleTeam, sampleUser } from '../../testing/samples.ts'

test('the page Appearance follows the system until a theme is selected, which applies at once and stays', async () => {
  const { user } = await renderApp({
    at: '/settings/appearance',
    as: sampleUser(),
    answers: (server) => server.answer(listTeams, () => ({ data: [sampleTeam()] })),
  })
  const dark = () => document.documentElement.classList.contains('dark')
  expect(await screen.findByRole('radio', { name: 'System' })).toMatchObject({ checked: true })
  await user.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(dark()).toBe(true)
  expect(localStorage.getItem('appearance')).toBe('dark')
  await user.click(screen.getByRole('radio', { name: 'Light' }))
  expect(dark()).toBe(false)
  expect(screen.getByRole('radio', { name: 'Light' })).toMatchObject({ checked: true })
})
