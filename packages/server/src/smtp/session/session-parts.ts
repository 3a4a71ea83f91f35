import type { SmtpLimits } from '../limits/limits.ts'
import type { Intake, LineIntake } from '../reading/line-intake.ts'
import type { LineReader } from '../reading/line-reader.ts'
import type { Transcript } from '../reading/transcript.ts'
import type { LabTurns } from './lab-turns.ts'
import type { ReplyWriter } from './reply-writer.ts'
import type { SessionFailures } from './session-failures.ts'
import type { LiveSession } from './session-options.ts'
import type { Next } from './session-state.ts'

/** What a part of a session is built on, and how it moves the session. */
export type SessionParts = {
  live: LiveSession
  limits: SmtpLimits
  reader: LineReader
  intake: LineIntake
  transcript: Transcript
  writer: ReplyWriter
  failures: SessionFailures
  turns: LabTurns | null
  say: (reply: string) => null
  respond: (reply: string) => Next | null
  close: (reply: string) => Next
  withoutLine: (line: Exclude<Intake, { kind: 'line' }>) => Next | null
}
