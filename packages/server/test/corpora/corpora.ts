import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Real and torture mails to test against: the corpora of MAILSTOP_CORPORA, or else the ones beside the checkout, and
 * always the project's own. Where a corpus says how it reads a mail, in a JSON file beside it, that is `expected`.
 */
export type CorpusMail = { name: string; bytes: Uint8Array; expected?: unknown }

export function corpusMails(): CorpusMail[] {
  return [...readFolder(ownMails, 'own'), ...(corpora === null ? [] : readFolder(corpora, ''))]
}

export function hasCorpora(): boolean {
  return corpora !== null
}

const ownMails = join(import.meta.dirname, '../fixtures/mails')
// oxlint-disable-next-line no-process-env -- names test material, not configuration of the server
const named = process.env['MAILSTOP_CORPORA']
const beside = named ?? join(import.meta.dirname, '../../../../../shared/corpora')
const corpora = existsSync(beside) ? beside : null

function readFolder(folder: string, prefix: string): CorpusMail[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.eml'))
    .toSorted()
    .map((path) => {
      const json = join(folder, path.replace(/\.eml$/, '.json'))
      const expected: unknown = existsSync(json)
        ? JSON.parse(readFileSync(json, 'utf8'))
        : undefined
      return {
        name: join(prefix, path).replaceAll('\\', '/'),
        bytes: new Uint8Array(readFileSync(join(folder, path))),
        ...(expected !== undefined && { expected }),
      }
    })
}
