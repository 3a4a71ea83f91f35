import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import pretty from 'pino-pretty'
import { createApp, type App } from './app.ts'
import { loadConfig, type Config } from './config.ts'
import { startFailure } from './start-failure.ts'

/**
 * The process: reads the environment, prints where to go, and stops in order on a signal. Lines for
 * people go to standard output, the log to standard error. Exits 0 when asked to stop, 1 otherwise.
 */
const webRoot = resolve(import.meta.dirname, '../../web/dist')
// Above what the parts give to what they have in flight, one after the other.
const stopDeadlineMs = 30_000
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

function createLog(level: Config['logLevel']) {
  const stream = process.stderr.isTTY
    ? pretty({ destination: 2, sync: true, ignore: 'pid,hostname' })
    : pino.destination({ dest: 2, sync: false })
  const redact = ['*.password', '*.token', '*.cookie', '*.authorization']
  return pino({ level, redact, serializers: { error: pino.stdSerializers.err } }, stream)
}

const options = readOptions()
const loaded = loadConfig(process.env)
if (!loaded.ok) fail(['The configuration has mistakes:', ...loaded.problems.map((p) => `  ${p}`)])
const config = { ...loaded.config, dataDir: resolve(loaded.config.dataDir) }
const log = createLog(config.logLevel)

let app: App | undefined
let stopping = false

async function stop(signal: string): Promise<void> {
  if (stopping) fail(['Stopped at once: what was in flight is lost.'])
  stopping = true
  print(`\n${signal}: finishing what is in flight`)
  const deadline = setTimeout(() => fail(['It did not stop in time.']), stopDeadlineMs)
  await app?.stop()
  clearTimeout(deadline)
  process.exit(0)
}

process.on('SIGINT', () => void stop('Stopping'))
process.on('SIGTERM', () => void stop('Stopping'))
process.on('uncaughtException', (error) => {
  log.fatal({ error }, 'An error that nothing handled')
  fail([`Mailstop stopped because of an error it did not expect: ${error.message}`])
})

try {
  app = await createApp(
    { config, secrets: loaded.secrets },
    {
      log,
      print,
      webRoot: existsSync(webRoot) ? webRoot : null,
      onFatal: (error) => fail([`The store is gone: ${error.message}`]),
    },
  )
  const started = await app.start()
  const smtpPorts = [
    ...started.smtpPorts.map((port) => `${config.smtpHost}:${port} (STARTTLS)`),
    ...started.smtpsPorts.map((port) => `${config.smtpHost}:${port} (TLS)`),
  ]
  print('')
  print(`  Inbox   ${started.publicUrl.origin}`)
  print(`  SMTP    ${smtpPorts.join(', ')}`)
  print(`  Data    ${config.dataDir}`)
  print('')
  if (options.demo) {
    // Loaded only when asked for: most processes never show it.
    const { addDemo } = await import('./add-demo.ts')
    await addDemo({ app, smtpPort: started.smtpPorts[0] ?? 0, print })
  }
} catch (error) {
  if (stopping) throw error
  await app?.stop().catch(() => {})
  fail(startFailure(error))
}
