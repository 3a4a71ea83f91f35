import { parseArgs } from 'node:util'

/** What was written on the command line. */

export class UsageError extends Error {}

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

const options = {
  to: text,
  from: text,
  subject: text,
  q: text,
  tag: text,
  inbox: text,
  after: text,
  'expires-in': text,
  grace: text,
  seconds: text,
  seed: text,
  watch: text,
  header: text,
  timeout: text,
  code: flag,
  link: text,
  json: flag,
  text: flag,
  env: flag,
  all: flag,
  'fail-on': text,
  ignore: text,
  format: text,
  help: { ...flag, short: 'h' },
} as const

export type Arguments = ReturnType<typeof readArguments>

export function readArguments(words: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: words.map(withOptionalPattern),
      options,
      allowPositionals: true,
    })
    const { to, from, subject, q, tag, inbox, after, ...chosen } = values
    return {
      words: positionals,
      conditions: { to, from, subject, q, tag, inbox, after },
      ...chosen,
    }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** `--link` alone is any link. */
function withOptionalPattern(word: string, index: number, words: string[]): string {
  const next = words[index + 1]
  return word === '--link' && (next === undefined || next.startsWith('--')) ? '--link=' : word
}

/** Seconds to milliseconds. */
export function readTimeout(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const seconds = Number(given)
  if (given.trim() === '' || !(seconds >= 0)) {
    throw new UsageError(`--timeout ${given} is no number of seconds`)
  }
  return Math.round(seconds * 1_000)
}

/** A whole number of seconds. */
export function secondsOf(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  if (!/^\d{1,6}$/.test(given)) throw new UsageError(`--${option} ${given} is no whole number`)
  return Number(given)
}

/** One of the words that an option takes; the first without it. */
export function readChoice<Word extends string>(
  option: string,
  given: string | undefined,
  words: readonly [Word, ...Word[]],
): Word {
  const word = given === undefined ? words[0] : words.find((each) => each === given)
  if (word === undefined) throw new UsageError(`--${option} is one of ${words.join(', ')}`)
  return word
}

/** `/re/flags` or the pattern itself. */
export function readPattern(given: string): RegExp {
  const [, source = given, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(given) ?? []
  try {
    return new RegExp(source, flags)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
