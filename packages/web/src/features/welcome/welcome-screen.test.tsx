import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleUser } from '../../testing/samples.ts'

const linksOf = async (name: string) => {
  const nav = await screen.findByRole('navigation', { name })
  return [...nav.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
}

test('offers a visitor to log in or to register', async () => {
  await renderApp({ at: '/', as: null })
  expect(await linksOf('Main')).toEqual([
    ['Log in', '/login'],
    ['Register', '/register'],
  ])
})

test('offers a user their inbox', async () => {
  await renderApp({ at: '/', as: sampleUser() })
  expect(await linksOf('Main')).toEqual([['Inbox', '/inbox']])
})

test.each([
  ['Terms', '/terms'],
  ['Privacy', '/privacy'],
])('leads to the page about %s', async (title, path) => {
  const { user, address } = await renderApp({ at: '/', as: null })
  expect(await linksOf('Footer')).toContainEqual([title, path])
  await user.click(screen.getByRole('link', { name: title }))
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(address()).toBe(path)
})

test('shows even when nothing is known of the visitor', async () => {
  await renderApp({ at: '/', as: null, answers: (server) => server.setUnreachable(true) })
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
})

test('says that an address does not exist', async () => {
  await renderApp({ at: '/nowhere', as: null })
  expect(await screen.findByRole('heading', { name: 'This page does not exist' })).toBeTruthy()
})
