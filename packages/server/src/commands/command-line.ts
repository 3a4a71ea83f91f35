import { parseArgs, type ParseArgsConfig } from 'node:util'
import { CutOff } from '../control/control-client.ts'
import { Refusal } from '../errors.ts'
import { programCall, shellWord } from '../lib/process/program-call.ts'
import { startFailure } from '../config/start-failure.ts'
import { openFolderBeside, readSettings } from './settings.ts'
import { openStore, type Call } from './store-access.ts'
import { CommandFailure, fail, failUsage, print, remark } from './terminal.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Values = Record<string, string | boolean | undefined>

/** One form of a command: `mailstop users create <email>`. */
export type Subcommand = {
  /** The arguments after the command's name, as in `create <email>`; `[<x>]` may be left out, `<x>...` be several. */
  usage: string
  about: string
  /** Options beside `--json` and `--help`, each with its line of help. */
  options?: Record<string, { type: 'string' | 'boolean'; about: string; value?: string }>
  /** Makes a store where there is none. */
  mayCreate?: boolean
  run: (words: string[], values: Values, call: Call) => Promise<Output>
}

/** `data` is what `--json` prints, and `show` prints it for a person. */
export type Output = { data: unknown; show: () => void } | null

/** Commands that make an account take its address as a word and as this option. */
export const emailOption = {
  type: 'string',
  value: 'address',
  about: 'The same as <email>.',
} as const

export function emailOf(word: string | undefined, option: string | boolean | undefined) {
  const said = [word, option].filter((each) => typeof each === 'string')
  if (said.length > 1) failUsage(['The address is there twice: as a word and as --email.'])
  return said[0]
}

/**
 * Runs a subcommand, and ends with the exit code: 0 when it was done, 1 when it failed, 2 when the command line is
 * wrong. `words` follow the command's name.
 */
export async function runSubcommand(
  command: string,
  subcommands: Readonly<Record<string, Subcommand>>,
  words: string[],
): Promise<void> {
  const [first = ''] = words
  if (first === '--help' || first === '-h') return printHelp(command, Object.values(subcommands))
  const chosen = Object.hasOwn(subcommands, first) ? subcommands[first] : undefined
  if (!chosen) {
    const names = Object.keys(subcommands).join(', ')
    const wrong = first === '' ? 'Say what to do.' : `There is no ${command} ${first}.`
    failUsage([wrong, `${command} has: ${names}. See ${programCall(`${command} --help`)}`])
  }
  return runOne(command, chosen, words.slice(1))
}

/** The same for a command that has one form. */
export async function runOne(command: string, chosen: Subcommand, words: string[]): Promise<void> {
  const { positionals, values } = parse(command, chosen, words)
  if (values['help']) return printHelp(command, [chosen])
  const least = chosen.usage.match(/(?<!\[)<[^>]+>/g)?.length ?? 0
  const isOpen = chosen.usage.endsWith('...')
  const most = isOpen ? Infinity : (chosen.usage.match(/<[^>]+>/g)?.length ?? 0)
  if (positionals.length < least || positionals.length > most) {
    failUsage([usageOf(command, chosen)])
  }
  await act(chosen, positionals, values)
}

async function act(chosen: Subcommand, words: string[], values: Values): Promise<void> {
  try {
    const { call, close } = await opened(chosen)
    try {
      const output = await chosen.run(words, values, call)
      // Null: standard output has the bytes that were asked for.
      if (output && values['json']) print(JSON.stringify(output.data))
      else output?.show()
    } finally {
      await close()
    }
  } catch (error) {
    fail(failureLines(error))
  }
}

/** Opened when it is first asked, so that an answer to a question is not waited for with the store held. */
async function opened({ mayCreate = false }: Subcommand) {
  let access: ReturnType<typeof openStore> | undefined
  const call = async (...asked: Parameters<Call>) => {
    access ??= openUsual(mayCreate)
    return (await access).call(...asked)
  }
  return { call: call as Call, close: async () => (await access?.catch(() => null))?.close() }
}

function openUsual(mayCreate: boolean) {
  // A new store is one of accounts.
  const loaded = readSettings(mayCreate ? { folder: 'accounts' } : {})
  const { dataDir } = loaded.config
  const open = loaded.secrets.databaseUrl === null ? openFolderBeside(dataDir) : null
  if (open !== null) {
    remark(`This is about ${dataDir}. DATA_DIR=${shellWord(open)} chooses the open inbox.`)
  }
  return openStore(loaded, { mayCreate })
}

function failureLines(error: unknown): string[] {
  if (error instanceof CommandFailure || error instanceof CutOff) return [error.message]
  if (!(error instanceof Refusal)) return startFailure(error)
  if (!error.errors) return [error.message]
  return Object.entries(error.errors).flatMap(([field, texts]) =>
    texts.map((text) => `${field}: ${text}`),
  )
}

function parse(command: string, chosen: Subcommand, words: string[]) {
  const { options = {} } = chosen
  const own = Object.entries(options).map(([name, { type }]) => [name, { type }] as const)
  const all: Options = {
    ...Object.fromEntries(own),
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  }
  try {
    const parsed = parseArgs({ args: words, options: all, allowPositionals: true })
    return { positionals: parsed.positionals, values: parsed.values as Values }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return failUsage([reason, usageOf(command, chosen)])
  }
}

const usageOf = (command: string, { usage }: Pick<Subcommand, 'usage'>) =>
  `Usage: ${programCall(`${command} ${usage}`)}`

function printHelp(command: string, subcommands: readonly Subcommand[]): void {
  for (const { usage, about, options = {} } of subcommands) {
    print(programCall(`${command} ${usage}`))
    print(`    ${about}`)
    for (const [name, { about: text, value }] of Object.entries(options)) {
      print(`    --${value ? `${name} <${value}>` : name}  ${text}`)
    }
  }
  print('')
  print(
    '--json prints the answer as JSON. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done but for what is named.',
  )
}
