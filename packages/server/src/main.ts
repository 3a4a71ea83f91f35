import { existsSync, readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { isIPv6 } from 'node:net'
import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import type { App } from './app.ts'
import { processRoles } from './config-variables.ts'
import { loadConfig, type Config } from './config.ts'
import { startFailure } from './start-failure.ts'

/**
 * The process: reads the environment, prints where to go, and stops in order on a signal. Lines for
 * people go to standard output, the log to standard error. Exits 0 when asked to stop, 1 otherwise.
 */
const webRoot = resolve(import.meta.dirname, '../../web/dist')
/**
 * A third of a start is compiling, so what was compiled is kept, for the threads too. All that is
 * much is imported below, once this is on; where the folder cannot be written nothing is kept.
 */
const compiled = resolve(import.meta.dirname, '../../../node_modules/.cache/mailstop/compiled')
// Above what the parts give to what they have in flight, one after the other.
const stopDeadlineMs = 30_000
/** A service's processes may all be signalled, and pass it on: within this time it is the same signal. */
const sameSignalMs = 1_000
// All mail, and hashes of all secrets, lie in the files that this process makes.
process.umask(0o077)

const print = (line: string) => void process.stdout.write(`${line}\n`)

function fail(lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
}

function readOptions() {
  try {
    return parseArgs({ options: { demo: { type: 'boolean', default: false } } }).values
  } catch (error) {
    return fail([...startFailure(error), 'Options: --demo'])
  }
}

function version(): string {
  const packageFile = resolve(import.meta.dirname, '../../../package.json')
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version
}

async function createLog(level: Config['logLevel']) {
  const stream = process.stderr.isTTY
    ? (await import('pino-pretty')).default({ destination: 2, sync: true, ignore: 'pid,hostname' })
    : pino.destination({ dest: 2, sync: false })
  const redact = ['*.password', '*.token', '*.cookie', '*.authorization']
  return pino({ level, redact, serializers: { error: pino.stdSerializers.err } }, stream)
}

process.env['NODE_COMPILE_CACHE'] ??= compiled
enableCompileCache()
const options = readOptions()
// A container has less than its machine; 0 stands for no limit.
const memoryBytes = Math.min(process.constrainedMemory() || Infinity, totalmem())
const loaded = loadConfig(process.env, memoryBytes)
if (!loaded.ok) fail(['The configuration is not valid:', ...loaded.problems.map((p) => `  ${p}`)])
if (options.demo && loaded.config.roles.length < processRoles.length) {
  fail(['--demo needs ROLES to name http, smtp and worker.'])
}
const config = { ...loaded.config, dataDir: resolve(loaded.config.dataDir) }
const log = await createLog(config.logLevel)

let app: App | undefined
let stoppingSince: number | undefined

async function stop(signal: string): Promise<void> {
  if (stoppingSince !== undefined) {
    if (performance.now() - stoppingSince < sameSignalMs) return
    fail(['Stopped at once: what was under way is lost.'])
  }
  stoppingSince = performance.now()
  print(`\n${signal}: finishing what is under way`)
  const deadline = setTimeout(() => fail(['Mailstop did not stop in time.']), stopDeadlineMs)
  await app?.stop()
  clearTimeout(deadline)
  process.exit(0)
}

process.on('SIGINT', () => void stop('Stopping'))
process.on('SIGTERM', () => void stop('Stopping'))
process.on('uncaughtException', (error) => {
  log.fatal({ error }, 'An error that nothing handled')
  fail([`Mailstop stopped because of an unexpected error: ${error.message}`])
})

try {
  const { createApp } = await import('./app.ts')
  app = await createApp(
    { config, secrets: loaded.secrets },
    {
      log,
      print,
      webRoot: existsSync(webRoot) ? webRoot : null,
      onFatal: (error) => fail([`The database cannot be used any more: ${error.message}`]),
    },
  )
  const started = await app.start()
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
  if (options.demo) {
    // Loaded only when asked for: most processes never show it.
    const { addDemo } = await import('./add-demo.ts')
    await addDemo({ app, smtpPort: started.smtpPorts[0] ?? 0, print })
  }
} catch (error) {
  if (stoppingSince !== undefined) throw error
  await app?.stop().catch(() => {})
  fail(startFailure(error))
}
