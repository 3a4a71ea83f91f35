import { programCall } from '../lib/process/program-call.ts'
import { fileProblems } from './files/file-problems.ts'
import { loadSettings, readNamedFiles } from './settings.ts'
import { fail, failUsage, print } from './terminal.ts'

const help = [
  `Usage: ${programCall('config check')}`,
  '    Names everything that is wrong with the settings and with the files that they name.',
]

/** `config check`: every problem of the settings and of the files that they name. Nothing is started or made. */
export async function run(words: string[]): Promise<void> {
  if (words.includes('--help') || words.includes('-h')) return help.forEach(print)
  if (words.join(' ') !== 'check') failUsage(help)
  const loaded = loadSettings({ mode: null })
  const settings = loaded.ok ? [] : loaded.problems
  const problems = [...settings, ...(await fileProblems(readNamedFiles()))]
  if (problems.length > 0) {
    fail(['The configuration is not valid:', ...problems.map((problem) => `  ${problem}`)])
  }
  print('The configuration is valid.')
}
