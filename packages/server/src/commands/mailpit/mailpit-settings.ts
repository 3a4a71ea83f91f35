import { parseArgs } from 'node:util'
import { configVariables } from '../../config/config-variables.ts'
import type { MailpitOption } from './mailpit-option.ts'
import { mailpitOptions } from './mailpit-options.ts'
import { socketIn } from './mailpit-values.ts'

type Given = { option: MailpitOption; name: string; value: string }

export type MailpitSettings = {
  settings: Record<string, string>
  /** What was understood, in words such as `--max is RETENTION_MAILS=500`. */
  mapped: string[]
  ignored: string[]
  problems: string[]
}

type Env = Readonly<Record<string, string | undefined>>

const enabled = new Set(['1', 't', 'true', 'yes'])
const disabled = new Set(['', '0', 'f', 'false', 'no'])

/**
 * What Mailpit's variables and flags mean here. Flags stand above variables. Pure but for a look at the folder that a
 * database is in: what is wrong comes back as sentences.
 */
export function readMailpitSettings(words: readonly string[], env: Env): MailpitSettings {
  const flags = flagsIn(words)
  const on = [...variablesIn(env), ...flags.given].filter(isOn)
  const all = on.some(opensPop3) ? on : on.filter(({ option }) => !option.flags.includes('pop3'))
  // The last that was given of those that mean the same, in the order of the table.
  const last = new Map(all.map((each) => [each.option, each]))
  const given = mailpitOptions.flatMap((option) => last.get(option) ?? [])
  const result: MailpitSettings = {
    settings: {},
    mapped: [],
    ignored: namesOf(given, 'harmless'),
    problems: [...flags.problems],
  }
  for (const each of given) take(each, result)
  const paired = hostProblem(given)
  if (paired !== null) result.problems.push(paired)
  completeUrl(result.settings, env)
  return result
}

/** An address of POP3 alone asks for nothing: Mailpit opens its port where there is a password. */
const opensPop3 = ({ option }: Given): boolean =>
  option.variables.some((name) => name.startsWith('MP_POP3_AUTH'))

/** A path alone is that of a server which browsers reach on this machine. */
function completeUrl(settings: Record<string, string>, env: Env): void {
  const url = URL.parse(settings['PUBLIC_URL'] ?? '')
  if (url === null) return
  if (settings['HTTP_TLS_CERT']) url.protocol = 'https:'
  url.port = settings['HTTP_PORT'] ?? env['HTTP_PORT'] ?? configVariables.HTTP_PORT.default
  settings['PUBLIC_URL'] = env['PUBLIC_URL']?.trim() || url.href
}

const namesOf = (given: readonly Given[], kind: MailpitOption['kind']) =>
  given.filter(({ option }) => option.kind === kind).map(({ name }) => name)

function take({ option, name, value }: Given, { settings, mapped, problems }: MailpitSettings) {
  if (option.kind === 'harmless') return
  if (option.kind === 'refused') return void problems.push(`${name}: ${option.why}.`)
  const meaning = option.to(value)
  if (typeof meaning === 'string') return void problems.push(`${name} ${meaning}.`)
  for (const [setting, text] of Object.entries(meaning)) {
    const rule = ruleBroken(setting, text)
    if (rule !== null) problems.push(`${name} is ${setting} here, which ${rule}.`)
  }
  Object.assign(settings, meaning)
  const texts = Object.entries(meaning).filter(([, text]) => text !== '')
  mapped.push(`${name} is ${texts.map((pair) => pair.join('=')).join(' ') || 'no limit'}`)
}

function ruleBroken(setting: string, text: string): string | null {
  const variable = Object.entries(configVariables).find(([name]) => name === setting)?.[1]
  return !variable || text === '' || variable.schema.safeParse(text).success ? null : variable.rule
}

/** Mailstop listens with HTTP and SMTP on one address. Only one of the two on loopback would open the other to all. */
function hostProblem(given: readonly Given[]): string | null {
  const hosts = ['listen', 'smtp'].flatMap((flag) => {
    const found = given.find(({ option }) => option.flags.includes(flag))
    const meaning = found?.option.kind === 'mapped' ? found.option.to(found.value) : {}
    // A Unix socket has no address.
    if (found && socketIn(found.value) !== null) return []
    return [typeof meaning === 'string' ? '' : (meaning['LISTEN_HOST'] ?? '')]
  })
  if (new Set(hosts).size < 2) return null
  return 'HTTP and SMTP listen on one address: give --listen and --smtp (MP_UI_BIND_ADDR and MP_SMTP_BIND_ADDR) the same.'
}

const isOn = ({ option, value }: Given): boolean =>
  option.takes === 'value'
    ? value !== '' && !(option.flags.includes('enable-prometheus') && value === 'false')
    : enabled.has(value.toLowerCase())

/** Variables in the order of the options, where the newer name of two comes last. */
const variablesIn = (env: Env): Given[] =>
  mailpitOptions.flatMap((option) =>
    option.variables.toReversed().map((name) => ({ option, name, value: env[name]?.trim() ?? '' })),
  )

/** Variables that begin like Mailpit's and are none of those that are known: a newer one may have them. */
export const unknownVariables = (env: Env): string[] => {
  const known = new Set(mailpitOptions.flatMap(({ variables }) => variables))
  return Object.keys(env).filter(
    (name) => /^MP_(?!SENDMAIL_(SMTP_ADDR|FROM)$)/.test(name) && !known.has(name),
  )
}

function flagsIn(words: readonly string[]): { given: Given[]; problems: string[] } {
  const given: Given[] = []
  const problems: string[] = []
  for (const token of parse(words)) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') {
      problems.push(`Nothing can be done with "${token.value}".`)
      continue
    }
    const { name, rawName, value, inlineValue } = token
    const option = mailpitOptions.find(({ flags }) => flags.includes(name))
    if (!option) problems.push(`There is no flag ${rawName}.`)
    else if (option.takes === 'switch') {
      const text = value ?? 'true'
      if (!enabled.has(text.toLowerCase()) && !disabled.has(text.toLowerCase())) {
        problems.push(`${rawName} must be true or false.`)
      }
      given.push({ option, name: rawName, value: text })
    } else if (value === undefined) problems.push(`${rawName} needs a value.`)
    // `-m=100` is a letter with its value.
    else given.push({ option, name: rawName, value: inlineValue ? value.replace(/^=/, '') : value })
  }
  return { given, problems }
}

function parse(words: readonly string[]) {
  const options = Object.fromEntries(
    mailpitOptions.flatMap(({ flags, letter, takes }) =>
      flags.map((flag, index) => [
        flag,
        {
          type: takes === 'value' ? ('string' as const) : ('boolean' as const),
          ...(index === 0 && letter !== null && { short: letter }),
        },
      ]),
    ),
  )
  return parseArgs({ args: [...words], options, strict: false, tokens: true }).tokens
}
