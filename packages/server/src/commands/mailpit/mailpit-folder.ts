import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Where images of Mailpit have their volume, and ours. */
const volume = '/data'

/**
 * The folder in which mail is kept, or null where it is temporary, as Mailpit keeps none without a database. `named` is
 * the folder of MP_DATABASE, and `own` that of DATA_DIR, which our image sets to a volume that may be nobody's.
 */
export function keptFolder(named: string | undefined, own: string | undefined): string | null {
  if (named !== undefined) return resolve(named)
  const folder = own?.trim() || volume
  if (resolve(folder) !== volume) return folder
  return isMounted(volume) && isWritable(volume) ? volume : null
}

export const isMountedInVain = (): boolean => isMounted(volume) && !isWritable(volume)

/**
 * Whether somebody mounted a folder there. A volume that a container engine made by itself, which is named by 64
 * hexadecimal digits, is lost with the container.
 */
export function isMounted(folder: string, table = mountTable()): boolean {
  const mounts = table.split('\n').map((line) => line.split(' '))
  return mounts.some(([, , , root = '', at]) => at === folder && !anonymous.test(root))
}

const anonymous = /\/[0-9a-f]{64}\/_data$/

/** See proc_pid_mountinfo(5); other systems have none. */
function mountTable(): string {
  const file = '/proc/self/mountinfo'
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
