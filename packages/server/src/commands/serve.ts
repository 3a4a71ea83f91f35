import { existsSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import type { App, Started } from '../app.ts'
import { processRoles } from '../config-variables.ts'
import type { Config } from '../config.ts'
import { startFailure } from '../start-failure.ts'
import { version } from '../version.ts'
import { readSettings } from './settings.ts'
import { fail, print } from './terminal.ts'

const webRoot = resolve(import.meta.dirname, '../../../web/dist')
// Above what the parts give to what they have in flight, one after the other.
const stopDeadlineMs = 30_000
/** A command may hold the data folder while the server starts. */
const commandMs = 3_000
/** A service's processes may all be signalled, and pass it on: within this time it is the same signal. */
const sameSignalMs = 1_000

/** Serves until it is stopped: prints where to go, and stops in order on a signal, with exit code 0. */
export async function run(words: string[]): Promise<void> {
  const options = readOptions(words)
  const { config, secrets } = readSettings()
  if (options.demo && config.roles.length < processRoles.length) {
    fail(['--demo needs ROLES to name http, smtp and worker.'])
  }
  const log = await createLog(config.logLevel)
  let app: App | undefined
  const stopping = stopOnSignal(async () => app?.stop())
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'An error that nothing handled')
    fail([`Mailstop stopped because of an unexpected error: ${error.message}`])
  })

  try {
    // Last, because it is much: what is wrong with the settings is said at once.
    const { createApp } = await import('../app.ts')
    app = await createApp(
      { config, secrets },
      {
        log,
        print,
        patienceMs: commandMs,
        webRoot: existsSync(webRoot) ? webRoot : null,
        onFatal: (error) => fail([`The database cannot be used any more: ${error.message}`]),
      },
    )
    const started = await app.start()
    printAddresses(config, started)
    if (options.demo) {
      // Loaded only when asked for: most processes never show it.
      const { addDemo } = await import('../add-demo.ts')
      await addDemo({ app, smtpPort: started.smtpPorts[0] ?? 0, print })
    }
  } catch (error) {
    if (stopping.hasBegun()) throw error
    await app?.stop().catch(() => {})
    fail(startFailure(error))
  }
}

function readOptions(words: string[]) {
  try {
    const options = { demo: { type: 'boolean', default: false } } as const
    return parseArgs({ args: words, options }).values
  } catch (error) {
    return fail([...startFailure(error), 'Options: --demo'])
  }
}

async function createLog(level: Config['logLevel']) {
  const stream = process.stderr.isTTY
    ? (await import('pino-pretty')).default({ destination: 2, sync: true, ignore: 'pid,hostname' })
    : pino.destination({ dest: 2, sync: false })
  const redact = ['*.password', '*.token', '*.cookie', '*.authorization']
  return pino({ level, redact, serializers: { error: pino.stdSerializers.err } }, stream)
}

/** A second signal ends the process at once. */
function stopOnSignal(stopAll: () => Promise<void>) {
  let since: number | undefined
  async function stop(signal: string): Promise<void> {
    if (since !== undefined) {
      if (performance.now() - since < sameSignalMs) return
      fail(['Stopped at once: what was under way is lost.'])
    }
    since = performance.now()
    print(`\n${signal}: finishing what is under way`)
    const deadline = setTimeout(() => fail(['Mailstop did not stop in time.']), stopDeadlineMs)
    await stopAll()
    clearTimeout(deadline)
    process.exit(0)
  }
  process.on('SIGINT', () => void stop('Stopping'))
  process.on('SIGTERM', () => void stop('Stopping'))
  return { hasBegun: () => since !== undefined }
}

function printAddresses(config: Config, started: Started): void {
  const smtpHost = isIPv6(config.smtpHost) ? `[${config.smtpHost}]` : config.smtpHost
  const smtpPorts = [
    ...started.smtpPorts.map((port) => `${smtpHost}:${port} (STARTTLS)`),
    ...started.smtpsPorts.map((port) => `${smtpHost}:${port} (TLS)`),
  ]
  print('')
  print(`  Mailstop ${version()}`)
  if (config.roles.includes('http')) print(`  Inbox   ${started.publicUrl.origin}`)
  if (config.roles.includes('smtp')) print(`  SMTP    ${smtpPorts.join(', ')}`)
  if (config.roles.length < processRoles.length) print(`  Roles   ${config.roles.join(', ')}`)
  print(`  Data    ${config.dataDir}`)
  print('')
}
