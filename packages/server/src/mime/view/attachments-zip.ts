import { Zip, ZipPassThrough } from 'fflate'
import { asBuffer } from '../text/charsets.ts'
import { readContents } from '../parts/contents.ts'
import { readFile } from './view.ts'
import { readRoot } from '../parts/parts.ts'
import { structureLimits } from '../parts/walk-budget.ts'
import { createZipNames } from './zip-names.ts'

/**
 * All files of a mail in a zip archive. They are stored, not compressed: most formats are compressed
 * already, and so the archive is hardly larger than the mail, whatever the mail holds.
 */
export async function zipAttachments(bytes: Uint8Array): Promise<Uint8Array> {
  const mail = readRoot(asBuffer(bytes), structureLimits.headerBytes)
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const nameFor = createZipNames()
  for (const [index, file] of readContents(mail).files.entries()) {
    const { filename, read } = readFile(mail.source, file, index + 1)
    const entry = new ZipPassThrough(nameFor(filename))
    // The same archive each time, whatever the clock and its time zone.
    entry.mtime = new Date(1980, 0, 1)
    zip.add(entry)
    entry.push(read(), true)
  }
  zip.end()
  return joined(chunks)
}

/** Copies into memory of its own, which can be moved to another thread. */
function joined(chunks: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((bytes, chunk) => bytes + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
