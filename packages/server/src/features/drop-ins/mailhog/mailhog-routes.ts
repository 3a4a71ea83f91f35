import { errorCodes, limits } from '@mailstop/contract'
import { forbidden, Refusal } from '../../../errors.ts'
import type {
  DropInGroup,
  DropInInput,
  DropInReply,
  DropInRoute,
  DropInTable,
} from '../../../http/drop-ins/drop-in.ts'
import { searchTerms, type Mails, type MailSearch } from '../../mails/mails.ts'
import { removeAll, requireMailId, sourceReply, wholeNumber } from '../named-mail.ts'
import { createMailhogMessages, type Items } from './mailhog-messages.ts'

type MailhogDeps = {
  mails: Mails
  host: string
}

const usualPage = 50
const mostOfPage = 250
/** The list of version 1 has no pages. */
const mostListed = 1_000

/**
 * MailHog's API for its clients (docs/mailhog.md). All of it is under `/mailhog`. At the root is what does not
 * collide with Mailpit's: version 2, and single messages of version 1.
 */
export function mailhogApi({ mails, host }: MailhogDeps): DropInGroup[] {
  const { message, messages } = createMailhogMessages({ mails, host })

  async function page(input: DropInInput) {
    const request = input.wants('read_mail')
    const { start, limit } = pageOf(input.query)
    const [{ total }, rows] = await Promise.all([
      mails.counts.teamCounts(request),
      mails.show.pageOf(request, { search: null, start, limit }),
    ])
    return pageReply('text/json', total, start, await messages(request, rows, input))
  }

  async function search(input: DropInInput) {
    const request = input.wants('read_mail')
    const wanted = mailhogSearch(input.query.get('kind') ?? '', input.query.get('query') ?? '')
    const { start, limit } = pageOf(input.query)
    if (wanted === null) return pageReply('application/json', 0, start, none)
    const [{ total }, rows] = await Promise.all([
      mails.counts.countOf(request, wanted),
      mails.show.pageOf(request, { search: wanted, start, limit }),
    ])
    return pageReply('application/json', total, start, await messages(request, rows, input))
  }

  async function all(input: DropInInput) {
    const request = input.wants('read_mail')
    const rows = await mails.show.pageOf(request, { search: null, start: 0, limit: mostListed })
    const { pieces } = await messages(request, rows, input)
    return json('text/json', [Buffer.from('['), ...pieces, Buffer.from(']')])
  }

  async function download(input: DropInInput) {
    const { id, size } = await mails.show.requireMail(input.wants('read_mail'), idOf(input))
    const asked = { id, size, contentType: 'message/rfc822', disposition: 'attachment' } as const
    return sourceReply(mails, input, asked)
  }

  async function one(input: DropInInput) {
    return json('text/json', await message(input.wants('read_mail'), idOf(input), input))
  }

  async function remove(input: DropInInput) {
    await mails.change.remove(input.wants('delete_mail'), idOf(input))
    return json('text/json', '')
  }

  async function empty(input: DropInInput) {
    await removeAll(mails, input)
    return json('text/json', '')
  }

  async function release(): Promise<never> {
    throw forbidden('Messages are not released to the outside by this API.')
  }

  const small = { maxBodyBytes: 16 * 1024 }
  const jim: DropInRoute = ['mail:read', async () => ({ kind: 'none', status: 404 }), small]
  const atRoot: DropInTable = {
    'GET /api/v2/messages': ['mail:read', page],
    'GET /api/v2/search': ['mail:read', search],
    // Servers to release to, of which there are none.
    'GET /api/v2/outgoing-smtp': ['mail:read', async () => json('application/json', '{}')],
    'GET /api/v2/jim': jim,
    'POST /api/v2/jim': jim,
    'PUT /api/v2/jim': jim,
    'DELETE /api/v2/jim': jim,
    'GET /api/v1/messages/{id}': ['mail:read', one],
    'DELETE /api/v1/messages/{id}': ['mail:delete', remove, small],
    'GET /api/v1/messages/{id}/download': ['mail:read', download],
    'POST /api/v1/messages/{id}/release': ['mail:read', release, small],
  }
  const lists: DropInTable = {
    'GET /api/v1/messages': ['mail:read', all],
    'DELETE /api/v1/messages': ['mail:delete', empty, small],
  }
  const group = { challenge: 'Basic realm="Restricted"', answerRefusal }
  return [
    { ...group, prefixes: ['/mailhog'], routes: { ...atRoot, ...lists }, missing: ['/api/*'] },
    { ...group, prefixes: [''], routes: atRoot, missing: ['/api/v2/*'] },
  ]
}

type JsonType = 'text/json' | 'application/json'

const json = (type: JsonType, body: string | readonly Uint8Array[]): DropInReply => ({
  kind: 'json',
  body,
  ...(type === 'text/json' && { contentType: type }),
})

const none: Items = { count: 0, pieces: [] }

function pageReply(type: JsonType, total: number, start: number, { count, pieces }: Items) {
  const head = `{"total":${total},"count":${count},"start":${start},"items":[`
  return json(type, [Buffer.from(head), ...pieces, Buffer.from(']}')])
}

function pageOf(query: URLSearchParams) {
  const start = wholeNumber(query.get('start')) ?? 0
  const limit = Math.min(wholeNumber(query.get('limit')) || usualPage, mostOfPage)
  return { start, limit }
}

const idOf = ({ params }: DropInInput) => requireMailId(params['id'])

function answerRefusal({ code, message }: Refusal): DropInReply {
  const isOfInput = code === 'invalid' || code === 'bad_request'
  return {
    kind: 'text',
    ...(isOfInput && { status: 400 }),
    body: errorCodes[code].status === 401 ? 'Unauthorized.\n' : `${message}\n`,
  }
}

/**
 * What a search of MailHog finds: a part of an address or name, or words next to each other in the texts of a
 * mail. Null: nothing can be found, as the query has no words.
 */
function mailhogSearch(kind: string, query: string): MailSearch | null {
  if (!isKind(kind)) throw refused('The kind of a search is from, to or containing.')
  if (query === '') throw refused('The search has no query.')
  if (query.length > limits.queryLength) {
    throw refused(`A query can have at most ${limits.queryLength} characters.`)
  }
  const parts = partsOf[kind]
  return parts === null ? searchTerms.textWords(query) : searchTerms.withinAny(parts, query)
}

/** Null: the texts. */
const partsOf = {
  from: ['from', 'envelope_from'],
  to: ['to', 'cc', 'bcc'],
  containing: null,
} as const

const isKind = (kind: string): kind is keyof typeof partsOf => Object.hasOwn(partsOf, kind)

const refused = (message: string) => new Refusal('invalid', { message })
