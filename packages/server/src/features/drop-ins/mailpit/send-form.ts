import { Refusal } from '../../../errors.ts'
import { mailMembers } from '../../../lib/json/read-json.ts'
import { composeSource } from '../../../mailer/compose-source.ts'
import type { Making } from '../../posted-mails/posted-mails.ts'
import { readBody, sentMail } from './mailpit-input.ts'
import { envelopeOf, mailOf, requireSendable } from './send-rules.ts'

/** The mail that the JSON of Mailpit's call describes. */
export async function mailpit(json: Uint8Array): Promise<Making> {
  try {
    const mail = readBody(sentMail, json, mailMembers)
    requireSendable(mail)
    return { envelope: envelopeOf(mail), source: await composeSource(mailOf(mail)) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refused: 'invalid', message: error.message }
  }
}
