import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { chooseAppearance } from '../../lib/appearance.ts'
import { CodeBlock } from '../../ui/texts/code-block.tsx'

afterEach(() => void vi.useRealTimers())

function open(code = "const password = 'secret'") {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CodeBlock label="Node.js example" code={code} shown={code} language="javascript" />
    </QueryClientProvider>,
  )
}
const block = () => screen.getByLabelText('Node.js example')
const button = () => screen.getByRole('button').textContent

test('a code block is 240 px high, however long its code is', () => {
  open('line\n'.repeat(100))
  expect(block().style.height).toBe('240px')
})

test.each([
  ['Copied!', true],
  ['Copy failed!', false],
])('the copy button of a code block says %s for three seconds', async (text, works) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  open()
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  if (works) write.mockResolvedValueOnce()
  else write.mockRejectedValueOnce(new Error('refused'))
  expect(button()).toBe('Copy Code')
  await act(async () => screen.getByRole('button').click())
  expect(button()).toBe(text)
  act(() => void vi.advanceTimersByTime(2_999))
  expect(button()).toBe(text)
  act(() => void vi.advanceTimersByTime(1))
  expect(button()).toBe('Copy Code')
})

test('a code block takes its colours from the theme that shows, and changes them with it', async () => {
  open()
  const colours = () =>
    [...block().querySelectorAll<HTMLElement>('span[style*=color]')].map(({ style }) => style.color)
  await waitFor(() => expect(colours().length).toBeGreaterThan(1), { timeout: 10_000 })
  const light = colours()
  act(() => chooseAppearance('dark'))
  await waitFor(() => expect(colours()).toHaveLength(light.length), { timeout: 10_000 })
  expect(colours()).not.toEqual(light)
})
