import { createTransport } from 'nodemailer'
import { compose } from './compose.ts'
import type { Deliver } from './deliver.ts'
import { relayOptions } from './relay-options.ts'

/** Hands mail to the one relay that the operator names, over a connection of its own. */
export function deliverToRelay(mailUrl: string, mailFrom: string): Deliver {
  const transport = createTransport(relayOptions(mailUrl))
  return async (outgoing) => (await transport.sendMail(compose(outgoing, mailFrom))).response
}
