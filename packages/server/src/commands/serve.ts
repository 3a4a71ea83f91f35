import { isIPv6 } from 'node:net'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import type { App, Started } from '../app.ts'
import { processRoles } from '../config-variables.ts'
import type { Config } from '../config.ts'
import { limitYoungMemory } from '../lib/young-memory.ts'
import { findWebRoot, version } from '../product-files.ts'
import { startFailure } from '../start-failure.ts'
import { onParentEnd } from './parent-process.ts'
import { isStartedByNpm, readSettings } from './settings.ts'
import { fail, print } from './terminal.ts'

// Above what the parts give to what they have in flight, one after the other.
const stopDeadlineMs = 30_000
/** A terminal and a service signal npm as well, which passes it on: within this time it is the same signal. */
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
  limitYoungMemory()
  // The terminal may be gone, and everything is still to be stopped in order.
  process.stdout.on('error', () => {})
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
        webRoot: findWebRoot(),
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop('Stopping'))
  }
  // npm passes the signal on that it ends of: its end is never the second.
  if (isStartedByNpm()) onParentEnd(() => void (since === undefined && stop('npm has ended')))
  return { hasBegun: () => since !== undefined }
}

function printAddresses(config: Config, started: Started): void {
  const smtpHost = isIPv6(config.smtpHost) ? `[${config.smtpHost}]` : config.smtpHost
  const smtpPorts = [
    ...started.smtpPorts.map((port) => `${smtpHost}:${port} (STARTTLS)`),
    ...started.smtpsPorts.map((port) => `${smtpHost}:${port} (TLS)`),
  ]
  print('')
  print(`  Mailstop ${version}`)
  if (config.roles.includes('http')) print(`  Inbox   ${started.publicUrl.origin}`)
  if (config.roles.includes('smtp')) print(`  SMTP    ${smtpPorts.join(', ')}`)
  if (config.roles.length < processRoles.length) print(`  Roles   ${config.roles.join(', ')}`)
  print(`  Data    ${config.dataDir}`)
  print('')
}
