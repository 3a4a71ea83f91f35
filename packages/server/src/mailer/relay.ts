import { createTransport } from 'nodemailer'
import { oneLine } from '../mime/one-line.ts'
import { compose } from './compose.ts'
import type { Deliver } from './deliver.ts'
import { relayOptions } from './relay-options.ts'

const longestAnswer = 1_000

/**
 * Hands mail to the one relay that the operator names, over a connection of its own. What the relay
 * says, in an error too, leaves here as one short line: it is stored, shown and logged.
 */
export function deliverToRelay(mailUrl: string, mailFrom: string): Deliver {
  const transport = createTransport(relayOptions(mailUrl))
  return async (outgoing) => {
    try {
      const { response } = await transport.sendMail(compose(outgoing, mailFrom))
      return oneLine(response, longestAnswer)
    } catch (error) {
      if (error instanceof Error) error.message = oneLine(error.message, longestAnswer)
      throw error
    }
  }
}
