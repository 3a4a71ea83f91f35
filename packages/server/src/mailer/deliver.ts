import type { OutgoingMail } from './outgoing-mail.ts'

/** Hands one mail on and gives the answer to that, on one short line; throws when it was not taken. */
export type Deliver = (outgoing: {
  /** The same at every attempt; the Message-ID is made of it. */
  id: string
  createdAt: number
  mail: OutgoingMail
}) => Promise<string>
