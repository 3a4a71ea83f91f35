import { errorCodes, scopesAllow } from '@mailstop/contract'
import { z } from 'zod'
import { forbidden, notFound } from '../../../errors.ts'
import type { DropInGroup, DropInInput, DropInReply } from '../../../http/drop-ins/drop-in.ts'
import type { MailRow } from '../../../db/schema.ts'
import { parseAddresses } from '../../../mime/headers/addresses.ts'
import type { Forwarding } from '../../forwarding/forwarding.ts'
import { searchTerms, type Mails } from '../../mails/mails.ts'
import { readBody } from '../mailpit/mailpit-input.ts'
import type { Summaries } from '../mailpit/summaries.ts'
import { createReadMark, mailIds, requireMailId, shownBytes } from '../named-mail.ts'
import { createEmails } from './emails.ts'
import { pageOf, readFilters, refused, searchOf } from './email-filters.ts'
import { generatedName, sizeText } from './email-view.ts'

type MaildevDeps = {
  mails: Mails
  summaries: Pick<Summaries, 'of'>
  forwarding: Pick<Forwarding, 'forward'>
  /** Whether mail can be sent to the outside. */
  canForward: boolean
  smtpPort: () => number | null
}

/** Clients may ask which calls there are. */
const imitated = '3.0.0'
/** The list has no pages: it holds the newest, as many as are kept for programs that poll. */
const mostListed = 200
const usualPage = 50
const mostOfPage = 200
const namedMails = z.object({ ids: z.array(z.string().max(100)).max(10_000) })

/** MailDev's REST API for its clients (docs/maildev.md): at the root as version 2 has it, and below `/api` as version 3. */
export function maildevApi(deps: MaildevDeps): DropInGroup {
  const { mails, summaries, forwarding, canForward, smtpPort } = deps
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

  async function summary({ query, wants, hold }: DropInInput) {
    const request = wants('read_mail')
    const { skip, sort, ...page } = pageOf(query)
    const isAscending = sort === 'asc'
    const limit = Math.min(page.limit || usualPage, mostOfPage)
    const words = query.get('search')?.trim() ?? ''
    const search = searchTerms.all([
      words === '' ? null : searchTerms.textWords(words),
      query.get('unread') === 'true' ? searchTerms.isUnread : null,
    ])
    const held = await mails.counts.teamCounts(request)
    const { total } = search === null ? held : await mails.counts.countOf(request, search)
    const end = Math.max(0, total - skip)
    const place = isAscending
      ? { start: Math.max(0, end - limit), limit: Math.min(limit, end) }
      : { start: skip, limit }
    const rows = await mails.show.pageOf(request, { search, ...place })
    const items = (await summaries.of(request, rows, hold)).map(summaryOf)
    const inOrder = isAscending ? items.toReversed() : items
    const counts = { total, storeTotal: held.total, unread: held.unread }
    return json({ items: inOrder, ...counts, skip, limit })
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
      await input.hold(size)
      const body = await mails.show.source(input.wants('read_mail'), id)
      const filename = `${id}.eml`
      return { kind: 'file', contentType, keepsType: true, filename, disposition, body }
    }

  async function attachment(input: DropInInput): Promise<DropInReply> {
    const row = await rowOf(input)
    await input.hold(row.size)
    const { path } = await requireFile(row, input.params['filename'] ?? '')
    const { contentType, filename, bytes: body } = await mails.show.part(row, path)
    return { kind: 'file', contentType, filename, disposition: 'inline', body }
  }

  /** Older versions of MailDev name a file in the path as its sender did. */
  async function requireFile(row: MailRow, name: string) {
    const files = (await mails.show.description(row))?.files ?? []
    const named = files.find((file) => generatedName(file) === name)
    const file = named ?? files.find(({ filename }) => filename === name)
    if (!file) throw notFound()
    return file
  }

  async function remove({ params, wants }: DropInInput) {
    await mails.change.remove(wants('delete_mail'), requireMailId(params['id']))
    return json(true)
  }

  async function removeAll({ wants }: DropInInput) {
    await mails.change.removeMany(wants('delete_mail'), { search: null }, { withFlagged: false })
    return json(true)
  }

  async function removeNamed({ body, wants }: DropInInput) {
    const request = wants('delete_mail')
    const names = [...new Set(readBody(namedMails, body).ids)]
    const ids = mailIds(names)
    const removed = await mails.change.removeMany(request, { ids }, { withFlagged: true })
    const gone = new Set(removed.ids.map(String))
    const missing = names.filter((name) => !gone.has(name))
    return json({ deleted: [...gone], notFound: missing })
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
      isOutgoingEnabled:
        canForward && (actor.kind === 'user' || scopesAllow(actor.scopes, 'forward_mail')),
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
      'GET /email/summary': ['mail:read', summary],
      'GET /email/{id}': ['mail:read', one, page],
      'GET /email/{id}/html': ['mail:read', html, page],
      'GET /email/{id}/source': ['mail:read', source('text/plain; charset=utf-8', 'inline')],
      'GET /email/{id}/download': ['mail:read', source('message/rfc822', 'attachment')],
      'GET /email/{id}/attachment/{filename}': ['mail:read', attachment],
      'PATCH /email/read-all': ['mail:write', readAll, small],
      'DELETE /email/all': ['mail:delete', removeAll, small],
      'DELETE /email/{id}': ['mail:delete', remove, small],
      'POST /email/delete': ['mail:delete', removeNamed, { maxBodyBytes: 256 * 1024 }],
      'POST /email/{id}/relay': ['mail:forward', relay, small],
      'POST /email/{id}/relay/{to}': ['mail:forward', relay, small],
      'GET /config': ['mail:read', config],
      'GET /reloadMailsFromDirectory': ['mail:read', reload],
    },
  }
}

const jsonText = (body: string) => ({ kind: 'json', body }) satisfies DropInReply
const json = (value: unknown) => jsonText(JSON.stringify(value))

type Summary = Awaited<ReturnType<Summaries['of']>>[number]

function summaryOf({ ID, From, To, Cc, Subject, Created, Size, ...mail }: Summary) {
  const people = (all: Summary['To']) =>
    all?.map(({ Address: address, Name: name }) => ({ address, name })) ?? []
  return {
    id: ID,
    time: Created,
    read: mail.Read,
    subject: Subject,
    size: Size,
    sizeHuman: sizeText(Size),
    from: people([From]),
    to: people(To),
    ...(Cc && { cc: people(Cc) }),
    attachmentCount: mail.Attachments,
    preview: mail.Snippet,
  }
}
