import type { Credentials } from '../load/smtp-session.ts'

/** A mail server under load, as the benches see it. */
export type Target = {
  name: string
  /** Where an accepted mail is when its 250 has been sent. */
  keeps: string
  /** Brings it up with nothing in it. */
  start(): Promise<RunningTarget>
}

export type RunningTarget = {
  pid: number
  smtpPort: number
  credentials: Credentials | null
  /** How many mails it can show; null where it keeps none. */
  countMails: (() => Promise<number>) | null
  stop(): Promise<void>
}
