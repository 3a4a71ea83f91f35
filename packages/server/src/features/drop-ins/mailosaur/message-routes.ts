import { forbidden } from '../../../errors.ts'
import type { DropInInput, DropInReply, DropInTable } from '../../../http/drop-ins/drop-in.ts'
import { createKeptAnswers } from '../../../lib/shares/kept-answers.ts'
import type { MailCriteria } from '../../mails/mails.ts'
import { requireMailId } from '../named-mail.ts'
import type { MailosaurDeps, Servers } from './servers.ts'
import { readCriteria, readListQuery } from './mailosaur-input.ts'
import { json, noContent, ofText } from './mailosaur-replies.ts'
import { message, summary } from './message-view.ts'

/**
 * Milliseconds until a client asks again, the last of them from then on. The client does not say how long it
 * will wait, so its request cannot be held open.
 */
const polling = '100,100,250,250,500'

type MessageDeps = Pick<MailosaurDeps, 'mails' | 'inboxes' | 'now'> & {
  servers: Servers
  urlOf: (path: string) => string
}

export function createMessageRoutes({
  mails,
  inboxes,
  servers,
  urlOf,
  now,
}: MessageDeps): DropInTable {
  const kept = createKeptAnswers()

  /** Criteria of null: all messages. */
  async function list(input: DropInInput, criteria: MailCriteria | null): Promise<DropInReply> {
    const { id: server, inbox, wants } = await servers.named(input)
    const { isOfSent, ...page } = readListQuery(input.query, now())
    // Nothing is sent from here.
    if (isOfSent) return json({ items: [] })
    const request = wants('read_mail')
    const { revision } = await mails.counts.teamCounts(request)
    const asked = JSON.stringify([input.teamId, inbox, revision, criteria, page])
    const body = await kept(asked, async () => {
      const rows = await mails.show.lookUp(request, { criteria, ...page })
      return JSON.stringify({ items: rows.map((row) => summary(row, server)) })
    })
    return ofText(body)
  }

  async function read(input: DropInInput): Promise<DropInReply> {
    const id = requireMailId(input.params['id'])
    const request = input.wants('read_mail')
    const row = await mails.show.requireMail(request, id)
    // JSON escapes some characters; both bodies may be base64 in the source.
    await input.hold(2 * row.size)
    const [server, mail, original] = await Promise.all([
      inboxes.codeOf(request, row.inbox_id),
      mails.show.get(request, id),
      mails.show.description(row),
    ])
    return json(message(mail, original, { server, urlOf }))
  }

  async function remove({ params, wants }: DropInInput): Promise<DropInReply> {
    await mails.change.remove(wants('delete_mail'), requireMailId(params['id']))
    return noContent()
  }

  /** Flagged messages stay, since a user wants to keep them. */
  async function removeAll(input: DropInInput): Promise<DropInReply> {
    const { wants } = await servers.named(input, 'delete_mail')
    const all = { query: { filter: 'all' as const } }
    await mails.change.removeMany(wants('delete_mail'), all, { withFlagged: false })
    return noContent()
  }

  /** Sending to the outside is not offered. */
  async function refuseToSend(input: DropInInput): Promise<never> {
    const { id } = input.params
    if (id === undefined) await servers.named(input)
    else await mails.show.requireMail(input.wants('read_mail'), requireMailId(id))
    throw forbidden('Mail is not sent to the outside by this API.')
  }

  async function find(input: DropInInput): Promise<DropInReply> {
    const reply = await list(input, readCriteria(input.body))
    return { ...reply, headers: { 'x-ms-delay': polling } }
  }

  const small = { maxBodyBytes: 16 * 1024 }
  return {
    'GET /api/messages': ['mail:read', (input) => list(input, null)],
    'POST /api/messages/search': ['mail:read', find, small],
    'GET /api/messages/{id}': ['mail:read', read],
    'DELETE /api/messages/{id}': ['mail:delete', remove, small],
    'DELETE /api/messages': ['mail:delete', removeAll, small],
    'POST /api/messages': ['mail:read', refuseToSend, small],
    'POST /api/messages/{id}/forward': ['mail:read', refuseToSend, small],
    'POST /api/messages/{id}/reply': ['mail:read', refuseToSend, small],
  }
}
