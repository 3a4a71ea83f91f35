import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { askUntilWell } from './ask-health.ts'
import { readSettings } from './settings.ts'
import { fail, failUsage, print } from './terminal.ts'

const help = [
  'Usage: mailstop health [--ready] [--wait <seconds>] [--url http://127.0.0.1:8025]',
  '    Asks the process on this machine whether it lives. Exit codes: 0 well, 1 not, 2 wrong usage.',
  '    --ready  Asks whether it is ready for work.',
  '    --wait <seconds>  Asks again and again until the answer is good.',
  '    --url <url>  Where it serves; without it, on 127.0.0.1 at HTTP_PORT.',
]
const options = {
  ready: { type: 'boolean', default: false },
  wait: { type: 'string', default: '0' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const
/** Sooner than any container is asked again. */
const answerMs = 5_000

/**
 * Whether the process on this machine lives or, with `--ready`, is ready: exit code 0 or 1. For the health
 * checks of containers and units, which need no other program for it.
 */
export async function run(words: string[]): Promise<void> {
  const asked = readOptions(words)
  if (asked.help) return help.forEach(print)
  const { ready, wait } = asked
  const url = asked.url === undefined ? urlOfSettings() : givenUrl(asked.url)
  const path = ready ? '/readyz' : '/livez'
  const health = await askUntilWell({
    ask: () =>
      fetch(new URL(path, url), { signal: AbortSignal.timeout(answerMs), redirect: 'manual' }),
    waitMs: wait * 1_000,
    pause,
  })
  if (!health.isWell) fail([`${url.origin} ${health.reason}`])
  print(`${url.origin} ${ready ? 'is ready' : 'lives'}`)
}

function readOptions(words: string[]) {
  try {
    const { values } = parseArgs({ args: words, options })
    if (!/^\d{1,4}$/.test(values.wait)) {
      return failUsage(['--wait must be a whole number of seconds.', ...help])
    }
    return { ...values, wait: Number(values.wait) }
  } catch (error) {
    return failUsage([error instanceof Error ? error.message : String(error), ...help])
  }
}

function givenUrl(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  return failUsage(['--url must be an http or https URL.', ...help])
}

/** All addresses of the machine are listened on, and this one is always among them. */
function urlOfSettings(): URL {
  const { httpPort } = readSettings().config
  if (httpPort === 0) fail(['HTTP_PORT is 0, so that the port is not known: name it by --url.'])
  return new URL(`http://127.0.0.1:${httpPort}`)
}
