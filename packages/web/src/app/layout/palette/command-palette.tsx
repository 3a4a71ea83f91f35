import { Dialog } from '@base-ui/react/dialog'
import { Command, defaultFilter } from 'cmdk'
import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Command as PaletteCommand, CommandGroup } from '../../../lib/keys/commands.ts'
import { KeyHint } from '../../../ui/buttons/key-hint.tsx'

type CommandPaletteProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What was typed before it opened. */
  typedBefore: string
  groups: readonly CommandGroup[]
  /** Mails that match what was typed. */
  matches: readonly PaletteCommand[]
  onTyped: (text: string) => void
  /** Searches mail for what was typed. */
  onSearch: (query: string) => void
}

/** Finds a command by a few letters and runs it, or searches mail for the letters. */
export function CommandPalette(props: CommandPaletteProps) {
  const { open, onOpenChange, typedBefore, groups, matches, onTyped, onSearch } = props
  const [typed, setTyped] = useState(typedBefore)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setTyped(typedBefore)
  }
  const query = typed.trim()
  const search: PaletteCommand = {
    id: 'search',
    label: `Search mail for “${query}”`,
    icon: Search,
    run: () => onSearch(query),
  }
  // What is typed is compared with all commands at once: in groups, a faint likeness in the first would be chosen
  // before the very name in the last.
  const shown =
    query === ''
      ? groups.map(({ title, commands }) => ({ title, items: itemsOf('command', commands) }))
      : [
          {
            title: undefined,
            items: [
              ...itemsOf(
                'command',
                groups.flatMap(({ commands }) => commands),
              ),
              ...itemsOf('search', [search]),
              ...itemsOf('match', matches),
            ],
          },
        ]
  // The focus returns to where it was only when no command was run: a command moves it itself.
  const hasRun = useRef(false)
  const finish = () => {
    hasRun.current = true
    onOpenChange(false)
  }
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-40 grid items-start justify-items-center p-4 pt-[14vh]">
          <Dialog.Popup
            finalFocus={() => !hasRun.current}
            initialFocus={() => {
              hasRun.current = false
              return true
            }}
            className="popup w-full max-w-[560px] overflow-hidden rounded-lg border border-line-strong bg-raised shadow-float outline-none"
          >
            <Dialog.Title className="sr-only">Command palette</Dialog.Title>
            <Command label="Commands" loop filter={closeness}>
              <Command.Input
                value={typed}
                onValueChange={(text) => {
                  setTyped(text)
                  onTyped(text)
                }}
                placeholder="Type a command or a search…"
                className="h-12 w-full border-b border-line bg-transparent px-4 text-lg outline-none placeholder:text-ink-3 focus-visible:outline-none"
              />
              <Command.List className="max-h-[min(400px,56vh)] overflow-y-auto p-1.5">
                {shown.map(({ title, items }) => (
                  <Command.Group
                    key={title ?? 'found'}
                    heading={title}
                    className="[&>[cmdk-group-heading]]:px-2.5 [&>[cmdk-group-heading]]:pt-2 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:font-[550] [&>[cmdk-group-heading]]:text-ink-3"
                  >
                    {items.map(({ kind, command }) => (
                      <PaletteItem
                        key={command.id}
                        command={command}
                        kind={kind}
                        onRun={() => {
                          finish()
                          command.run()
                        }}
                      />
                    ))}
                  </Command.Group>
                ))}
              </Command.List>
            </Command>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** With a lower score the letters are scattered over the label, and the user meant something else. */
const leastClose = 0.1

/** A search and what it finds follow all commands that fit, and are there for any text. */
const closenessOf = { search: leastClose / 2, match: leastClose / 4 }
type Kind = 'command' | keyof typeof closenessOf
const isFound = (kind: string): kind is keyof typeof closenessOf => kind in closenessOf

const itemsOf = (kind: Kind, commands: readonly PaletteCommand[]) =>
  commands.map((command) => ({ kind, command }))

function closeness(value: string, typed: string, labels?: string[]): number {
  const [kind = '', ...id] = value.split(' ')
  if (isFound(kind)) return closenessOf[kind]
  const score = defaultFilter(id.join(' '), typed, labels)
  return score < leastClose ? 0 : score
}

type PaletteItemProps = { command: PaletteCommand; kind: Kind; onRun: () => void }

function PaletteItem({ command, kind, onRun }: PaletteItemProps) {
  const { id, label, icon: Icon, keys } = command
  return (
    <Command.Item
      value={`${kind} ${id}`}
      keywords={[label]}
      onSelect={onRun}
      className="flex h-9 items-center gap-3 rounded-md px-2.5 text-ink-2 select-none data-[selected=true]:bg-raised-hover data-[selected=true]:text-ink pointer-coarse:h-10"
    >
      <Icon className="text-ink-3" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {keys && <KeyHint keys={keys} />}
    </Command.Item>
  )
}
