import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Parser, type ReadEntry } from 'tar'
import type { Manifest } from './manifest.ts'
import { mostBytes } from './manifest.ts'

/** The archive cannot be used; the message says why. */
export class BadArchive extends Error {}

type Unpacked = Map<string, Manifest['files'][number]>

/**
 * Writes the files of an archive to an empty folder, and returns the sizes and hashes that they have. An archive
 * may come from anywhere: only the names of a backup are taken, each once, as plain files of bounded sizes, so
 * nothing is written outside the folder, and no link is made.
 */
export async function unpack(bytes: AsyncIterable<Uint8Array>, folder: string): Promise<Unpacked> {
  const files: Unpacked = new Map()
  const seen = new Set<string>()
  let fault: Error | undefined
  const note = (error: Error) => void (fault ??= error)
  const parser = new Parser({
    strict: true,
    // Tar entries with long names need more than this; a backup has none.
    maxMetaEntrySize: 4_096,
    // A backup is not compressed, and a few kilobytes of these become gigabytes in one step. What gzip makes
    // of a chunk is bounded.
    zstd: false,
    brotli: false,
    onReadEntry(entry) {
      const refusal = fault ? fault.message : refusalOf(entry, seen, folder)
      seen.add(entry.path)
      if (refusal === null) writeEntry(entry, folder, files, note)
      else {
        note(new BadArchive(refusal))
        entry.resume()
      }
    },
  })
  const ended = new Promise<void>((resolve) => parser.once('end', resolve))
  const failed = new Promise<void>((resolve) => {
    parser.on('error', (error: Error) => {
      note(new BadArchive(`it is no whole tar file: ${error.message}`))
      resolve()
    })
  })
  for await (const chunk of bytes) {
    // Entries are written as they are read, so the parser holds nothing back.
    parser.write(chunk)
    if (fault) throw fault
  }
  parser.end()
  await Promise.race([ended, failed])
  if (fault) throw fault
  return files
}

function refusalOf(entry: ReadEntry, seen: ReadonlySet<string>, folder: string): string | null {
  const { path, type, size } = entry
  const shown = JSON.stringify(path.slice(0, 100))
  const most = Object.hasOwn(mostBytes, path) ? mostBytes[path] : undefined
  if (most === undefined) return `it holds ${shown}, which no backup has`
  if (type !== 'File') return `${shown} is no plain file in it`
  if (seen.has(path)) return `it holds ${shown} twice`
  if (size > most) return `${shown} is too large in it`
  const { bavail, bsize } = statfsSync(folder)
  if (size > bavail * bsize) return `the disk has no room for the ${size} bytes of ${shown}`
  return null
}

/** Writes synchronously, chunk by chunk: nothing else goes on in a process that restores. */
function writeEntry(
  entry: ReadEntry,
  folder: string,
  files: Unpacked,
  note: (error: Error) => void,
): void {
  const name = entry.path
  const hash = createHash('sha256')
  let size = 0
  const file = openSync(join(folder, name), 'wx', 0o600)
  entry.on('data', (chunk: Buffer) => {
    try {
      hash.update(chunk)
      for (let at = 0; at < chunk.length;) at += writeSync(file, chunk, at)
      size += chunk.length
    } catch (error) {
      note(error instanceof Error ? error : new Error(String(error)))
    }
  })
  entry.on('end', () => {
    fsyncSync(file)
    closeSync(file)
    files.set(name, { name, size, sha256: hash.digest('hex') })
  })
}
