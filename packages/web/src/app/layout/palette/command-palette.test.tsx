import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Flag } from 'lucide-react'
import { expect, test } from 'vitest'
import { CommandPalette } from './command-palette.tsx'

const commandsOf = (...labels: string[]) =>
  labels.map((label) => ({ id: label, label, icon: Flag, run: () => undefined }))
const groups = [
  {
    title: 'Message',
    commands: commandsOf('Select it', 'Next message', 'Go to the oldest message'),
  },
  {
    title: 'More',
    commands: commandsOf('Flag or remove the flag', 'Team info', 'Test with real mail'),
  },
]

test.each([
  ['team', ['Team info', 'Test with real mail', 'Search mail for “team”', 'Ada: Hello']],
  [
    'test',
    ['Test with real mail', 'Go to the oldest message', 'Search mail for “test”', 'Ada: Hello'],
  ],
  ['flg', ['Flag or remove the flag', 'Search mail for “flg”', 'Ada: Hello']],
  ['invoice', ['Search mail for “invoice”', 'Ada: Hello']],
])('%s finds what has its letters close together, or searches', async (typed, found) => {
  render(
    <CommandPalette
      open
      onOpenChange={() => undefined}
      typedBefore=""
      groups={groups}
      matches={commandsOf('Ada: Hello')}
      onTyped={() => undefined}
      onSearch={() => undefined}
    />,
  )
  await userEvent.type(await screen.findByRole('combobox', { name: 'Commands' }), typed)
  expect(screen.getByRole('option', { selected: true }).textContent).toBe(found[0])
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(found)
})
