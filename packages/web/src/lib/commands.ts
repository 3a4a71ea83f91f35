import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'

/** Something that the command palette offers. */
export type Command = {
  id: string
  label: string
  icon: LucideIcon
  /** The keys that do the same. */
  keys?: string
  run: () => void
}

export type CommandGroup = { title: string; commands: readonly Command[] }

const sources = new Set<() => CommandGroup | null>()

/** Offers commands while mounted: what can be done with what this screen shows. */
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

/** What the screens that are shown offer at this moment. */
export const offeredCommands = (): CommandGroup[] =>
  [...sources].flatMap((source) => source() ?? [])
