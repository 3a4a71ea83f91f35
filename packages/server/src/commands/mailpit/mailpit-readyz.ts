import { run as health } from '../health.ts'
import { readOptionWords } from '../option-words.ts'
import { ownUrl } from '../../lib/network/listen-addresses.ts'
import { failUsage } from '../terminal.ts'
import { readAddress, socketIn } from './mailpit-values.ts'

/** Asks the server that the variables name, or `--listen`, whether it is ready. */
export async function run(words: string[]): Promise<void> {
  const long = words.map((word) => word.replace(/^-l=?/, '--listen=').replace(/=$/, ''))
  const read = readOptionWords(long, {
    values: ['listen', 'webroot', 'timeout'],
    switches: ['wait', 'https'],
  })
  if ('problem' in read) failUsage([read.problem])
  const { given, values } = read
  const { listen } = values
  const socket = listen === undefined ? null : socketIn(listen)
  const address = listen === undefined ? null : readAddress(listen)
  if (listen !== undefined && address === null && socket === null) {
    failUsage(['--listen must be address:port.'])
  }
  const { env } = process
  if (socket !== null) env['HTTP_PORT'] = socket
  const url = address && ownUrl(address.host || null, Number(address.port))
  if (url && given.has('https')) url.protocol = 'https:'
  const seconds = secondsOf(values['timeout'] ?? '30s')
  if (seconds === null) failUsage(['--timeout must be a time such as 30s or 1m.'])
  const asked = [
    '--ready',
    ...(given.has('wait') ? ['--wait', String(seconds)] : []),
    ...(url ? ['--url', url.href] : []),
  ]
  await health(asked, 'MP_UI_BIND_ADDR or --listen names another server.')
}

function secondsOf(text: string): number | null {
  const [, count, unit] = /^(\d{1,4})(s|m|ms)$/.exec(text) ?? []
  if (count === undefined) return null
  return Math.ceil(Number(count) * (unit === 'm' ? 60 : unit === 'ms' ? 0.001 : 1))
}
