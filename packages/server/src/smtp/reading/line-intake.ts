import type { Buffer } from 'node:buffer'
import type { SmtpLimits } from '../limits/limits.ts'
import type { LineReader } from './line-reader.ts'
import { replies } from '../session/replies.ts'

/** After `refused` the session goes on; `last` ends it. */
export type Intake =
  | { kind: 'line'; bytes: Buffer }
  | { kind: 'refused' | 'last'; reply: string }
  | null

export type LineIntake = ReturnType<typeof createLineIntake>

/** Takes lines within their limits, and counts them. Returns null while none is complete. */
export function createLineIntake(
  reader: LineReader,
  limits: Pick<
    SmtpLimits,
    'commandLineBytes' | 'authLineBytes' | 'discardLineBytes' | 'linesPerMail'
  >,
) {
  let count = 0
  let sinceMail = 0

  function take(limitFor: (start: Buffer) => number, tooLong: string): Intake {
    const line = reader.next(limitFor)
    if (!line) {
      return reader.skipped() > limits.discardLineBytes ? { kind: 'last', reply: tooLong } : null
    }
    count += 1
    sinceMail += 1
    if (sinceMail > limits.linesPerMail) return { kind: 'last', reply: replies.tooManyLines }
    switch (line.kind) {
      case 'line':
        return line
      case 'too-long':
        return { kind: 'refused', reply: tooLong }
      case 'bare-lf':
        return { kind: 'refused', reply: replies.bareLineFeed }
    }
  }

  /** A command with an initial response is as long as one (RFC 4954 section 4). */
  function commandLimit(start: Buffer): number {
    const isAuth = start.length > 4 && start.toString('latin1', 0, 5).toUpperCase() === 'AUTH '
    return isAuth ? limits.authLineBytes : limits.commandLineBytes
  }

  return {
    command: (): Intake => take(commandLimit, replies.lineTooLong),

    /** The client's answer to a challenge. */
    authAnswer: (): Intake => take(() => limits.authLineBytes, replies.authLineTooLong),

    /** A mail was stored: a client that sends mail may continue. */
    forgive(): void {
      sinceMail = 0
    },

    count: (): number => count,
  }
}
