import { errorCodes } from '@mailstop/contract'
import { notFound, nullIfGone, type Refusal } from '../../../errors.ts'
import type { DropInGroup, DropInInput, DropInReply } from '../../../http/drop-ins/drop-in.ts'
import type { MailRow } from '../../../db/schema.ts'
import { createKeptAnswers } from '../../../lib/shares/kept-answers.ts'
import type { Mails } from '../../mails/mails.ts'
import { removeAll, requireMailId, sourceReply } from '../named-mail.ts'
import { storedList } from '../../../lib/json/stored-list.ts'

/** The list has no pages: it holds the newest, as many as are kept for programs that poll. */
const mostListed = 500
/** Memory for the bodies of a mail, as text and as bytes. */
const copies = 3

/** MailCatcher's API for its clients (docs/mailcatcher.md). */
export function mailcatcherApi({ mails }: { mails: Mails }): DropInGroup {
  // A program that polls asks for the same mails repeatedly, and they never change there.
  const kept = createKeptAnswers()

  async function list({ wants, hold }: DropInInput): Promise<DropInReply> {
    const request = wants('read_mail')
    const rows = await mails.show.pageOf(request, { search: null, start: 0, limit: mostListed })
    const listed: string[] = []
    await hold(rows.length * bytesOfRow)
    // The oldest comes first.
    for (const { id } of rows.toReversed()) {
      const shown = await kept(`${request.teamId} ${id}`, async () =>
        JSON.stringify(metadata(await mails.show.requireMail(request, id))),
      ).catch(nullIfGone)
      if (shown !== null) listed.push(shown)
    }
    return { kind: 'json', body: `[${listed.join(',')}]` }
  }

  async function described(row: MailRow): Promise<DropInReply> {
    const description = await mails.show.description(row)
    const attached = description?.files.filter(({ isAttached }) => isAttached) ?? []
    return json({
      ...metadata(row),
      type: description?.html ? 'text/html' : 'text/plain',
      formats: [
        'source',
        ...(description?.html ? ['html'] : []),
        ...(description?.text ? ['plain'] : []),
      ],
      attachments: attached.map(({ path, contentId, contentType, filename, size }) => ({
        cid: contentId || path,
        type: contentType,
        filename,
        size,
      })),
    })
  }

  const source =
    (contentType: string) =>
    (input: DropInInput, { id, size }: MailRow) =>
      sourceReply(mails, input, { id, size, contentType, disposition: 'inline' })

  const views: Record<string, (input: DropInInput, row: MailRow) => Promise<DropInReply>> = {
    json: (_input, row) => described(row),
    async html(_input, row) {
      const page = await mails.show.page(row, { opensOutside: false })
      if (page === null) throw notFound()
      return { kind: 'page', body: page }
    },
    async plain(_input, row) {
      const description = await mails.show.description(row)
      if (!description?.text) throw notFound()
      return { kind: 'text', body: description.text }
    },
    source: source('text/plain; charset=utf-8'),
    eml: source('message/rfc822'),
  }

  async function view(input: DropInInput) {
    const [name, format = ''] = (input.params['id'] ?? '').split('.', 2)
    const show = Object.hasOwn(views, format) ? views[format] : undefined
    if (!show) throw notFound()
    const row = await mails.show.requireMail(input.wants('read_mail'), requireMailId(name))
    await input.hold(copies * row.size)
    return show(input, row)
  }

  async function part(input: DropInInput): Promise<DropInReply> {
    const row = await mails.show.requireMail(input.wants('read_mail'), idOf(input))
    await input.hold(copies * row.size)
    const cid = input.params['cid'] ?? ''
    const description = await mails.show.description(row)
    const file = description?.files.find(({ contentId, path }) => (contentId || path) === cid)
    if (!file) throw notFound()
    const { contentType, filename, bytes: body } = await mails.show.part(row, file.path)
    return { kind: 'file', contentType, filename, disposition: 'attachment', body }
  }

  async function remove(input: DropInInput): Promise<DropInReply> {
    await mails.change.remove(input.wants('delete_mail'), idOf(input))
    return { kind: 'none', status: 204 }
  }

  async function empty(input: DropInInput): Promise<DropInReply> {
    await removeAll(mails, input)
    return { kind: 'none', status: 204 }
  }

  const small = { maxBodyBytes: 16 * 1024 }
  return {
    prefixes: ['', '/mailcatcher'],
    challenge: 'Basic realm="Login"',
    answerRefusal: (refusal) => ({
      kind: 'text',
      status: statusOf(refusal),
      body: refusal.message,
    }),
    routes: {
      'GET /messages': ['mail:read', list, { isPage: true }],
      'GET /messages/{id}': ['mail:read', view, { isPage: true }],
      'GET /messages/{id}/parts/{cid}': ['mail:read', part],
      'DELETE /messages/{id}': ['mail:delete', remove, small],
      'DELETE /messages': ['mail:delete', empty, small],
    },
  }
}

const json = (value: unknown): DropInReply => ({ kind: 'json', body: JSON.stringify(value) })

const idOf = ({ params }: DropInInput) => requireMailId(params['id'])

const statusOf = ({ code }: Refusal) =>
  code === 'invalid' || code === 'bad_request' ? 400 : errorCodes[code].status

const bytesOfRow = 8 * 1024

const metadata = (row: MailRow) => ({
  id: row.id,
  sender: `<${row.envelope_from}>`,
  recipients: storedList<string>(row.envelope_to).map((address) => `<${address}>`),
  subject: row.subject,
  size: String(row.size),
  created_at: new Date(row.received_at).toISOString().replace('Z', '+00:00'),
})
