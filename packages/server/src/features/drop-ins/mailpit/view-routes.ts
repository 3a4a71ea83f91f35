import type { DropInInput, DropInReply, DropInTable } from '../../../http/drop-ins/drop-in.ts'
import { Refusal } from '../../../errors.ts'
import { text } from './mailpit-replies.ts'
import { shownBytes } from '../named-mail.ts'
import type { RequestedMails, MailpitDeps } from './requested-mails.ts'

type ViewDeps = Pick<MailpitDeps, 'mails'> & { asked: RequestedMails }

export function createViewRoutes({ mails, asked }: ViewDeps): DropInTable {
  async function html(input: DropInInput, name: string): Promise<DropInReply> {
    const row = await asked.rowOf(input, name)
    await input.hold(shownBytes(row))
    const opensOutside = input.query.get('embed') === '1'
    const page = await mails.show.page(row, { opensOutside })
    await asked.markRead(input, row)
    if (page === null) return text('This message does not contain a HTML part', 404)
    return { kind: 'page', body: page }
  }

  async function plain(input: DropInInput, name: string): Promise<DropInReply> {
    const row = await asked.rowOf(input, name)
    await input.hold(shownBytes(row))
    const described = await mails.show.description(row)
    await asked.markRead(input, row)
    return text(described?.text ?? '')
  }

  /** The web app shows the mail. */
  async function open(input: DropInInput, name: string): Promise<DropInReply> {
    const found = await asked.idOf(input, name).catch(nothingFound)
    return {
      kind: 'redirect',
      status: 302,
      location: found ? `/inbox/${found}?team=${input.teamId}` : '/',
    }
  }

  async function view(input: DropInInput): Promise<DropInReply> {
    const file = input.params['file'] ?? ''
    const [, name = '', kind] = /^(.*?)(?:\.(html|txt))?$/s.exec(file) ?? []
    if (kind === undefined) return open(input, name)
    const answer = kind === 'html' ? html : plain
    return answer(input, name).catch(missing)
  }

  return { 'GET /view/{file}': ['mail:read', view, { isPage: true }] }
}

const isMissing = (error: unknown) =>
  error instanceof Refusal && (error.code === 'not_found' || error.code === 'no_mail')

function nothingFound(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

function missing(error: unknown): DropInReply {
  if (isMissing(error)) return text('Message not found', 404)
  throw error
}
