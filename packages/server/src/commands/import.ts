import { readInput } from './byte-files.ts'
import { runOne } from './command-line.ts'
import { print } from './terminal.ts'

export const run = (words: string[]): Promise<void> =>
  runOne(
    'import',
    {
      usage: '<team> <file>',
      about: 'Adds the mail of an mbox or eml file to a team; - is standard input.',
      async run([team = '', file = ''], _values, call) {
        const report = await call('mails.import', { team }, await readInput(file))
        if (report.failed > 0) process.exitCode = 1
        return {
          data: report,
          show() {
            print(`Imported ${report.imported}, failed ${report.failed}.`)
            for (const { mail, reason } of report.problems) print(`  Mail ${mail}: ${reason}`)
          },
        }
      },
    },
    words,
  )
