import type { SmtpLimits } from './limits.ts'
import { replies } from '../session/replies.ts'
import type { Progress } from '../session/session-state.ts'

/** What a connection waits for: `chunk`, that its client sends; `drain`, that it reads replies; `budget`, that memory is free. */
export type Waiting =
  | 'chunk'
  | 'drain'
  | 'budget'
  | 'answer'
  | 'pause'
  | 'handshake'
  | 'closing'
  | 'closed'

/** `answer`: our own part took too long. `gone`: the client is gone. */
export type Late = 'answer' | 'gone' | { reply: string } | null

/** A process that looks at its deadlines so late, once a second being usual, was stopped, or its machine was. */
const stoodStillMs = 5_000

/**
 * How long a connection may take for what it is doing. Deadlines are absolute: bytes that complete
 * nothing move none of them. A mail's content has a deadline as a whole and a least speed; time in
 * which the server itself makes the client wait does not count.
 */
export function createDeadlines(limits: SmtpLimits, openedAt: number) {
  let lines = 0
  let command = openedAt + limits.commandMs
  /** The deadline for anything that is not the client's dialogue: a handshake, an answer of ours, the last reply. */
  let other = Infinity
  let content: {
    mail: number
    until: number
    startedRead: number
    mark: { at: number; read: number }
  } | null = null
  let checkedAt = openedAt

  function tooSlow(now: number, { contentRead }: Progress): boolean {
    if (!content || contentRead - content.startedRead <= limits.rateFreeBytes) return false
    const elapsed = now - content.mark.at
    if (elapsed < limits.rateWindowMs) return false
    const rate = ((contentRead - content.mark.read) * 1_000) / elapsed
    content.mark = { at: now, read: contentRead }
    return rate < limits.dataBytesPerSecond
  }

  return {
    /** A read line or the beginning or end of a mail moves the deadline. */
    progress({ lines: read, mailsBegun, receiving, contentRead }: Progress, now: number): void {
      const isOver = content !== null && !(receiving && content.mail === mailsBegun)
      if (isOver) content = null
      if (isOver || read !== lines) {
        lines = read
        command = now + limits.commandMs
      }
      if (!receiving) return
      content ??= {
        mail: mailsBegun,
        until: now + limits.dataMs,
        startedRead: contentRead,
        mark: { at: now, read: contentRead },
      }
    },

    handshake: (now: number): void => void (other = now + limits.tlsHandshakeMs),
    linger: (now: number): void => void (other = now + limits.lingerMs),

    /** The server's turn, for example with a complete mail: the next bytes do not count. */
    answer(now: number): void {
      content = null
      checkedAt = now
      other = now + limits.answerMs
    },

    /** The client's turn again. */
    answered(now: number): void {
      command = now + limits.commandMs
    },

    late(now: number, progress: Progress, waiting: Waiting): Late {
      const sinceCheck = now - checkedAt
      checkedAt = now
      switch (waiting) {
        case 'handshake':
        case 'closing':
          return now > other ? 'gone' : null
        case 'answer':
          // A process that stood still has not heard its own answer yet, which may be that the mail is stored.
          if (sinceCheck > stoodStillMs) other += sinceCheck
          return now > other ? 'answer' : null
        case 'pause':
        case 'budget':
          if (content) {
            content.until += sinceCheck
            content.mark = { at: now, read: progress.contentRead }
          }
          return null
        case 'chunk':
          if (!content) return now > command ? { reply: replies.idle } : null
          if (now > content.until) return { reply: replies.dataTimeout }
          return tooSlow(now, progress) ? { reply: replies.dataTooSlow } : null
        case 'drain':
          return now > command ? 'gone' : null
        case 'closed':
          return null
      }
    },
  }
}
