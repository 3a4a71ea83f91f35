import type { IncomingMessage } from 'node:http'
import { Refusal } from '../errors.ts'
import { fewMembers, readJson } from '../lib/json/read-json.ts'
import type { Bytes } from './operation.ts'

const mostInputBytes = 64 * 1024
const lineFeed = 10

/**
 * Reads a request to the control socket: a line of JSON, and what follows it as it comes. The line is
 * bounded in size and has to come within `withinMs`.
 */
export async function readRequest(
  request: IncomingMessage,
  withinMs: number,
): Promise<{ input: unknown; upload: Bytes }> {
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  const late = setTimeout(() => request.destroy(), withinMs)
  let read = Buffer.alloc(0)
  try {
    while (!read.includes(lineFeed)) {
      if (read.length > mostInputBytes) throw new Refusal('too_large')
      const { done, value } = await chunks.next()
      if (done) throw new Refusal('bad_request')
      read = Buffer.concat([read, value])
    }
  } finally {
    clearTimeout(late)
  }
  const end = read.indexOf(lineFeed)
  if (end > mostInputBytes) throw new Refusal('too_large')
  return { input: parsed(read.subarray(0, end)), upload: rest(read.subarray(end + 1), chunks) }
}

/** Drops what still comes of a request, for `withinMs` at most. */
export async function readToEnd(request: IncomingMessage, withinMs: number): Promise<void> {
  const late = setTimeout(() => request.destroy(), withinMs)
  try {
    const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
    while ((await chunks.next()).done !== true);
  } catch {
    // The caller is gone.
  } finally {
    clearTimeout(late)
  }
}

function parsed(line: Buffer): unknown {
  const read = readJson(line, fewMembers)
  if ('fault' in read) throw new Refusal('bad_request')
  return read.value
}

async function* rest(first: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first
  for (;;) {
    const { done, value } = await chunks.next()
    if (done) return
    yield value
  }
}
