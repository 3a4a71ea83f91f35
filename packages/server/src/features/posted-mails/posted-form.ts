import { postedMail, validate } from '@mailstop/contract'
import { faultText, readJson } from '../../lib/json/read-json.ts'
import { composeSource } from '../../mailer/compose-source.ts'
import { mostPostedMembers, type Making } from './mail-maker.ts'
import { envelopeOf, mailOf } from './posted-mail-rules.ts'

/** The mail that the JSON of our own API describes. */
export async function posted(json: Uint8Array): Promise<Making> {
  const read = readJson(json, mostPostedMembers)
  const isEmpty = 'fault' in read && read.fault === 'empty'
  if ('fault' in read && !isEmpty) return { refused: 'bad_request', message: faultText(read.fault) }
  const given = 'value' in read ? read.value : {}
  const body = validate(postedMail, given)
  if (!body.ok) return { refused: 'invalid', errors: body.errors }
  return { envelope: envelopeOf(body.data), source: await composeSource(mailOf(body.data)) }
}
