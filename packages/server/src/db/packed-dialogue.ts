import { deflateRawSync, inflateRawSync } from 'node:zlib'

/**
 * The SMTP dialogue of a mail as it is stored. Most of its lines are the same in all dialogues, so they are deflated
 * with a dictionary of these: 550 bytes become 80, in 10 microseconds. Bytes: the form; the time between the
 * last line and the reply that ends the dialogue, as a varint; the rest deflated: how many times there are, the
 * difference of each to the one before, as varints, and the text.
 */
export type Dialogue = {
  transcript: string
  /** Milliseconds since the connection began for each line; null: they are not known. */
  times: number[] | null
}

const form = 1

/** Stored dialogues are read with it: a change needs another `form`. The last lines are the cheapest to refer to. */
const dictionary = Buffer.from(
  [
    'S: 220 mailstop.example ESMTP Mailstop',
    'C: HELO [127.0.0.1]',
    'S: 250-localhost',
    'C: EHLO localhost',
    'S: 250-PIPELINING',
    'S: 250-SIZE 26214400',
    'S: 250-8BITMIME',
    'S: 250-SMTPUTF8',
    'S: 250-ENHANCEDSTATUSCODES',
    'S: 250-CHUNKING',
    'S: 250-DSN',
    'S: 250-AUTH PLAIN LOGIN',
    'S: 250-STARTTLS',
    'S: 250 HELP',
    'C: STARTTLS',
    'S: 220 2.0.0 Ready to start TLS',
    'C: AUTH LOGIN',
    'S: 334 VXNlcm5hbWU6',
    'C: ***',
    'S: 334 UGFzc3dvcmQ6',
    'C: AUTH PLAIN ***',
    'S: 235 2.7.0 Authentication succeeded',
    'C: MAIL FROM:<no-reply@example.com> SIZE= BODY=8BITMIME',
    'S: 250 2.1.0 Sender ok',
    'C: RCPT TO:<.com>',
    'S: 250 2.1.5 Recipient ok',
    'C: BDAT LAST',
    'C: DATA',
    'S: 354 End data with <CR><LF>.<CR><LF>',
    'C: ( bytes of content)\n',
  ].join('\n'),
)
/** The memory that zlib prepares is most of the work: so little suffices for a dialogue. */
const options = { dictionary, level: 9, windowBits: 11, memLevel: 1 }

/** What can be packed before the time of the final reply is known. */
export function packDialogue({ transcript, times }: Dialogue): Uint8Array {
  const numbers = times === null ? [0] : [times.length + 1, ...differences(times)]
  return deflateRawSync(Buffer.concat([varints(numbers), Buffer.from(transcript)]), options)
}

/** `replyMs`: how long after the last line the final reply left. */
export function withFinalReply(packed: Uint8Array, replyMs: number): Uint8Array {
  return Buffer.concat([Buffer.of(form), varints([replyMs]), packed])
}

/** With the time of the final reply behind those of the lines. */
export function unpackDialogue(stored: Uint8Array): Dialogue {
  if (stored[0] !== form) throw new Error('A packed dialogue is of an unknown form')
  const [replyMs, at] = readVarint(stored, 1)
  const unpacked = inflateRawSync(stored.subarray(at), { dictionary })
  let [count, from] = readVarint(unpacked, 0)
  const known = count > 0
  const times: number[] = []
  for (; count > 1; count -= 1) {
    const [difference, next] = readVarint(unpacked, from)
    times.push((times.at(-1) ?? 0) + difference)
    from = next
  }
  if (known) times.push((times.at(-1) ?? 0) + replyMs)
  return {
    transcript: unpacked.subarray(from).toString(),
    times: known ? times : null,
  }
}

const differences = (times: number[]) =>
  times.map((time, index) => Math.max(0, time - (times[index - 1] ?? 0)))

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
