import { basename } from 'node:path'
import { failUsage, print, remark } from '../terminal.ts'
import { version } from '../../product-files.ts'
import { startWithMemorySettings } from '../serve/memory-settings.ts'
import { isMountedInVain, keptFolder } from './mailpit-folder.ts'

/** What `version` says, for scripts that look for it. */
const imitated = 'v1.34.0'

type Run = (words: string[]) => Promise<void>

const usages: Record<string, string> = {
  readyz: '[--listen <address:port>] [--webroot <path>] [--wait] [--timeout 30s] [--https]',
  sendmail: '[-S <host:port>] [-f <sender>] [-t] [<recipient>...] < message',
  ingest: '[-S <host:port>] [-r <days>] <file|folder>...',
  dump: '[--http <url>] <folder>',
}

/** Mailpit's commands beside that which serves. Those of ours keep their names, as health checks of images call them. */
const commands: Record<string, Run> = {
  readyz: async (words) => (await import('./mailpit-readyz.ts')).run(words),
  sendmail: async (words) => (await import('./mailpit-sendmail.ts')).run(words),
  ingest: async (words) => (await import('./mailpit-ingest.ts')).run(words),
  dump: async (words) => (await import('./mailpit-dump.ts')).run(words),
  async version() {
    print(`mailpit ${imitated}, as Mailstop ${version} stands for it`)
  },
  async reindex() {
    print('There is nothing to do: Mailstop keeps its words up to date.')
  },
}

/** How this program was called: a link named like Mailpit, or like sendmail, makes it stand for that. */
const calledAs = basename(process.argv[1] ?? '').toLowerCase()

/** Runs what Mailpit would have been asked for. False where it is not to stand for it, or has no such command. */
export async function runAsMailpit(words: string[]): Promise<boolean> {
  if (calledAs.includes('sendmail')) {
    await commands['sendmail']?.(words)
    return true
  }
  if (calledAs === 'mailpit') process.env['MAILSTOP_AS'] = 'mailpit'
  if (process.env['MAILSTOP_AS']?.trim() !== 'mailpit') return false
  const [first = '', ...rest] = words
  if (['help', '--help', '-h'].includes(first)) {
    print(`Mailstop ${version} in place of Mailpit ${imitated}.`)
    print(`Commands: ${Object.keys(commands).join(', ')}. Without a command it serves,`)
    print('and takes the flags and variables of Mailpit: docs/mailpit.md lists them.')
    return true
  }
  const run = Object.hasOwn(commands, first) ? commands[first] : undefined
  if (run && rest.includes('--help')) {
    print(`Usage: mailpit ${[first, usages[first] ?? ''].join(' ').trim()}`)
    return true
  }
  if (first === '' || first === 'serve' || first.startsWith('-')) {
    await serveAsMailpit(first === 'serve' ? rest : words)
    return true
  }
  // The ports that others ask are in Mailpit's variables, too.
  const { readMailpitSettings } = await import('./mailpit-settings.ts')
  Object.assign(process.env, readMailpitSettings([], process.env).settings)
  await run?.(rest)
  return run !== undefined
}

async function serveAsMailpit(words: string[]): Promise<void> {
  startWithMemorySettings()
  const { readMailpitSettings, unknownVariables } = await import('./mailpit-settings.ts')
  const { env } = process
  const { settings, mapped, ignored, problems } = readMailpitSettings(words, env)
  if (problems.length > 0) failUsage(['Mailstop cannot stand for this Mailpit:', ...problems])
  const unknown = unknownVariables(env)
  if (unknown.length > 0) remark(`WARNING: Mailstop does not know ${unknown.join(', ')}.`)
  if (mapped.length + ignored.length > 0) {
    const lines = [`As Mailpit: ${mapped.join(', ') || 'nothing is set'}.`]
    if (ignored.length > 0) lines.push(`No different with ${ignored.join(', ')}.`)
    print(lines.join(' '))
  }
  const { DATA_DIR: named, ...others } = settings
  const folder = keptFolder(named, env['DATA_DIR'])
  const inVain = named ?? (isMountedInVain() ? '/data' : null)
  if (folder === null && inVain !== null) {
    remark(`WARNING: this user cannot write to ${inVain}, so that mail is temporary.`)
  }
  const { serve } = await import('../serve/serve.ts')
  const usual = { RETENTION_MAILS: env['RETENTION_MAILS']?.trim() || '500' }
  await serve({
    mode: folder === null ? 'ci' : 'open',
    demo: false,
    stopsWithInput: false,
    settings: { ...usual, ...others, ...(folder !== null && { DATA_DIR: folder }) },
  })
}
