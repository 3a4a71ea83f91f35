import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Where images of Mailpit have their volume, and ours. */
const volume = '/data'

/**
 * The folder in which mail is kept, or null where it is temporary, as Mailpit keeps none without a database. `named` is
 * the folder of MP_DATABASE, and `own` that of DATA_DIR, which our image sets to a volume that may be nobody's. Files of
 * others name folders that only root may write: a start that failed there would break what worked with Mailpit.
 */
export function keptFolder(named: string | undefined, own: string | undefined): string | null {
  if (named !== undefined) return canBeWritten(resolve(named)) ? resolve(named) : null
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

/** Whether it is writable, or can be made. */
const canBeWritten = (folder: string): boolean =>
  existsSync(folder)
    ? statSync(folder).isDirectory() && isWritable(folder)
    : canBeWritten(dirname(folder))

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
