import { act, renderHook } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { useAim } from './use-aim.ts'

/** The aim of an inbox whose address names the mail, and ways to change that address. */
function aimAt(first: string) {
  const { result } = renderHook(
    () => {
      const navigate = useNavigate()
      const aim = useAim(Number(useLocation().pathname.slice(1)))
      return { aim, navigate }
    },
    {
      wrapper: ({ children }) => <MemoryRouter initialEntries={[first]}>{children}</MemoryRouter>,
    },
  )
  const go = (to: string, state?: unknown) => act(() => result.current.navigate(to, { state }))
  return {
    go,
    back: () => act(() => result.current.navigate(-1)),
    set: (mail: number) => result.current.aim.set(mail),
    current: () => result.current.aim.current(),
  }
}

test('the next key counts from what was asked for, not yet from the address', async () => {
  const { go, set, current } = aimAt('/1')
  const [second, third] = [set(2), set(3)]
  expect(current()).toBe(3)
  await go('/2', second)
  expect(current()).toBe(3)
  await go('/3', third)
  expect(current()).toBe(3)
})

test('a link leads it elsewhere, also to a mail that had been asked for and was passed by', async () => {
  const { go, set, current } = aimAt('/3')
  set(4)
  await go('/3', set(3))
  set(2)
  await go('/3', set(3))
  await go('/4')
  expect(current()).toBe(4)
  await go('/3')
  expect(current()).toBe(3)
})

test('the history leads it back', async () => {
  const { go, back, set, current } = aimAt('/1')
  await go('/2', set(2))
  await go('/3', set(3))
  await back()
  expect(current()).toBe(2)
})
