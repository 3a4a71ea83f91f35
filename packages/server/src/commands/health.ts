import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { askUntilWell } from './ask-health.ts'
import { readSettings } from './settings.ts'
import { asksForHelp, fail, print } from './terminal.ts'

const usage = 'Usage: mailstop health [--ready] [--wait <seconds>] [--url http://127.0.0.1:8025]'
const options = {
  ready: { type: 'boolean', default: false },
  wait: { type: 'string', default: '0' },
  url: { type: 'string' },
} as const
/** Sooner than any container is asked again. */
const answerMs = 5_000

/**
 * Whether the process on this machine lives or, with `--ready`, is ready: exit code 0 or 1. For the health
 * checks of containers and units, which need no other program for it.
 */
export async function run(words: string[]): Promise<void> {
  if (asksForHelp(words)) return print(usage)
  const { ready, wait, url } = readOptions(words)
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
    const { ready, wait, url } = parseArgs({ args: words, options }).values
    if (!/^\d{1,4}$/.test(wait)) return fail(['--wait must be a whole number of seconds.', usage])
    return { ready, wait: Number(wait), url: url === undefined ? urlOfSettings() : givenUrl(url) }
  } catch (error) {
    return fail([error instanceof Error ? error.message : String(error), usage])
  }
}

function givenUrl(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  return fail(['--url must be an http or https URL.', usage])
}

/** All addresses of the machine are listened on, and this one is always among them. */
function urlOfSettings(): URL {
  const { httpPort } = readSettings().config
  if (httpPort === 0) fail(['HTTP_PORT is 0, so that the port is not known: name it by --url.'])
  return new URL(`http://127.0.0.1:${httpPort}`)
}
