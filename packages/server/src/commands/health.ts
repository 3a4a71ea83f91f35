import { setTimeout as pause } from 'node:timers/promises'
import { programCall } from '../lib/process/program-call.ts'
import { askServer, nameOf, ownServer, serverAt, type KnownServer } from './serve/own-server.ts'
import { askUntilWell } from './serve/ask-health.ts'
import { readOptionWords } from './option-words.ts'
import { readSettings } from './settings.ts'
import { fail, failUsage, print } from './terminal.ts'

const help = [
  `Usage: ${programCall('health [--ready] [--wait <seconds>] [--url http://127.0.0.1:8025]')}`,
  '    Asks the process on this machine whether it lives. Exit codes: 0 well, 1 not, 2 wrong usage.',
  '    --ready  Asks whether it is ready for work.',
  '    --wait <seconds>  Asks again and again until the answer is good.',
  '    --url <url>  Where it serves; without it, what LISTEN_HOST and HTTP_PORT say.',
]
/** Sooner than any container is asked again. */
const answerMs = 5_000

/**
 * Whether the process on this machine lives or, with `--ready`, is ready: exit code 0 or 1. For the health
 * checks of containers and units, which need no other program for it.
 */
export async function run(
  words: string[],
  hint = 'HTTP_PORT or --url names another server.',
): Promise<void> {
  const read = readOptionWords(words, { values: ['wait', 'url'], switches: ['ready', 'help'] })
  if ('problem' in read) failUsage([read.problem, ...help])
  if (read.given.has('help')) return help.forEach(print)
  const ready = read.given.has('ready')
  const { wait = '0', url: given } = read.values
  if (!/^\d{1,4}$/.test(wait)) failUsage(['--wait must be a whole number of seconds.', ...help])
  const server = given === undefined ? serverOfSettings() : serverAt(given)
  if (server === null) return failUsage(['--url must be an http or https URL.', ...help])
  const name = nameOf(server)
  const path = ready ? '/readyz' : '/livez'
  const health = await askUntilWell({
    ask: () => askServer(server, path, answerMs),
    waitMs: Number(wait) * 1_000,
    pause,
  })
  if (!health.isWell) {
    fail([`${name} ${health.reason}`, ...(given === undefined ? [hint] : [])])
  }
  const without = health.impaired.length > 0 ? `, but impaired: ${health.impaired.join(', ')}` : ''
  print(`${name} ${ready ? 'is ready' : 'lives'}${without}`)
}

/** Where this machine reaches what the settings let listen. */
function serverOfSettings(): KnownServer {
  const { config } = readSettings()
  if (config.httpPort === 0 && config.httpSocket === null) {
    fail(['HTTP_PORT is 0, so that the port is not known: name it by --url.'])
  }
  return ownServer(config)
}
