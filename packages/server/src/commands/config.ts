import { fileProblems } from './file-problems.ts'
import { loadSettings, readNamedFiles } from './settings.ts'
import { asksForHelp, fail, print } from './terminal.ts'

const usage = 'Usage: mailstop config check'

/** `config check`: every problem of the settings and of the files that they name. Nothing is started or made. */
export async function run(words: string[]): Promise<void> {
  if (asksForHelp(words)) return print(usage)
  if (words.join(' ') !== 'check') fail([usage])
  const loaded = loadSettings()
  const settings = loaded.ok ? [] : loaded.problems
  const problems = [...settings, ...(await fileProblems(readNamedFiles()))]
  if (problems.length > 0) {
    fail(['The configuration is not valid:', ...problems.map((problem) => `  ${problem}`)])
  }
  print('The configuration is valid.')
}
