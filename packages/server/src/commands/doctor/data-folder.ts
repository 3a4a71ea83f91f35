import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { startFailure } from '../../config/start-failure.ts'
import { judgeRights, judgeRoom, judgeWrites } from './doctor-rules.ts'
import { broken, well, type Finding } from './finding.ts'

const writes = 9
const bytesOfWrite = 65_536
const diskCodes: unknown[] = ['ENOSPC', 'EROFS']

/** Whether the folder can be used, by its rights, its room and its speed. Nothing stays in it. */
export async function checkDataFolder(dataDir: string): Promise<Finding[]> {
  const check = 'data folder'
  try {
    const isThere = existsSync(dataDir)
    const folder = isThere ? dataDir : nearestFolder(dataDir)
    if (!statSync(folder).isDirectory()) {
      return [broken(check, `${folder} is no folder`, 'Set DATA_DIR to a folder.')]
    }
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const { bavail, bsize } = await statfs(folder)
    const room = judgeRoom(bavail * bsize)
    const speed = judgeWrites(await timesOfWrites(folder))
    if (!isThere) return [well(check, `${dataDir} is made by the first start`), room, speed]
    const { mode, uid } = statSync(dataDir)
    const rights = judgeRights(dataDir, { mode, isOwn: uid === (process.getuid?.() ?? uid) })
    return [well(check, dataDir), rights, room, speed]
  } catch (error) {
    const text = `${dataDir} cannot be used: ${startFailure(error)[0]}`
    const usual = 'Set DATA_DIR to a folder in which this user may make files.'
    return [broken(check, text, diskAdvice(error) ?? usual)]
  }
}

/** Whether scheduled backups can be written, which is otherwise seen when the first one fails. */
export async function checkBackups(schedule: { folder: string } | null): Promise<Finding[]> {
  if (!schedule) return []
  const { folder } = schedule
  const check = 'backups'
  const advice = 'Set BACKUP_DIR to a folder in which the user of the service may make files.'
  try {
    const isThere = existsSync(folder)
    const nearest = isThere ? folder : nearestFolder(folder)
    if (!statSync(nearest).isDirectory()) return [broken(check, `${nearest} is no folder`, advice)]
    await rmdir(await mkdtemp(join(nearest, 'doctor-')))
    return [well(check, isThere ? folder : `${folder} is made by the first backup`)]
  } catch (error) {
    const text = startFailure(error)[0]
    return [broken(check, `no file can be made in ${folder}: ${text}`, advice)]
  }
}

/** What to do about a disk that is full or read-only: another folder of it is no better. */
function diskAdvice(error: unknown): string | undefined {
  const isOfDisk = error instanceof Error && 'code' in error && diskCodes.includes(error.code)
  return isOfDisk ? startFailure(error)[1] : undefined
}

/** Where the folder would be made. */
function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path))
}

async function timesOfWrites(folder: string): Promise<number[]> {
  const path = join(folder, `doctor-${randomBytes(6).toString('hex')}`)
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    // Such as below /proc, where the rights say otherwise.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error(`no file can be made in ${folder}.`)
    }
    throw error
  })
  try {
    const times: number[] = []
    for (let count = 0; count < writes; count += 1) {
      const begun = performance.now()
      await file.write(Buffer.alloc(bytesOfWrite, 'x'))
      await file.datasync()
      times.push(performance.now() - begun)
    }
    return times
  } finally {
    await file.close()
    await rm(path)
  }
}
