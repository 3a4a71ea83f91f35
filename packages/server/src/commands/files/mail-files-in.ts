import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isOfFile, readReason } from './file-reasons.ts'

export type FoundFile =
  | { path: string; problem: string }
  /** `file` is its name in the folder that was searched, and `seen` what a Maildir says of its mail. */
  | { path: string; file?: string; seen?: { read: boolean; flagged: boolean } }

const isMailFile = /[.](?:eml|mbox|mbx)$/i

/**
 * Yields the file of a path, or the files of a folder that have mail by their names, sorted: all below `cur` and
 * `new` of a Maildir. Links are not followed, and those that may lead to mail have a problem. `passOver` is called for
 * each of the others.
 */
export async function* mailFilesIn(path: string, passOver: () => void): AsyncGenerator<FoundFile> {
  if (path !== '-' && (await isFolder(path)))
    yield* filesBelow({ path, name: '', mailbox: null }, passOver)
  else yield { path }
}

/** `mailbox` is the name of the Maildir whose `cur` or `new` this folder is. */
type Folder = { path: string; name: string; mailbox: string | null }

async function* filesBelow(
  { path, name, mailbox }: Folder,
  passOver: () => void,
): AsyncGenerator<FoundFile> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    if (isOfFile(error)) return `it cannot be read: ${readReason(error)}`
    throw error
  })
  if (typeof entries === 'string') return yield { path, problem: entries }
  const folders = new Set(entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])))
  const isMaildir = folders.has('cur') && folders.has('new')
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const below = { path: join(path, entry.name), name: join(name, entry.name) }
    const isOfMaildir = isMaildir && ['cur', 'new', 'tmp'].includes(entry.name)
    if (entry.isDirectory()) {
      // A program is writing what is in `tmp`.
      if (isOfMaildir && entry.name === 'tmp') continue
      yield* filesBelow({ ...below, mailbox: isOfMaildir ? name : null }, passOver)
    } else if (entry.isSymbolicLink() && (await mayLeadToMail(below.path, mailbox))) {
      yield { path: below.path, problem: 'It is a link, and links are not followed.' }
    } else if (!entry.isFile()) passOver()
    else if (mailbox !== null) yield { path: below.path, ...marked(mailbox, entry.name) }
    else if (isMailFile.test(entry.name)) yield { path: below.path, file: below.name }
    else passOver()
  }
}

const mayLeadToMail = async (path: string, mailbox: string | null) =>
  mailbox !== null || isMailFile.test(path) || (await isFolder(path))

const isFolder = async (path: string) =>
  (await stat(path).catch(() => null))?.isDirectory() === true

/** A program that reads mail moves and renames it: what stands before the flags stays. Windows has no colon in names. */
function marked(mailbox: string, entry: string) {
  const [unique = '', flags = ''] = entry.split(/[:;!]2,/)
  const seen = { read: flags.includes('S'), flagged: flags.includes('F') }
  return { file: join(mailbox, unique), seen }
}
