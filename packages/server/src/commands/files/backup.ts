import { programCall } from '../../lib/process/program-call.ts'
import { failUsage, remark } from '../terminal.ts'
import { runOne } from '../command-line.ts'
import { readSettings } from '../settings.ts'
import { writeOutput } from './byte-files.ts'

export const run = (words: string[]): Promise<void> =>
  runOne(
    'backup',
    {
      usage: '<file.tar>',
      about:
        'Writes the database, the key and the certificate to a tar file, or to standard output for -.',
      options: {
        'key-only': {
          type: 'boolean',
          about: 'Leaves the database out: for Postgres, beside what pg_dump writes.',
        },
      },
      async run([file = ''], values, call) {
        const keyOnly = values['key-only'] === true
        const { databaseUrl, sources } = readSettings().secrets
        if (databaseUrl !== null && !keyOnly) {
          failUsage([...postgresLines(databaseUrl, file), ...(sources ? bucketLines : [])])
        }
        const size = await writeOutput(file, await call('backup.archive', { keyOnly }))
        const holds = keyOnly ? 'the key' : 'all mail and the key'
        const show = () =>
          remark(
            `Wrote ${file}, ${size} bytes. It holds ${holds} to the SMTP passwords: keep it safe.`,
          )
        return file === '-' ? null : { data: { file, size }, show }
      },
    },
    words,
  )

const bucketLines = [
  'The bytes of the mail are in the bucket of SOURCES_URL. Copy it after that, within a day of the dump, with a tool',
  'that deletes nothing in the copy, such as rclone copy.',
]

function postgresLines(databaseUrl: string, file: string): string[] {
  const url = new URL(databaseUrl)
  url.password = ''
  url.searchParams.delete('password')
  const tar = file === '-' ? 'key.tar' : file
  return [
    'The mail is in Postgres. Make the backup with its own tool, and pack the key beside it:',
    `  pg_dump --format=custom --file=mailstop.dump '${url.href}'`,
    `  ${programCall(`backup --key-only '${tar}'`)}`,
  ]
}
