import { existsSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import type { App, Started } from '../app.ts'
import { processRoles } from '../config-variables.ts'
import type { Config } from '../config.ts'
import { startFailure } from '../start-failure.ts'
import { readProduct } from './product.ts'
import { readSettings } from './settings.ts'
import { createStopping } from './stop-on-signal.ts'
import { fail, print } from './terminal.ts'

const webRoot = resolve(import.meta.dirname, '../../../web/dist')
const root = resolve(import.meta.dirname, '../../../..')

/** Serves until it is stopped: prints where to go, and stops in order on a signal, with exit code 0. */
export async function run(words: string[]): Promise<void> {
  const options = readOptions(words)
  const { config, secrets } = readSettings()
  if (options.demo && config.roles.length < processRoles.length) {
    fail(['--demo needs ROLES to name http, smtp and worker.'])
  }
  const product = readProduct(root)
  const log = await createLog(config.logLevel)
  let app: App | undefined
  const stopping = createStopping({
    drainMs: config.drainMs,
    drain: () => app?.drain(),
    stop: async () => app?.stop(),
    print,
    fail,
    end: () => process.exit(0),
  })
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => void stopping.signalled(name))
  }
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
        product,
        webRoot: existsSync(webRoot) ? webRoot : null,
        onFatal: (error) => fail([`The database cannot be used any more: ${error.message}`]),
      },
    )
    const started = await app.start()
    printAddresses(product.version, config, started)
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

function printAddresses(version: string, config: Config, started: Started): void {
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
