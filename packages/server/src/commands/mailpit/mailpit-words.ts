import { parseArgs } from 'node:util'
import { failUsage } from '../terminal.ts'

/** Reads the words of a command whose flags all have values, each with its letter or none. */
export function readCommand(words: string[], letters: Record<string, string | null>) {
  const options = Object.fromEntries(
    Object.entries(letters).map(([name, letter]) => [
      name,
      { type: 'string' as const, ...(letter !== null && { short: letter }) },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
    return { values: values as Record<string, string | undefined>, rest: positionals }
  } catch (error) {
    return failUsage([error instanceof Error ? error.message : String(error)])
  }
}
