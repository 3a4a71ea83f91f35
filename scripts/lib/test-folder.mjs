import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The free memory that is needed. The tests have a few hundred megabytes of files at a time. */
const leastBytes = 4 * 2 ** 30
const memoryFolder = '/dev/shm'

/**
 * A folder for the files of a run of tests: in memory where there is room, since every database
 * flushes its file at each commit and would wait for the disk. What a disk does when the power fails
 * is shown by `npm run test:soak -- power`.
 */
export async function makeTestFolder() {
  const folder = await mkdtemp(
    join((await hasRoomInMemory()) ? memoryFolder : tmpdir(), 'mailstop-'),
  )
  // Postgres and some tests run as other users.
  await chmod(folder, 0o1777)
  return folder
}

async function hasRoomInMemory() {
  const disk = await statfs(memoryFolder).catch(() => undefined)
  if (!disk || disk.bavail * disk.bsize < leastBytes) return false
  return process.availableMemory() > 2 * leastBytes
}
