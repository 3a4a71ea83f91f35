import { once } from 'node:events'
import { resolve } from 'node:path'
import { writeWholeFile } from '../backup/whole-file.ts'

/** Writes bytes to a file that is there whole or not at all, or to standard output for `-`; returns how many. */
export async function writeOutput(file: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  const untilStopped = stoppedBySignals(bytes)
  if (file !== '-') return writeWholeFile(resolve(file), untilStopped)
  let size = 0
  for await (const chunk of untilStopped) {
    size += chunk.length
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain')
  }
  return size
}

/** A signal fails the writing, so that what is unfinished is removed. */
async function* stoppedBySignals(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let signal: string | undefined
  const note = (name: string) => void (signal ??= name)
  process.once('SIGINT', note).once('SIGTERM', note)
  try {
    for await (const chunk of bytes) {
      if (signal !== undefined) throw new Error(`Stopped by ${signal}. Nothing was written.`)
      yield chunk
    }
  } finally {
    process.off('SIGINT', note).off('SIGTERM', note)
  }
}
