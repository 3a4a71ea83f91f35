import { errorCodes } from '@mailstop/contract'
import { forbidden, notFound } from '../../../errors.ts'
import type { DropInGroup, DropInInput, DropInReply } from '../../../http/drop-ins/drop-in.ts'
import { parseAddresses } from '../../../mime/headers/addresses.ts'
import type { Forwarding } from '../../forwarding/forwarding.ts'
import type { Mails } from '../../mails/mails.ts'
import {
  createReadMark,
  may,
  removeAll,
  requireMailId,
  shownBytes,
  sourceReply,
} from '../named-mail.ts'
import { createEmails } from './emails.ts'
import { pageOf, readFilters, refused, searchOf } from './email-filters.ts'
import { generatedName } from './email-view.ts'

type MaildevDeps = {
  mails: Mails
  forwarding: Pick<Forwarding, 'forward'>
  /** Whether mail can be sent to the outside. */
  canForward: boolean
  smtpPort: () => number | null
}

/** Clients may ask which calls there are. */
const imitated = '3.0.0'
/** The list has no pages: it holds the newest, as many as are kept for programs that poll. */
const mostListed = 200

/** MailDev's REST API for its clients (docs/maildev.md): at the root as version 2 has it, and below `/api` as version 3. */
export function maildevApi(deps: MaildevDeps): DropInGroup {
  const { mails, forwarding, canForward, smtpPort } = deps
  const emails = createEmails({ mails })
  const markRead = createReadMark({ mails })

  const rowOf = ({ params, wants }: DropInInput) =>
    mails.show.requireMail(wants('read_mail'), requireMailId(params['id']))

  async function list({ query, wants, hold }: DropInInput) {
    const request = wants('read_mail')
    const filters = readFilters(query)
    const { skip, limit, sort = 'asc' } = pageOf(query)
    const ordered = <T>(rows: readonly T[]) => (sort === 'asc' ? rows.toReversed() : rows)
    const paged = <T>(newestFirst: readonly T[]) =>
      ordered(ordered(newestFirst).slice(skip, skip + (limit ?? mostListed)))
    const page = { search: searchOf(filters), start: 0, limit: mostListed }
    const found = await mails.show.pageOf(request, page)
    const isFiltered = filters.length > 0
    const rows = isFiltered ? found : paged(found)
    const listed = await emails.listed(request, rows, { filters, hold })
    return jsonText(`[${ordered(isFiltered ? paged(listed) : listed).join(',')}]`)
  }

  async function one(input: DropInInput) {
    const row = await rowOf(input)
    await input.hold(shownBytes(row))
    const email = await emails.made(row)
    return json({ ...email, read: await markRead(input, row) })
  }

  async function html(input: DropInInput): Promise<DropInReply> {
    const row = await rowOf(input)
    await input.hold(shownBytes(row))
    const body = await mails.show.page(row, { opensOutside: false })
    if (body === null) throw notFound()
    return { kind: 'page', body }
  }

  const source =
    (contentType: string, disposition: 'inline' | 'attachment') =>
    async (input: DropInInput): Promise<DropInReply> => {
      const { id, size } = await rowOf(input)
      return sourceReply(mails, input, { id, size, contentType, disposition })
    }

  async function attachment(input: DropInInput): Promise<DropInReply> {
    const row = await rowOf(input)
    await input.hold(row.size)
    const name = input.params['filename'] ?? ''
    const files = (await mails.show.description(row))?.files ?? []
    // Older versions of MailDev name a file in the path as its sender did.
    const file =
      files.find((each) => generatedName(each) === name) ??
      files.find(({ filename }) => filename === name)
    if (!file) throw notFound()
    const { contentType, filename, bytes: body } = await mails.show.part(row, file.path)
    return { kind: 'file', contentType, filename, disposition: 'inline', body }
  }

  async function remove({ params, wants }: DropInInput) {
    await mails.change.remove(wants('delete_mail'), requireMailId(params['id']))
    return json(true)
  }

  async function empty(input: DropInInput) {
    await removeAll(mails, input)
    return json(true)
  }

  async function readAll({ wants }: DropInInput) {
    const request = wants('change_mail')
    const marked = await mails.change.updateMany(request, { search: null }, { read: true })
    return json(marked.length)
  }

  async function relay({ params, wants }: DropInInput) {
    const request = wants('forward_mail')
    const id = requireMailId(params['id'])
    await mails.show.requireMail(request, id)
    const { to } = params
    if (to === undefined) throw refused('Name the address: mail is not relayed to its recipients.')
    const [found] = parseAddresses(to, 2)
    if (!found?.address.includes('@')) throw refused(`Incorrect email address provided: ${to}`)
    await forwarding.forward(request, id, found.address)
    return json(true)
  }

  const config = async ({ actor }: DropInInput) =>
    json({
      version: imitated,
      smtpPort: smtpPort(),
      isOutgoingEnabled: canForward && may(actor, 'forward_mail'),
      outgoingHost: null,
    })

  async function reload(): Promise<never> {
    throw forbidden('There is no folder of mail to read again. Import files of mail in its place.')
  }

  const small = { maxBodyBytes: 16 * 1024 }
  const page = { isPage: true } as const
  return {
    prefixes: ['', '/api', '/maildev', '/maildev/api'],
    challenge: 'Basic realm="MailDev"',
    answerRefusal: ({ code, message }) => ({
      ...json({ error: message }),
      status: code === 'invalid' || code === 'bad_request' ? 400 : errorCodes[code].status,
    }),
    routes: {
      'GET /email': ['mail:read', list, page],
      'GET /email/{id}': ['mail:read', one, page],
      'GET /email/{id}/html': ['mail:read', html, page],
      'GET /email/{id}/source': ['mail:read', source('text/plain; charset=utf-8', 'inline')],
      'GET /email/{id}/download': ['mail:read', source('message/rfc822', 'attachment')],
      'GET /email/{id}/attachment/{filename}': ['mail:read', attachment],
      'PATCH /email/read-all': ['mail:write', readAll, small],
      'DELETE /email/all': ['mail:delete', empty, small],
      'DELETE /email/{id}': ['mail:delete', remove, small],
      'POST /email/{id}/relay': ['mail:forward', relay, small],
      'POST /email/{id}/relay/{to}': ['mail:forward', relay, small],
      'GET /config': ['mail:read', config],
      'GET /reloadMailsFromDirectory': ['mail:read', reload],
    },
  }
}

const jsonText = (body: string) => ({ kind: 'json', body }) satisfies DropInReply
const json = (value: unknown) => jsonText(JSON.stringify(value))
