import { createHash } from 'node:crypto'
import { join, relative, resolve } from 'node:path'

/**
 * The length of `sun_path` on macOS, without its zero; Linux has four bytes more. Longer names are cut off silently.
 */
const mostBytes = 103

/**
 * Where the server of a data folder can be reached by commands: a socket in the folder, as an absolute path or
 * one from the working directory; on Windows a named pipe. Null when both paths are too long for a socket.
 */
export function controlPath(dataDir: string): string | null {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(resolve(dataDir).toLowerCase()).digest('hex')
    return `\\\\.\\pipe\\mailstop-${name.slice(0, 32)}`
  }
  const file = controlFile(dataDir)
  return (
    [file, relative(process.cwd(), file)].find((path) => Buffer.byteLength(path) <= mostBytes) ??
    null
  )
}

export const controlFile = (dataDir: string): string => join(resolve(dataDir), 'control.sock')

export const tooLongPath = (dataDir: string): string =>
  `The path of the data folder ${dataDir} is too long for a socket, so that commands cannot reach a running server. Choose a DATA_DIR of at most 90 characters, or stop the server before each command.`
