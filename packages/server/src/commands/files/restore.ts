import { resolve } from 'node:path'
import { programCall, shellWord } from '../../lib/process/program-call.ts'
import { BadArchive } from '../../backup/archive-reader.ts'
import { restore } from '../../backup/restore.ts'
import { readInput, stoppedBySignals } from './byte-files.ts'
import { runOne } from '../command-line.ts'
import { isOfFile, writeReason } from './file-reasons.ts'
import { CommandFailure, failUsage, print } from '../terminal.ts'

export const run = (words: string[]): Promise<void> =>
  runOne(
    'restore',
    {
      usage: '<file.tar>',
      about:
        'Makes a data folder of a backup; - is standard input. A damaged backup leaves nothing.',
      options: {
        into: {
          type: 'string',
          value: 'folder',
          about: 'A folder that is empty or does not exist.',
        },
      },
      async run([file = ''], { into }) {
        if (typeof into !== 'string') failUsage(['Say where to: --into <folder>'])
        const folder = resolve(into)
        const bytes = await readInput(file)
        const manifest = await restore(stoppedBySignals(bytes), folder).catch((error: unknown) => {
          if (isOfFile(error)) {
            throw new CommandFailure(
              `${folder} cannot be written: ${writeReason(error)}. Nothing was restored.`,
              { cause: error },
            )
          }
          if (!(error instanceof BadArchive)) throw error
          throw new CommandFailure(
            `${file} cannot be restored: ${error.message}. Nothing was written.`,
          )
        })
        const show = () => {
          print(`Restored the backup of ${manifest.made_at} into ${folder}.`)
          print(
            `Start Mailstop with DATA_DIR=${folder}, or with ${programCall(`--data ${shellWord(folder)}`)}; add --open if the backup is of open mode`,
          )
        }
        return { data: { folder, ...manifest }, show }
      },
    },
    words,
  )
