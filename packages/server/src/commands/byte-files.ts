import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { untilAborted } from '../lib/until-aborted.ts'
import { CommandFailure, fail } from './terminal.ts'
import { writeWholeFile } from '../backup/whole-file.ts'

/** The bytes of a file, or of standard input for `-`. */
export async function readInput(file: string): Promise<AsyncIterable<Uint8Array>> {
  if (file === '-') return process.stdin
  try {
    const handle = await open(file)
    if (!(await handle.stat()).isDirectory()) return handle.createReadStream()
    await handle.close()
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`, {
      cause: error,
    })
  }
  throw new CommandFailure(`${file} is a folder: name one file.`)
}

const isOfFile = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && error.syscall !== 'connect'

/** Writes bytes to a file that is there whole or not at all, or to standard output for `-`; returns how many. */
export async function writeOutput(file: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  const untilStopped = stoppedBySignals(bytes)
  if (file !== '-') {
    return writeWholeFile(resolve(file), untilStopped).catch((error: unknown) => {
      throw isOfFile(error)
        ? new CommandFailure(`${file} cannot be written: ${error.message}`, { cause: error })
        : error
    })
  }
  // A reader that has enough hangs up.
  process.stdout.once('error', (error) => fail([`Standard output was closed: ${error.message}`]))
  let size = 0
  for await (const chunk of untilStopped) {
    size += chunk.length
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain')
  }
  return size
}

/** A signal fails what is done with the bytes, so that what is unfinished is removed, and says so. */
export async function* stoppedBySignals(
  bytes: AsyncIterable<Uint8Array>,
  consequence = ' Nothing was written.',
): AsyncGenerator<Uint8Array> {
  const stopping = new AbortController()
  const stop = (name: string) =>
    stopping.abort(new CommandFailure(`Stopped by ${name}.${consequence}`))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    yield* untilAborted(bytes, stopping.signal)
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}
