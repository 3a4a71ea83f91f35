import { countText } from '@mailstop/contract'
import { CutOff } from '../../control/control-client.ts'
import { readInput, stoppedBySignals } from './byte-files.ts'
import { runOne } from '../command-line.ts'
import { CommandFailure, exitCodes, print } from '../terminal.ts'

export const run = (words: string[]): Promise<void> =>
  runOne(
    'import',
    {
      usage: '<team> <file>',
      about: 'Adds the mail of an mbox or eml file to a team; - is standard input.',
      async run([team = '', file = ''], _values, call) {
        const bytes = stoppedBySignals(await readInput(file), '')
        const report = await call('mails.import', { team }, bytes).catch((error: unknown) => {
          throw error instanceof CutOff ? new CommandFailure(cutOffText(error)) : error
        })
        const { imported, already_there, failed, problems } = report
        if (failed > 0) process.exitCode = exitCodes.inPart
        return {
          data: report,
          show() {
            if (imported + already_there + failed === 0) {
              return print('The file contains no messages.')
            }
            const known = already_there > 0 ? `, already there ${already_there}` : ''
            print(`Imported ${imported}${known}, failed ${failed}.`)
            for (const { mail, reason } of problems) print(`  Mail ${mail}: ${reason}`)
          },
        }
      },
    },
    words,
  )

/** The server cannot say any more what it kept after the last that it said. */
function cutOffText({ message, progress }: CutOff): string {
  const { imported = 0 } = (progress ?? {}) as { imported?: number }
  const kept =
    imported > 0
      ? `At least ${countText(imported)} of the file ${imported === 1 ? 'was' : 'were'} imported.`
      : 'Some of the file may have been imported.'
  return `${message} ${kept} Import it again: what is there is not added twice.`
}
