import { countText } from '@mailstop/contract'
import type { LeftOut } from '../../features/archive/archive.ts'
import { writeOutput } from './byte-files.ts'
import { runOne, type Output } from '../command-line.ts'
import type { Call } from '../store-access.ts'
import { exitCodes, failUsage, remark } from '../terminal.ts'
import { writeFolder } from './folder-output.ts'

export const run = (words: string[]): Promise<void> =>
  runOne(
    'export',
    {
      usage: '<team> [<file.mbox>]',
      about: 'Writes all mail of a team to an mbox file, or to standard output for -.',
      options: {
        folder: {
          type: 'string',
          value: 'folder',
          about: 'Writes each message to an .eml file of its own there, in place of the mbox file.',
        },
        maildir: {
          type: 'string',
          value: 'folder',
          about: 'The same as a Maildir, with what is read and flagged.',
        },
      },
      async run([team = '', file], { folder, maildir }, call) {
        const [place, ...more] = [file, folder, maildir].filter((one) => typeof one === 'string')
        if (place === undefined || more.length > 0) {
          failUsage(['Name one place: <file.mbox>, --folder <folder> or --maildir <folder>.'])
        }
        if (place === file) return exportFile(team, place, call)
        return exportFolder(team, { place, kind: place === folder ? 'eml' : 'maildir' }, call)
      },
    },
    words,
  )

async function exportFile(team: string, file: string, call: Call): Promise<Output> {
  const { bytes, end } = withEnd(await call('mails.export', { team }))
  const size = await writeOutput(file, bytes)
  const leftOut = end()
  if (leftOut.count > 0) process.exitCode = exitCodes.inPart
  const show = () => {
    remark(`Wrote the mail of team ${team} to ${file}: ${size} bytes.`)
    remarkLeftOut(leftOut, 'which the last message of the file lists')
  }
  if (file !== '-') return { data: { team, file, size, left_out: leftOut }, show }
  remarkLeftOut(leftOut, 'which the last message of the file lists')
  return null
}

type Folder = { place: string; kind: 'eml' | 'maildir' }

async function exportFolder(team: string, { place, kind }: Folder, call: Call): Promise<Output> {
  const { bytes, end } = withEnd(await call('mails.export', { team, folder: kind }))
  const written = await writeFolder(place, kind, bytes)
  const leftOut = end()
  const { others, already_there } = written
  if (leftOut.count + others.length > 0) process.exitCode = exitCodes.inPart
  return {
    data: { team, folder: place, ...written, left_out: leftOut },
    show() {
      const there = already_there > 0 ? `, already there ${already_there}` : ''
      remark(`Wrote the mail of team ${team} to ${place}: ${countText(written.written)}${there}.`)
      for (const name of others) remark(`WARNING: ${name} is another file there, and stays.`)
      remarkLeftOut(leftOut, 'which the log of the server lists')
    },
  }
}

/** The bytes of an export, and what they end with. */
function withEnd(mails: AsyncGenerator<Uint8Array, LeftOut>) {
  let leftOut: LeftOut = { count: 0, mails: [] }
  async function* bytes() {
    leftOut = yield* mails
  }
  return { bytes: bytes(), end: () => leftOut }
}

function remarkLeftOut({ count, mails }: LeftOut, where: string): void {
  if (count === 0) return
  remark(`WARNING: it lacks ${countText(count)}, whose stored bytes are damaged:`)
  for (const { id, subject, received_at } of mails) remark(`  ${id}  ${received_at}  ${subject}`)
  const more = count - mails.length
  if (more > 0) remark(`  and ${countText(more)} more, ${where}`)
}
