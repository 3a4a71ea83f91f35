import { runAsMailpit } from './mailpit/mailpit.ts'
import { programCall } from '../lib/process/program-call.ts'
import { startWithMemorySettings } from './serve/memory-settings.ts'
import { failUsage, print } from './terminal.ts'

type Run = (options: string[]) => Promise<void>

const commands: Record<string, () => Promise<{ run: Run }>> = {
  serve: () => import('./serve/serve.ts'),
  accounts: () => import('./accounts.ts'),
  backup: () => import('./files/backup.ts'),
  restore: () => import('./files/restore.ts'),
  users: () => import('./users.ts'),
  teams: () => import('./teams.ts'),
  credentials: () => import('./credentials.ts'),
  inboxes: () => import('./inboxes.ts'),
  export: () => import('./files/export.ts'),
  import: () => import('./files/import.ts'),
  sendmail: () => import('./sendmail.ts'),
  health: () => import('./health.ts'),
  config: () => import('./config.ts'),
  doctor: () => import('./doctor.ts'),
}

export async function runCommand(words: string[]): Promise<void> {
  if (await runAsMailpit(words)) return
  const [first = ''] = words
  const names = `Commands: ${Object.keys(commands).join(', ')}`
  if (['help', '--help', '-h'].includes(first)) {
    const { serveOptionsList } = await import('./serve/serve-options.ts')
    const more = [
      names,
      `${programCall('<command> --help')} says more. Without a command it serves.`,
    ]
    return [...serveOptionsList, ...more].forEach(print)
  }
  const [name, options] = /^[a-z]/.test(first) ? [first, words.slice(1)] : ['serve', words]
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) return failUsage([`There is no command ${name}.`, names])
  if (name === 'serve') startWithMemorySettings()
  const { run } = await load()
  await run(options)
}
