import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { NotAFile } from '../lib/plain-file.ts'

/**
 * Writes a file that is there whole or not at all, readable by its owner alone: beside its name first, and
 * renamed when it is on disk. A file of that name is replaced, but nothing else: of a device such as /dev/null,
 * root would leave a file.
 */
export async function writeWholeFile(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  const found = await stat(file).catch(() => null)
  if (found && !found.isFile()) throw new NotAFile(file)
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.part`
  let size = 0
  try {
    const handle = await open(unfinished, 'wx', 0o600)
    try {
      for await (const chunk of bytes) {
        // Unlike `write`, it goes on after a write that took only some of the bytes.
        await handle.writeFile(chunk)
        size += chunk.length
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await syncFolder(dirname(file))
  return size
}

/** So that the name, too, outlasts a loss of power. Windows opens no folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
