import { once } from 'node:events'
import { fstatSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CutOff } from '../../control/control-client.ts'
import { isOfFile, readReason, writeReason } from './file-reasons.ts'
import { untilAborted } from '../../lib/until-aborted.ts'
import { CommandFailure, fail } from '../terminal.ts'
import { writeWholeFile } from '../../backup/whole-file.ts'

/** The bytes of a file, or of standard input for `-`. */
export async function readInput(file: string): Promise<AsyncIterable<Uint8Array>> {
  const name = file === '-' ? 'Standard input' : file
  const cannotBeRead = (error: unknown) =>
    isOfFile(error)
      ? new CommandFailure(`${name} cannot be read: ${readReason(error)}.`, { cause: error })
      : error
  let bytes: AsyncIterable<Uint8Array>
  try {
    const handle = file === '-' ? null : await open(file)
    // Node reads a folder as standard input as if it were empty.
    const found = handle ? await handle.stat() : fstatSync(0)
    if (found.isDirectory()) throw new CommandFailure(`${name} is a folder: name one file.`)
    bytes = handle ? handle.createReadStream() : process.stdin
  } catch (error) {
    throw cannotBeRead(error)
  }
  return (async function* () {
    try {
      yield* bytes
    } catch (error) {
      throw cannotBeRead(error)
    }
  })()
}

/** Writes bytes to a file that is there whole or not at all, or to standard output for `-`; returns how many. */
export async function writeOutput(file: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  const untilStopped = stoppedBySignals(bytes)
  if (file !== '-') {
    return writeWholeFile(resolve(file), untilStopped).catch((error: unknown) => {
      if (error instanceof CutOff) {
        throw new CommandFailure(`${error.message} ${file} was not written.`, { cause: error })
      }
      if (!isOfFile(error)) throw error
      throw new CommandFailure(`${file} cannot be written: ${writeReason(error)}.`, {
        cause: error,
      })
    })
  }
  process.stdout.once('error', (error) =>
    fail([`Standard output cannot be written: ${writeReason(error)}.`]),
  )
  let size = 0
  for await (const chunk of untilStopped) {
    size += chunk.length
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain')
  }
  return size
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Notes a signal that comes while nothing is read, so that what is under way ends first. */
export function signalNoted() {
  const noted: { name: string | null; forget: () => void } = { name: null, forget }
  const note = (name: string) => void (noted.name = name)
  function forget() {
    for (const name of signals) process.off(name, note)
  }
  for (const name of signals) process.once(name, note)
  return noted
}

/** A signal fails what is done with the bytes, so that what is unfinished is removed, and says so. */
export async function* stoppedBySignals(
  bytes: AsyncIterable<Uint8Array>,
  consequence = ' Nothing was written.',
): AsyncGenerator<Uint8Array> {
  const stopping = new AbortController()
  const stop = (name: string) =>
    stopping.abort(new CommandFailure(`Stopped by ${name}.${consequence}`))
  for (const name of signals) process.once(name, stop)
  try {
    yield* untilAborted(bytes, stopping.signal)
  } finally {
    for (const name of signals) process.off(name, stop)
  }
}
