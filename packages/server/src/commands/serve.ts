import { isIPv6 } from 'node:net'
import { pino } from 'pino'
import type { App, Started } from '../app.ts'
import { processRoles } from '../config-variables.ts'
import type { Config, Secrets } from '../config.ts'
import { ownAddress } from '../lib/listen-addresses.ts'
import { findWebRoot, productFolder, version } from '../product-files.ts'
import { startFailure } from '../start-failure.ts'
import { onParentEnd } from './parent-process.ts'
import { readProduct } from './product.ts'
import { readServeOptions, serveOptionsList, type ServeOptions } from './serve-options.ts'
import { isStartedByNpm, namedDataDir, readSettings } from './settings.ts'
import { createStopping } from './stop-on-signal.ts'
import { fail, failUsage, print } from './terminal.ts'

/** A command may hold the data folder while the server starts. */
const commandMs = 3_000

/** Serves until it is stopped: prints where to go, and stops in order on a signal, with exit code 0. */
export async function run(words: string[]): Promise<void> {
  const options = readOptions(words)
  const { config, secrets } = await inItsFolder(readSettings(options))
  if (options.demo && config.roles.length < processRoles.length) {
    fail(['--demo needs ROLES to name http, smtp and worker.'])
  }
  if (options.demo && config.smtpProxies.length > 0) {
    fail(['--demo needs SMTP_PROXIES to be unset: it sends its mail without a load balancer.'])
  }
  const product = readProduct(version, productFolder())
  const log = await createLog(config.logLevel)
  let app: App | undefined
  // The terminal may be gone, and everything is still to be stopped in order.
  process.stdout.on('error', () => {})
  const stopping = createStopping({
    drainMs: config.drainMs,
    drain: () => app?.drain(),
    stop: async () => app?.stop(),
    print,
    fail,
    end: () => process.exit(0),
  })
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => void stopping.signalled(name))
  }
  // npm passes on the signal that ends it: its end is never the second.
  if (isStartedByNpm()) onParentEnd(() => void stopping.parentEnded())
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
        product,
        patienceMs: commandMs,
        onFatal: (error) => fail([`The database cannot be used any more: ${error.message}`]),
      },
    )
    const started = await app.start()
    printAddresses(config, started)
    if (options.demo) {
      // Loaded only when asked for: most processes never show it.
      const { addDemo } = await import('../add-demo.ts')
      const smtp = { host: ownAddress(config.listenHost), port: started.smtpPorts[0] ?? 0 }
      await addDemo({ app, smtp, print })
    }
  } catch (error) {
    if (stopping.hasBegun()) throw error
    await app?.stop().catch(() => {})
    fail(startFailure(error))
  }
}

/** With `--ci`, the folder is a new one. What is wrong with the rest of the command line ends the process before. */
async function inItsFolder({ config, secrets }: { config: Config; secrets: Secrets }) {
  if (!config.isCi) {
    if (secrets.ciToken === null) return { config, secrets }
    return fail(['CI_TOKEN is for --ci alone: other servers make tokens under Integrations.'])
  }
  const { accountsInTheWay, makeCiFolder } = await import('./ci-folder.ts')
  const problem = accountsInTheWay(namedDataDir())
  if (problem !== null) fail([problem])
  return { config: { ...config, dataDir: makeCiFolder() }, secrets }
}

/** Ends the process with the answer when the words ask for no start. */
function readOptions(words: string[]): ServeOptions {
  const asked = readServeOptions(words)
  if (asked.kind === 'serve') return asked.options
  if (asked.kind === 'problem') failUsage([asked.sentence, ...serveOptionsList])
  const lines = asked.kind === 'help' ? serveOptionsList : [`Mailstop ${version}`]
  lines.forEach(print)
  process.exit(0)
}

async function createLog(level: Config['logLevel']) {
  const stream = process.stderr.isTTY
    ? (await import('pino-pretty')).default({ destination: 2, sync: true, ignore: 'pid,hostname' })
    : pino.destination({ dest: 2, sync: false })
  const redact = ['*.password', '*.token', '*.cookie', '*.authorization']
  return pino({ level, redact, serializers: { error: pino.stdSerializers.err } }, stream)
}

/** Nothing in open mode asks who somebody is, so those who can reach it must be known to be few. */
const exposedWarning = [
  '  WARNING: EVERYBODY WHO CAN REACH THIS ADDRESS READS AND DELETES ALL MAIL.',
  '  OPEN MODE HAS NO ACCOUNTS AND NO PASSWORDS. LEAVE OUT --host TO SERVE THIS MACHINE ALONE.',
]

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
  print(`  Data    ${config.dataDir}${config.isCi ? ', removed at the end' : ''}`)
  if (config.isOpen) print('  Open    no login to the inbox; any SMTP login, or none')
  print('')
  // What --ci catches is the mail of tests, and other containers are to reach it.
  if (config.isOpen && config.isExposed && !config.isCi) [...exposedWarning, ''].forEach(print)
}
