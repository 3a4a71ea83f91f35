import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { useShortcuts } from './shortcuts.ts'

function Page({ fired, enabled = true }: { fired: string[]; enabled?: boolean }) {
  useShortcuts(
    {
      j: () => fired.push('j'),
      'g i': () => fired.push('g i'),
      'mod+k': () => fired.push('mod+k'),
    },
    enabled,
  )
  return (
    <>
      <input aria-label="Text" />
      <input type="checkbox" aria-label="Choice" />
      <div role="dialog">
        <button type="button">In a dialog</button>
      </div>
    </>
  )
}

test('a shortcut fires for a key and for one key after another', async () => {
  const fired: string[] = []
  render(<Page fired={fired} />)
  await userEvent.keyboard('jgixgj')
  expect(fired).toEqual(['j', 'g i', 'j'])
})

test('a shortcut is silent while someone types, but for keys held with a modifier', async () => {
  const fired: string[] = []
  render(<Page fired={fired} />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'jgi{Control>}k{/Control}')
  expect(fired).toEqual(['mod+k'])
})

test('a shortcut works on a checkbox, which is not typed into', async () => {
  const fired: string[] = []
  render(<Page fired={fired} />)
  screen.getByRole('checkbox').focus()
  await userEvent.keyboard('j')
  expect(fired).toEqual(['j'])
})

test('a shortcut leaves the keys of a dialog to the dialog', async () => {
  const fired: string[] = []
  render(<Page fired={fired} />)
  screen.getByRole('button', { name: 'In a dialog' }).focus()
  await userEvent.keyboard('j')
  expect(fired).toEqual([])
})

test('a shortcut does not take a key for itself that something nearer has used', async () => {
  const fired: string[] = []
  render(<Page fired={fired} />)
  const used = (event: Event) => event.preventDefault()
  document.body.addEventListener('keydown', used)
  await userEvent.keyboard('j')
  document.body.removeEventListener('keydown', used)
  expect(fired).toEqual([])
})

test('a shortcut can be switched off', async () => {
  const fired: string[] = []
  render(<Page fired={fired} enabled={false} />)
  await userEvent.keyboard('j')
  expect(fired).toEqual([])
})
