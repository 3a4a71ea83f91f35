import { runOne } from './command-line.ts'
import { writeOutput } from './byte-files.ts'
import { remark } from './terminal.ts'

export const run = (words: string[]): Promise<void> =>
  runOne(
    'export',
    {
      usage: '<team> <file.mbox>',
      about: 'Writes all mail of a team to an mbox file, or to standard output for -.',
      async run([team = '', file = ''], _values, call) {
        const size = await writeOutput(file, await call('mails.export', { team }))
        const show = () => remark(`Wrote the mail of team ${team} to ${file}: ${size} bytes.`)
        return file === '-' ? null : { data: { team, file, size }, show }
      },
    },
    words,
  )
