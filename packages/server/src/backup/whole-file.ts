import { randomBytes } from 'node:crypto'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file that is there whole or not at all, readable by its owner alone: beside its name first, and
 * renamed when it is on disk. A file of that name is replaced, or the one that a link of that name leads to;
 * a device or a pipe is not, which root could replace: "/dev/null" would be a file from then on.
 */
export async function writeWholeFile(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  const file = await replaceable(path)
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

async function replaceable(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  if (found === null) return path
  if (found.isFile()) return realpath(path)
  throw Object.assign(new Error('it is no plain file. For standard output, name -'), {
    syscall: 'open',
  })
}

/** So that the name, too, outlasts a loss of power. Windows opens no folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
