import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startFailure } from '../../config/start-failure.ts'
import { nearestFolder } from './data-folder.ts'
import { broken, well, type Finding } from './finding.ts'

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
