import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from '../account.ts'

const execute = promisify(execFile)
const fill = resolve(import.meta.dirname, '../../../../bench/src/fill.ts')

/** The owner of the team that `npm run bench:fill` fills. */
export const filler: Account = {
  name: 'Bench',
  email: 'bench@bench.example',
  password: 'bench bench bench',
}

/** A data folder with an inbox of `mails` varied mails; each subject ends with its number, from 0. */
export async function fillFolder(mails: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailstop-filled-'))
  await execute(process.execPath, [fill, '--data-dir', folder, '--mails', String(mails)])
  return folder
}
