import { randomBytes } from 'node:crypto'
import { lstat, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'

/** A process that writes touches its file, also while it waits for the copy of a large store. */
const touchMs = 60_000
const leftMs = 60 * 60_000

/**
 * Writes a file that is there whole or not at all, readable by its owner alone: beside its name first, and
 * renamed when it is on disk. A file of that name is replaced, or the one that a link of that name leads to;
 * a device or a pipe is not, which root could replace: "/dev/null" would be a file from then on. What a process left
 * that was killed while it wrote is removed by the next.
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
    const touch = () => void handle.utimes(new Date(), new Date()).catch(() => {})
    const touching = setInterval(touch, touchMs).unref()
    try {
      await removeLeft(file)
      for await (const chunk of bytes) {
        // Unlike `write`, it goes on after a write that took only some of the bytes.
        await handle.writeFile(chunk)
        size += chunk.length
      }
      await handle.sync()
    } finally {
      clearInterval(touching)
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

const unfinishedName = /\.[\da-f]{8}\.part$/
const kindOf = (name: string) => extname(name) || name

/**
 * Removes files of the same kind that killed processes left. The name of a backup often has its time, so it differs
 * from this file's. No file that is being written is removed: a process that is at work touches its file.
 */
async function removeLeft(file: string): Promise<void> {
  const folder = dirname(file)
  const all = await readdir(folder).catch(() => [])
  const names = all.filter((name) => {
    const whole = name.replace(unfinishedName, '')
    return whole !== name && kindOf(whole) === kindOf(basename(file))
  })
  for (const path of names.map((name) => join(folder, name))) {
    const found = await lstat(path).catch(() => null)
    if (!found?.isFile() || Date.now() - found.mtimeMs < leftMs) continue
    // The file may be another user's, which does not stop the new one from being written.
    await rm(path, { force: true }).catch(() => {})
  }
}

async function replaceable(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  if (found === null) return path
  if (found.isFile()) return realpath(path)
  throw Object.assign(new Error('it is no plain file. For standard output, name -'), {
    syscall: 'open',
  })
}

/** Flushes the folder, so that the name, too, outlasts a loss of power. Windows opens no folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
