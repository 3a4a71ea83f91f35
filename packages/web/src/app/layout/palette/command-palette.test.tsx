import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Flag } from 'lucide-react'
import { expect, test } from 'vitest'
import { CommandPalette } from './command-palette.tsx'

const commands = ['Select the message', 'Next message', 'Flag or remove the flag', 'Team info'].map(
  (label) => ({ id: label, label, icon: Flag, run: () => undefined }),
)

test.each([
  ['team', ['Team info', 'Search mail for “team”']],
  ['flg', ['Flag or remove the flag', 'Search mail for “flg”']],
  ['invoice', ['Search mail for “invoice”']],
])('%s finds what has its letters close together, or searches', async (typed, found) => {
  render(
    <CommandPalette
      open
      onOpenChange={() => undefined}
      typedBefore=""
      groups={[{ title: 'Everything', commands }]}
      matches={[]}
      onTyped={() => undefined}
      onSearch={() => undefined}
    />,
  )
  await userEvent.type(await screen.findByRole('combobox', { name: 'Commands' }), typed)
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(found)
})
