import { act, renderHook } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { useOpenMail } from './use-open-mail.ts'

/** The open mail of an inbox whose address names the mail, and ways to change that address. */
function openedAt(first: string) {
  const { result } = renderHook(
    () => {
      const navigate = useNavigate()
      const openMail = useOpenMail(Number(useLocation().pathname.slice(1)))
      return { openMail, navigate }
    },
    {
      wrapper: ({ children }) => <MemoryRouter initialEntries={[first]}>{children}</MemoryRouter>,
    },
  )
  const go = (to: string, state?: unknown) => act(() => result.current.navigate(to, { state }))
  return {
    go,
    back: () => act(() => result.current.navigate(-1)),
    ask: (mail: number) => result.current.openMail.ask(mail),
    latest: () => result.current.openMail.latest(),
  }
}

test('the next key counts from the requested mail, although the address lags behind', async () => {
  const { go, ask, latest } = openedAt('/1')
  const [second, third] = [ask(2), ask(3)]
  expect(latest()).toBe(3)
  await go('/2', second)
  expect(latest()).toBe(3)
  await go('/3', third)
  expect(latest()).toBe(3)
})

test('a link opens another mail, also one that the keys had requested and passed', async () => {
  const { go, ask, latest } = openedAt('/3')
  ask(4)
  await go('/3', ask(3))
  ask(2)
  await go('/3', ask(3))
  await go('/4')
  expect(latest()).toBe(4)
  await go('/3')
  expect(latest()).toBe(3)
})

test('the back button returns to the mail before', async () => {
  const { go, back, ask, latest } = openedAt('/1')
  await go('/2', ask(2))
  await go('/3', ask(3))
  await back()
  expect(latest()).toBe(2)
})
