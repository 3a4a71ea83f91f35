import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'

/** The file is too large to be meant. */
export class FileTooLarge extends Error {
  constructor(path: string, mostBytes: number) {
    super(`${path} is larger than ${mostBytes} bytes`)
  }
}

/** A folder, a pipe, a socket or a device. */
export class NotAFile extends Error {
  constructor(path: string) {
    super(`${path} is not a file`)
  }
}

/**
 * Reads a small text file whose path an operator chose. Opening a pipe would wait for its other end for
 * ever, and a device may have no end: neither is read.
 */
export function readPlainFile(path: string, mostBytes: number): string {
  const file = openSync(path, constants.O_RDONLY | nonBlocking)
  try {
    if (!fstatSync(file).isFile()) throw new NotAFile(path)
    // Reads without asking for the size, which files below /proc do not have.
    const bytes = Buffer.alloc(mostBytes + 1)
    let length = 0
    for (let count = -1; count !== 0; length += count) {
      count = readSync(file, bytes, length, bytes.length - length, null)
    }
    if (length > mostBytes) throw new FileTooLarge(path, mostBytes)
    return bytes.toString('utf8', 0, length)
  } finally {
    closeSync(file)
  }
}

/** Absent on Windows, where opening a file never waits. */
const nonBlocking: number = constants.O_NONBLOCK ?? 0

/** Writes the whole file or none of it, readable by its owner alone. What a killed process left unfinished goes. */
export function writeSecretFile(path: string, text: string): void {
  const unfinished = `${path}.new`
  rmSync(unfinished, { force: true })
  writeFileSync(unfinished, text, { flag: 'wx', mode: 0o600, flush: true })
  renameSync(unfinished, path)
}
