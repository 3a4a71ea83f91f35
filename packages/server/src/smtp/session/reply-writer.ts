import type { SmtpLimits } from '../limits/limits.ts'
import { isDelay, isRefusal, replies } from './replies.ts'
import type { Transcript } from '../reading/transcript.ts'

/** A reply is sent, sent after a delay, or replaced by the last reply of the session. */
export type Fate = 'said' | 'delay' | 'too-many-errors'

export type ReplyWriter = ReturnType<typeof createReplyWriter>

/**
 * Gathers the replies to a pipelined group, so that they go out in one write (RFC 2920 section
 * 3.2), and counts the refusals among them: a client that only makes errors is slowed down, then
 * not answered any more. A stored mail clears the count.
 */
export function createReplyWriter(
  transcript: Transcript,
  limits: Pick<SmtpLimits, 'errorsBeforeDelay' | 'errorsBeforeClose'>,
) {
  let output = ''
  let delayed = ''
  let errors = 0
  let refusal: string | null = null

  function note(reply: string): void {
    // Commands behind a refused MAIL, and DATA without a recipient that was taken, are refused because of it, so the first refusal
    // counts.
    const isConsequence = reply === replies.mailFirst || reply === replies.noRecipients
    if (isConsequence && refusal !== null) return
    if (isRefusal(reply) || isDelay(reply)) refusal = reply
  }

  function say(reply: string): void {
    output += `${reply}\r\n`
    transcript.server(reply)
  }

  return {
    say,
    note,

    respond(reply: string): Fate {
      note(reply)
      if (isRefusal(reply)) errors += 1
      if (isRefusal(reply) && errors > limits.errorsBeforeClose) return 'too-many-errors'
      if (isRefusal(reply) && errors > limits.errorsBeforeDelay) {
        delayed = reply
        return 'delay'
      }
      say(reply)
      return 'said'
    },

    sayDelayed: (): void => say(delayed),

    forgive(): void {
      errors = 0
      refusal = null
    },

    hasRefusal: (): boolean => refusal !== null,

    /** The last refusal, once, and never one from before a stored mail. */
    takeRefusal(): string | null {
      const taken = refusal
      refusal = null
      return taken
    },

    flush(): string {
      const said = output
      output = ''
      return said
    },
  }
}
