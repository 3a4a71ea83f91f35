import { limits } from '@mailstop/contract'
import type { DropInInput, DropInTable } from '../../../http/drop-ins/drop-in.ts'
import { mailMembers } from '../../../lib/json/read-json.ts'
import { parseAddresses } from '../../../mime/headers/addresses.ts'
import { readBody, refused, release } from './mailpit-input.ts'
import { answerSendRefusal, json, ok } from './mailpit-replies.ts'
import type { MailpitDeps, RequestedMails } from './requested-mails.ts'

type SendDeps = Pick<MailpitDeps, 'mails' | 'postedMails' | 'forwarding'> & {
  asked: RequestedMails
}

export function createSendRoutes(deps: SendDeps): DropInTable {
  const { mails, postedMails, forwarding, asked } = deps

  async function send({ body, wants, client }: DropInInput) {
    const { id } = await postedMails.post(wants('import_mail'), {
      envelope: {},
      read: async () => ({ digest: '', form: 'mailpit', json: body }),
      key: undefined,
      login: client.login,
      // The triggers of chaos are of SMTP alone.
      meetsScenario: false,
    })
    return json({ ID: String(id) })
  }

  async function sendOn(input: DropInInput) {
    const { params, body, wants } = input
    const request = wants('forward_mail')
    const id = await asked.idOf(input, params['id'] ?? '')
    await mails.show.requireMail(request, id)
    const { to } = readBody(release, body)
    const addresses = to.map((written) => {
      const [found] = parseAddresses(written, 2)
      if (!found?.address.includes('@')) throw refused(`Invalid email address: ${written}`)
      return found.address
    })
    if (addresses.length === 0) throw refused('No valid addresses found')
    for (const address of new Set(addresses)) await forwarding.forward(request, id, address)
    return ok()
  }

  const ofMail = {
    maxBodyBytes: limits.postedJsonBytes,
    json: mailMembers,
    answerRefusal: answerSendRefusal,
  }
  return {
    'POST /api/v1/send': ['mail:send', send, ofMail],
    'POST /api/v1/message/{id}/release': ['mail:forward', sendOn, { maxBodyBytes: 64 * 1024 }],
  }
}
