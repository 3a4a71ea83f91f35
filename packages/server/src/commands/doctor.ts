import { programCall } from '../lib/process/program-call.ts'
import { checkCertificates } from './doctor/certificate.ts'
import { checkBackups, checkDataFolder } from './doctor/data-folder.ts'
import { checkDatabase } from './doctor/database.ts'
import { broken, doubtful, linesOf, well, type Finding } from './doctor/finding.ts'
import { checkNames, checkRelay } from './doctor/network.ts'
import { checkObjectStore } from './doctor/object-store.ts'
import { checkPorts } from './doctor/ports.ts'
import { askForPorts } from './doctor/running-ports.ts'
import { fileProblems } from './files/file-problems.ts'
import { readOptionWords } from './option-words.ts'
import { loadSettings, readNamedFiles } from './settings.ts'
import { failUsage, print } from './terminal.ts'
import { smallMemory } from './serve/small-memory.ts'
import { trustedByAll } from './serve/trusted-by-all.ts'

const help = [
  `Usage: ${programCall('doctor [--json]')}`,
  '    Examines this machine by the settings, and says what to do about what is not well.',
]

/**
 * Examines this machine by the settings, whether a Mailstop runs here or not, and says what to do about
 * what is not well. Exit code 1 if anything fails. Nothing is sent, and nothing stays on the disk or in the object store.
 */
export async function run(words: string[]): Promise<void> {
  const read = readOptionWords(words, { values: [], switches: ['json', 'help'] })
  if ('problem' in read) failUsage([read.problem, ...help])
  if (read.given.has('help')) return help.forEach(print)
  const findings = await examine()
  if (read.given.has('json')) print(JSON.stringify(findings))
  else for (const line of linesOf(findings)) print(line)
  process.exitCode = findings.some(({ level }) => level === 'fail') ? 1 : 0
}

async function examine(): Promise<Finding[]> {
  const loaded = loadSettings()
  // The certificates have checks of their own below.
  const named = { ...readNamedFiles(), ...(loaded.ok && { smtpTls: null, httpTls: null }) }
  const files = await fileProblems(named)
  const problems = [...(loaded.ok ? [] : loaded.problems), ...files]
  const settings = problems.map((problem) =>
    broken('settings', problem, 'docs/configuration.md says what each may be.'),
  )
  // Without valid settings it is not known what to examine.
  if (!loaded.ok) return settings
  const { config, secrets } = loaded
  const found = await Promise.all([
    checkDataFolder(config.dataDir),
    checkBackups(config.backups),
    checkDatabase({
      dataDir: config.dataDir,
      databaseUrl: secrets.databaseUrl,
      liveUrl: secrets.databaseLiveUrl,
    }),
    checkObjectStore(secrets.sources),
    askForPorts(config, secrets).then((running) => checkPorts(config, running)),
    checkNames(config),
    checkRelay(secrets.mailUrl),
  ])
  const all = settings.length > 0 ? settings : [well('settings', 'valid')]
  const trusted = trustedByAll(config).map((text) =>
    doubtful('settings', text, 'Name the proxies, or let a firewall keep all others away.'),
  )
  const memory = smallMemory(config).map((text) =>
    doubtful('memory', text, 'docs/operating.md says how much is needed.'),
  )
  return [...all, ...trusted, ...memory, ...found.flat(), ...checkCertificates(config, Date.now())]
}
