import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useDeferred, type Deferred } from '../deferred.ts'
import { useShortcuts } from './shortcuts.ts'

/** A command of the command palette. */
export type Command = {
  id: string
  label: string
  icon: LucideIcon
  /** The keys of its shortcut. */
  keys?: string
  run: () => void
}

export const command = (
  id: string,
  label: string,
  icon: LucideIcon,
  run: () => void,
  keys?: string,
): Command => ({ id, label, icon, run, ...(keys !== undefined && { keys }) })

/** The inbox offers it for its search, and the search field runs it. */
export const tagMatches = 'tag-matches'
export const tagMatchesLabel = 'Tag what matches from now on…'

export type CommandGroup = { title: string; commands: readonly Command[] }

const sources = new Set<() => CommandGroup | null>()

/** Adds the commands of a screen to the palette while the screen is mounted. */
export function useOfferedCommands(group: CommandGroup | null): void {
  const latest = useRef(group)
  useEffect(() => {
    latest.current = group
  })
  useEffect(() => {
    const source = () => latest.current
    sources.add(source)
    return () => void sources.delete(source)
  }, [])
}

/** Offers commands, and runs them by their keys. */
export function useKeyedCommands(group: CommandGroup | null): void {
  useOfferedCommands(group)
  const commands = group?.commands ?? []
  useShortcuts(
    Object.fromEntries(commands.flatMap(({ keys, run }) => (keys ? [[keys, () => run()]] : []))),
  )
}

const loaders = new Set<() => Promise<unknown>>()

/** The same for commands whose code loads when the page is idle, or at once when the palette opens. */
export function useDeferredCommands<Module>(
  code: Deferred<Module>,
  groupOf: (module: Module) => CommandGroup,
): void {
  const module = useDeferred(code, false)
  useOfferedCommands(module && groupOf(module))
  const { load } = code
  useEffect(() => {
    loaders.add(load)
    return () => void loaders.delete(load)
  }, [load])
}

/** Loads the code of all commands. Without a connection, those that are loaded are offered. */
export async function loadCommands(): Promise<void> {
  await Promise.allSettled([...loaders].map((load) => load()))
}

/** The group of what is done with the open mail. */
export const messageCommands = 'Message'

/** A command of a mounted screen; undefined where none offers it. */
export const offeredCommand = (id: string): Command | undefined =>
  offeredCommands()
    .flatMap(({ commands }) => commands)
    .find((one) => one.id === id)

/** The commands of the mounted screens. Groups with the same title are joined. */
export function offeredCommands(): CommandGroup[] {
  const groups = new Map<string, Command[]>()
  for (const { title, commands } of [...sources].flatMap((source) => source() ?? [])) {
    groups.set(title, [...(groups.get(title) ?? []), ...commands])
  }
  return [...groups]
    .map(([title, commands]) => ({ title, commands }))
    .toSorted((a, b) => Number(b.title === messageCommands) - Number(a.title === messageCommands))
}
