import { configVariables, type ServeMode } from '../../config/config-variables.ts'
import { readOptionWords } from '../option-words.ts'

/** What the words behind `serve` ask for. `settings` stand above the environment variables of their names. */
export type ServeOptions = {
  /** Null: what MAILSTOP_MODE says. */
  mode: ServeMode | null
  demo: boolean
  /** Stop when standard input ends: a program that starts Mailstop holds it open, and loses it however it ends. */
  stopsWithInput: boolean
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

const switches = ['open', 'ci', 'demo', 'stop-with-input', 'help', 'version']

export const serveOptionsList = [
  'Options:',
  '  --open            no accounts: all mail goes to one inbox, which opens without a login',
  '  --ci              --open for a CI job: for other containers too, and with data that is removed at the end',
  '  --host <address>  listen on this address or name alone (all; with --open: localhost)',
  '  --port <port>     port of the inbox (8025)',
  '  --smtp <ports>    ports that catch mail, comma-separated (2525 and, with STARTTLS, 2587; with --open or --ci: 1025)',
  '  --data <folder>   where everything is kept (./data/accounts or ./data/open; with npx below ./mailstop-data)',
  '  --demo            add sample mail, and an account to see it with unless --open or --ci is there',
  '  --stop-with-input stop when standard input ends, for a program that starts Mailstop',
  '  --help            show this list',
  '  --version         show the version',
  'Options stand above environment variables. docs/configuration.md lists all settings.',
]

/** Reads the options of `serve`. Pure: what is wrong comes back as one sentence. */
export function readServeOptions(words: string[]): AskedOf {
  const read = readOptionWords(words, { values: Object.keys(settingOf), switches })
  if ('problem' in read) return { kind: 'problem', sentence: read.problem }
  const { given, values } = read
  if (given.has('help')) return { kind: 'help' }
  if (given.has('version')) return { kind: 'version' }
  const settings: Record<string, string> = {}
  for (const [option, setting] of Object.entries(settingOf)) {
    const text = values[option]
    if (text === undefined) continue
    const { schema, rule } = configVariables[setting]
    if (!schema.safeParse(text).success) {
      return { kind: 'problem', sentence: `--${option} ${rule}.` }
    }
    settings[setting] = text
  }
  if (given.has('ci') && settings['DATA_DIR'] !== undefined) {
    return { kind: 'problem', sentence: '--ci keeps nothing: leave out --data, or use --open.' }
  }
  const mode = given.has('ci') ? 'ci' : given.has('open') ? 'open' : null
  return {
    kind: 'serve',
    options: {
      mode,
      demo: given.has('demo'),
      stopsWithInput: given.has('stop-with-input'),
      settings,
    },
  }
}
