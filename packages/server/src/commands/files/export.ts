import { countText } from '@mailstop/contract'
import type { LeftOut } from '../../features/archive/archive.ts'
import { writeOutput } from './byte-files.ts'
import { runOne } from '../command-line.ts'
import { exitCodes, remark } from '../terminal.ts'

export const run = (words: string[]): Promise<void> =>
  runOne(
    'export',
    {
      usage: '<team> <file.mbox>',
      about: 'Writes all mail of a team to an mbox file, or to standard output for -.',
      async run([team = '', file = ''], _values, call) {
        const mbox = await call('mails.export', { team })
        let leftOut: LeftOut = { count: 0, mails: [] }
        const size = await writeOutput(
          file,
          (async function* () {
            leftOut = yield* mbox
          })(),
        )
        if (leftOut.count > 0) process.exitCode = exitCodes.inPart
        const show = () => {
          remark(`Wrote the mail of team ${team} to ${file}: ${size} bytes.`)
          remarkLeftOut(leftOut)
        }
        if (file !== '-') return { data: { team, file, size, left_out: leftOut }, show }
        remarkLeftOut(leftOut)
        return null
      },
    },
    words,
  )

function remarkLeftOut({ count, mails }: LeftOut): void {
  if (count === 0) return
  remark(`WARNING: it lacks ${countText(count)}, whose stored bytes are damaged:`)
  for (const { id, subject, received_at } of mails) remark(`  ${id}  ${received_at}  ${subject}`)
  const more = count - mails.length
  if (more > 0) remark(`  and ${countText(more)} more, which the last message of the file lists`)
}
