import { shortLines, wholeText } from './dialogue-lines.ts'

/**
 * The SMTP dialogue of a mail as it is stored: 575 bytes become 140, in a few microseconds. zlib with a dictionary
 * leaves 80, and takes ten times as long. The bytes are: the form; the time between the last line and the reply that
 * ends the dialogue; how many different times there are, and one more, or 0 when none is known; for each, the
 * difference to the one before and how many lines have it; the lines. Numbers are varints.
 */
export type Dialogue = {
  transcript: string
  /** Milliseconds since the connection began for each line; null: they are not known. */
  times: number[] | null
}

const form = 1

/** What can be packed before the time of the final reply is known. */
export function packDialogue({ transcript, times }: Dialogue): Uint8Array {
  return Buffer.concat([
    varints(times === null ? [0] : runsOf(times)),
    Buffer.from(shortLines(transcript)),
  ])
}

/**
 * `replyMs`: how long after the last line the final reply left. The bytes have memory of their own: a part of Node's pool
 * would be cloned with the whole pool when the batch is handed to another thread.
 */
export function withFinalReply(packed: Uint8Array, replyMs: number): Uint8Array {
  const begin = [form, ...varints([replyMs])]
  const whole = new Uint8Array(begin.length + packed.length)
  whole.set(begin)
  whole.set(packed, begin.length)
  return whole
}

/** The time of the final reply follows the times of the lines. */
export function unpackDialogue(stored: Uint8Array): Dialogue {
  if (stored[0] !== form) throw new Error('A packed dialogue is of an unknown form')
  let at = 1
  function next(): number {
    const [value, end] = readVarint(stored, at)
    at = end
    return value
  }
  const replyMs = next()
  const count = next()
  const times: number[] = []
  let time = 0
  for (let left = count; left > 1; left -= 1) {
    time += next()
    for (let lines = next(); lines > 0; lines -= 1) times.push(time)
  }
  const transcript = wholeText(Buffer.from(stored.subarray(at)).toString())
  return { transcript, times: count === 0 ? null : [...times, time + replyMs] }
}

function runsOf(times: number[]): number[] {
  const runs: number[] = []
  let last = 0
  for (const time of times) {
    if (runs.length > 0 && time <= last) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1
    else runs.push(Math.max(0, time - last), 1)
    last = Math.max(last, time)
  }
  return [runs.length / 2 + 1, ...runs]
}

/** Seven bits a byte, the lowest first; the eighth says that more follow. */
function varints(numbers: number[]): Buffer {
  const bytes: number[] = []
  for (let rest of numbers) {
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
  }
  return Buffer.from(bytes)
}

function readVarint(bytes: Uint8Array, from: number): [value: number, end: number] {
  let value = 0
  let scale = 1
  for (let at = from; ; at += 1) {
    const byte = bytes[at]
    if (byte === undefined) throw new Error('A packed dialogue is cut')
    value += (byte % 128) * scale
    if (byte < 128) return [value, at + 1]
    scale *= 128
  }
}
