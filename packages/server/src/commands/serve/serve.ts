import { finished } from 'node:stream'
import { pino } from 'pino'
import type { App } from '../../app/app.ts'
import { processRoles } from '../../config/config-variables.ts'
import type { Config, Secrets } from '../../config/config.ts'
import { ownAddress } from '../../lib/network/listen-addresses.ts'
import { findWebRoot, productFolder, version } from '../../product-files.ts'
import { isStartedByNpm } from '../../lib/process/program-call.ts'
import { startFailure } from '../../config/start-failure.ts'
import { isStore } from '../data-folders/usual-folder.ts'
import { requireFreePorts } from './free-ports.ts'
import { onParentEnd } from './parent-process.ts'
import { readProduct } from './product.ts'
import { readServeOptions, serveOptionsList, type ServeOptions } from './serve-options.ts'
import { namedDataDir, openFolderBeside, readSettings } from '../settings.ts'
import { openInboxLines, startLines } from './start-lines.ts'
import { createStopping } from './stop-on-signal.ts'
import { fail, failUsage, print } from '../terminal.ts'

/** A command may hold the data folder while the server starts. */
const commandMs = 3_000

export const run = (words: string[]): Promise<void> => serve(readOptions(words))

export async function serve(options: ServeOptions): Promise<void> {
  const { config, secrets } = await inItsFolder(readSettings(options))
  if (options.demo && config.roles.length < processRoles.length) {
    fail(['--demo needs ROLES to name http, smtp and worker.'])
  }
  if (options.demo && config.smtpProxies.length > 0) {
    fail(['--demo needs SMTP_PROXIES to be unset: it sends its mail without a load balancer.'])
  }
  if (options.demo && config.smtpPorts.length === 0) {
    fail(['--demo needs SMTP_PORTS to have a port: it sends its mail there.'])
  }
  const isNew = !isStore(config.dataDir)
  const named = options.settings['DATA_DIR'] ?? namedDataDir()
  const beside = config.isOpen || !isNew ? null : openFolderBeside(config.dataDir, named)
  const product = readProduct(version, productFolder())
  const log = await createLog(config)
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
  if (isStartedByNpm) onParentEnd(() => void stopping.ended('npm has ended'))
  if (options.stopsWithInput) {
    finished(process.stdin.resume(), () => void stopping.ended('Standard input has ended'))
  }
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'An error that nothing handled')
    fail([`Mailstop stopped because of an unexpected error: ${error.message}`])
  })

  try {
    // A start that fails leaves no folder that later commands take for one in use.
    if (isNew) await requireFreePorts(config)
    // Last, because it is much: what is wrong with the settings is said at once.
    const { createApp } = await import('../../app/app.ts')
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
    startLines(config, started).forEach(print)
    if (beside !== null) openInboxLines(beside).forEach(print)
    if (options.demo) {
      // Loaded only when asked for: most processes never show it.
      const { addDemo } = await import('../../app/add-demo.ts')
      const smtp = { host: ownAddress(config.listenHost), port: started.smtpPorts[0]?.port ?? 0 }
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

function readOptions(words: string[]): ServeOptions {
  const asked = readServeOptions(words)
  if (asked.kind === 'serve') return asked.options
  if (asked.kind === 'problem') failUsage([asked.sentence, ...serveOptionsList])
  const lines = asked.kind === 'help' ? serveOptionsList : [`Mailstop ${version}`]
  lines.forEach(print)
  process.exit(0)
}

async function createLog({ logLevel: level, logFormat }: Config) {
  const isPretty = logFormat === null ? process.stderr.isTTY : logFormat === 'pretty'
  const stream = isPretty
    ? (await import('pino-pretty')).default({ destination: 2, sync: true, ignore: 'pid,hostname' })
    : pino.destination({ dest: 2, sync: false })
  const redact = ['*.password', '*.token', '*.cookie', '*.authorization']
  return pino({ level, redact, serializers: { error: pino.stdSerializers.err } }, stream)
}
