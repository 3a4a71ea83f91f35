import { parseArgs } from 'node:util'
import { configVariables } from '../config-variables.ts'

/** What the words behind `serve` ask for. `settings` stand above the environment variables of their names. */
export type ServeOptions = {
  open: boolean
  demo: boolean
  settings: Record<string, string>
}

export type AskedOf =
  | { kind: 'serve'; options: ServeOptions }
  | { kind: 'help' | 'version' }
  | { kind: 'problem'; sentence: string }

type Setting = 'LISTEN_HOST' | 'HTTP_PORT' | 'SMTP_PORTS' | 'DATA_DIR'

/** The options with a value, and the setting that each of them is. */
const settingOf: Record<string, Setting> = {
  host: 'LISTEN_HOST',
  port: 'HTTP_PORT',
  smtp: 'SMTP_PORTS',
  data: 'DATA_DIR',
}

const switches = ['open', 'demo', 'help', 'version']

export const serveOptionsList = [
  'Options:',
  '  --open            no accounts: all mail goes to one inbox, which opens without a login',
  '  --host <address>  listen on this address or name alone (all; with --open: localhost)',
  '  --port <port>     port of the inbox (8025)',
  '  --smtp <ports>    ports that catch mail, comma-separated (2525; with --open: 1025)',
  '  --data <folder>   where everything is kept (./data)',
  '  --demo            add sample mail, and an account to see it with unless --open is there',
  '  --help            show this list',
  '  --version         show the version',
  'Options stand above environment variables. docs/configuration.md lists all settings.',
]

/** Reads the options of `serve`. Pure: what is wrong comes back as one sentence. */
export function readServeOptions(words: string[]): AskedOf {
  const given = new Set<string>()
  const settings: Record<string, string> = {}
  for (const token of tokensOf(words)) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') return problem(`Nothing can be done with "${token.value}".`)
    const { name, rawName, value } = token
    if (given.has(name)) return problem(`${rawName} is there twice.`)
    given.add(name)
    const setting = Object.hasOwn(settingOf, name) ? settingOf[name] : undefined
    if (setting === undefined) {
      if (!switches.includes(name)) return problem(`There is no option ${rawName}.`)
      if (value !== undefined) return problem(`${rawName} takes no value.`)
      continue
    }
    const text = value?.trim() ?? ''
    // A value that begins with a dash is the next option, unless `=` joins them.
    if (text === '' || (text.startsWith('-') && token.inlineValue === false)) {
      return problem(`${rawName} needs a value.`)
    }
    const { schema, rule } = configVariables[setting]
    if (!schema.safeParse(text).success) return problem(`${rawName} ${rule}.`)
    settings[setting] = text
  }
  if (given.has('help')) return { kind: 'help' }
  if (given.has('version')) return { kind: 'version' }
  return {
    kind: 'serve',
    options: { open: given.has('open'), demo: given.has('demo'), settings },
  }
}

function tokensOf(words: string[]) {
  const withValue = Object.keys(settingOf).map((name) => [name, { type: 'string' as const }])
  const without = switches.map((name) => [name, { type: 'boolean' as const }])
  const options = Object.fromEntries([...withValue, ...without])
  return parseArgs({ args: words, options, strict: false, tokens: true }).tokens
}

const problem = (sentence: string): AskedOf => ({ kind: 'problem', sentence })
