import { getPrivacy, getTerms } from '@mailstop/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { refuse } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleUser } from '../../testing/samples.ts'

const linksOf = async (name: string) => {
  const nav = await screen.findByRole('navigation', { name })
  return [...nav.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
}

test('Welcome offers a visitor to log in or to register', async () => {
  await renderApp({ at: '/', as: null })
  expect(await linksOf('Main')).toEqual([
    ['Log in', '/login'],
    ['Register', '/register'],
  ])
})

test('Welcome offers a user their inbox', async () => {
  await renderApp({ at: '/', as: sampleUser() })
  expect(await linksOf('Main')).toEqual([['Inbox', '/inbox']])
})

test.each([
  ['Terms', '/terms'],
  ['Privacy', '/privacy'],
])('Welcome leads to the page about %s', async (title, path) => {
  const { user, address } = await renderApp({
    at: '/',
    as: null,
    answers(server) {
      server.answer(getTerms, () => ({ data: { text: null } }))
      server.answer(getPrivacy, () => ({ data: { text: null } }))
    },
  })
  expect(await linksOf('Footer')).toContainEqual([title, path])
  await user.click(screen.getByRole('link', { name: title }))
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(address()).toBe(path)
})

test('Welcome ends with the copyright of 2025 and the credit of who made it', async () => {
  await renderApp({ at: '/', as: null })
  const footer = within(await screen.findByRole('contentinfo'))
  expect(footer.queryByText('© 2025 Mailstop')).not.toBeNull()
  expect(footer.queryByText('Developed by the Mailstop contributors')).not.toBeNull()
})

test('Welcome shows even when the profile cannot be fetched', async () => {
  await renderApp({ at: '/', as: null, answers: (server) => server.setUnreachable(true) })
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
})

test('Welcome says that an address does not exist', async () => {
  await renderApp({ at: '/nowhere', as: null })
  expect(await screen.findByRole('heading', { name: 'This page does not exist' })).toBeTruthy()
})

const openTerms = (text: string | null) =>
  renderApp({
    at: '/terms',
    as: null,
    answers: (server) => server.answer(getTerms, () => ({ data: { text } })),
  })

test('the terms are ours until the operator has written some', async () => {
  await openTerms(null)
  await expectShown(screen.findByText(/^Mailstop is software that anyone may run/))
})

test('what the operator has written is shown in their place, as text alone', async () => {
  await openTerms('# Our house\n\n<img src=x onerror=alert(1)> is text\n\n- Be kind')
  await expectShown(screen.findByRole('heading', { level: 2, name: 'Our house' }))
  expect(screen.queryByText('<img src=x onerror=alert(1)> is text')).not.toBeNull()
  expect(screen.getByRole('listitem').textContent).toBe('Be kind')
  expect(screen.queryByText(/that anyone may run/)).toBeNull()
})

test('a text that cannot be loaded can be asked for again', async () => {
  let broken = true
  const { user } = await renderApp({
    at: '/privacy',
    as: null,
    answers: (server) =>
      server.answer(getPrivacy, () => (broken ? refuse('forbidden') : { data: { text: 'Ours' } })),
  })
  await screen.findByText('The text could not be loaded')
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await expectShown(screen.findByText('Ours'))
})
