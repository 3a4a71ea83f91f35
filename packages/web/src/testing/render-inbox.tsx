import {
  countMails,
  createPin,
  deleteMail,
  deleteMails,
  deletePin,
  getCounters,
  getInspectionRules,
  getMail,
  getOutgoingChecks,
  inspectMail,
  listMails,
  listTags,
  listTeams,
  renamePin,
  restoreMails,
  suggestAddresses,
  updateMail,
  updateMails,
  type EndpointInput,
  type Mail,
  type MailSummary,
  type Pin,
  type Team,
} from '@mailstop/contract'
import { vi } from 'vitest'
import { SearchField } from '../features/search/search-field.tsx'
import { refuse, type FakeServer } from './fake-server.ts'
import type { FakeSocket } from './fake-socket.ts'
import { renderApp, renderScreen } from './render-app.tsx'
import { cleanInspection } from './sample-inspection.ts'
import {
  sampleCounters,
  sampleExtracted,
  samplePageMeta,
  sampleTeam,
  sampleUser,
} from './samples.ts'

/** The inbox with a fake server that keeps mail. */

// The chunks of the inbox are loaded before the time of the first test begins.
const [{ InboxPage }] = await Promise.all([
  import('../app/screens/inbox-page.tsx'),
  import('../app/layout/app-layout.tsx'),
  import('../features/mails/read/mail-display.tsx'),
])

export const sampleSummary = (id: number, change: Partial<MailSummary> = {}): MailSummary => ({
  id,
  from: { name: `Sender ${id}`, address: `sender${id}@rocket.test` },
  to: [{ name: '', address: 'ada@customer.test' }],
  subject: `Subject ${id}`,
  snippet: `Beginning of ${id}`,
  date: '2026-11-21T09:41:00.000Z',
  received_at: '2026-11-21T09:41:00.000Z',
  read_at: '2026-11-21T09:42:00.000Z',
  flagged: false,
  attachment_count: 0,
  tags: [],
  inbox: null,
  broken_guards: [],
  size: 1_000,
  ...change,
})

type Contents = Partial<Omit<Mail, keyof MailSummary>>

const sampleMail = (summary: MailSummary, contents: Contents = {}): Mail => ({
  ...summary,
  cc: [],
  bcc: [],
  reply_to: [],
  html: null,
  text: `Text of ${summary.id}`,
  large: [],
  attachments: [],
  headers: [{ name: 'Subject', value: summary.subject }],
  envelope: { from: 'app@rocket.test', to: ['ada@customer.test'] },
  login: null,
  marker: null,
  structure: null,
  extracted: sampleExtracted(),
  transcript: null,
  transcript_times: [],
  hidden_recipients: 0,
  forwards: [],
  problem: null,
  ...contents,
})

type Mailbox = {
  mails: MailSummary[]
  inboxes: string[]
  contents: Map<number, Contents>
  pins: Pin[]
  /** Deleted mails that can be restored, by the name of the deletion. */
  deleted: Map<string, MailSummary[]>
}

type InboxOptions = {
  mails: MailSummary[]
  contents?: [number, Contents][]
  at?: string
  perPage?: number
  pins?: Pin[]
  /** The names of the inboxes; none where the team has one. */
  inboxes?: string[]
  /** The first team has all the mail, the others have none. */
  teams?: Team[]
  answers?: (server: FakeServer) => void
  /** Sets the reply to the first join. */
  joins?: Parameters<FakeSocket['answerJoins']>[0]
}

type Selection = EndpointInput<typeof countMails>['query'] & { up_to?: number | undefined }

/** A search finds a text of the subject here; the server tests its own search grammar. */
function isSelected(mail: MailSummary, { filter, inbox, sndr, q = '', up_to }: Selection): boolean {
  return (
    (up_to === undefined || mail.id <= up_to) &&
    (filter === 'all' || mail.read_at === null) &&
    (inbox === undefined || mail.inbox === inbox) &&
    (sndr === undefined || mail.from?.address === sndr) &&
    mail.subject.toLowerCase().includes(q.toLowerCase())
  )
}

/** Renders the whole application at the inbox. The server serves `mailbox`, which a test may change. */
export const renderInbox = (options: InboxOptions) => renderMailbox(options, renderApp)

/** Renders the search field, the list and the open mail alone, which is faster than the whole application. */
export const renderPanes = (options: InboxOptions) =>
  renderMailbox(options, (app) => renderScreen(app, '/inbox/:mail?', InboxPanes))

const InboxPanes = () => (
  <>
    <SearchField team={sampleTeam().id} inboxes={[]} isLive autoFocus={false} />
    <InboxPage />
  </>
)

async function renderMailbox(options: InboxOptions, render: typeof renderApp) {
  const mailbox: Mailbox = {
    mails: options.mails,
    contents: new Map(options.contents),
    pins: options.pins ?? [],
    inboxes: options.inboxes ?? [],
    deleted: new Map(),
  }
  const teams = options.teams ?? [sampleTeam()]
  const perPage = options.perPage ?? 25
  const find = (id: number) => mailbox.mails.find((mail) => mail.id === id)
  const selected = (query: Selection) => mailbox.mails.filter((mail) => isSelected(mail, query))

  function remove(mails: readonly MailSummary[]) {
    const deletion = String(mailbox.deleted.size + 1)
    mailbox.deleted.set(deletion, [...mails])
    mailbox.mails = mailbox.mails.filter((mail) => !mails.includes(mail))
    return { message: 'Message deleted', count: mails.length, deletion }
  }
  // The environment has no layout. This is the height of the list on a small laptop.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(810)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)

  const app = await render({
    at: options.at ?? '/inbox',
    as: sampleUser(),
    ...(options.joins && { joins: options.joins }),
    answers(server) {
      server.answer(listTeams, () => ({ data: teams }))
      server.answer(getCounters, () => ({
        data: sampleCounters({
          total: mailbox.mails.length,
          unread: mailbox.mails.filter(({ read_at }) => read_at === null).length,
          flagged: mailbox.mails.filter(({ flagged }) => flagged).length,
          pinned: mailbox.pins,
          inboxes: mailbox.inboxes.map((name, index) => {
            const mails = mailbox.mails.filter(({ inbox }) => inbox === name)
            const unread = mails.filter(({ read_at }) => read_at === null).length
            return { id: index + 1, name, total: mails.length, unread, archived: false }
          }),
        }),
      }))
      server.answer(listMails, ({ params, query }) => {
        if (query.q?.includes('(')) {
          const text = 'A parenthesis is not closed at character 1'
          return refuse('invalid', { errors: { q: [text] } })
        }
        const kept = params.team === teams[0]?.id ? selected(query) : []
        const { around, cursor } = query
        if (around !== undefined || cursor?.startsWith('above ')) {
          return windowOf(kept, perPage, around ?? Number(cursor?.slice('above '.length)), !around)
        }
        const below = query.cursor === undefined ? Infinity : Number(query.cursor)
        const rest = kept.filter(({ id }) => id < below)
        const data = rest.slice(0, perPage)
        return {
          data,
          meta: samplePageMeta({
            last_page: Math.max(1, Math.ceil(kept.length / perPage)),
            per_page: perPage,
            total: kept.length,
            next_cursor: rest.length > perPage ? String(data.at(-1)?.id) : null,
          }),
        }
      })
      server.answer(suggestAddresses, ({ query: { role, text = '' } }) => {
        const people = mailbox.mails.flatMap(({ from, to }) =>
          role === 'sender' ? (from ?? []) : to,
        )
        const found = people.filter(({ address }) => address.startsWith(text))
        return { data: found.slice(0, 8) }
      })
      server.answer(listTags, () => {
        const all = mailbox.mails.flatMap(({ tags }) => tags)
        const names = [...new Set(all)]
        return { data: names.map((name) => ({ name, total: 1, unread: 0, color: null })) }
      })
      server.answer(getMail, ({ params }) => {
        const mail = params.team === teams[0]?.id ? find(params.mail) : undefined
        return mail
          ? { data: sampleMail(mail, mailbox.contents.get(mail.id)) }
          : refuse('not_found')
      })
      server.answer(inspectMail, () => ({ data: cleanInspection() }))
      server.answer(getInspectionRules, () => ({ data: [] }))
      server.answer(getOutgoingChecks, () => ({
        data: { spam_check: 'off' as const, link_checks: false, dns_checks: false },
      }))
      // Comes after `getMail`: a later answer is tried first, and this path fits both.
      server.answer(countMails, ({ query }) => ({
        data: {
          total: selected(query).length,
          flagged: selected(query).filter(({ flagged }) => flagged).length,
        },
      }))
      server.answer(updateMail, ({ params, body }) => {
        const mail = find(params.mail)
        if (!mail) return refuse('not_found')
        if (body.read !== undefined) mail.read_at = body.read ? '2026-11-21T10:00:00.000Z' : null
        if (body.flagged !== undefined) mail.flagged = body.flagged
        changeTags(mail, body)
        const { id, read_at, flagged, tags } = mail
        return { data: { id, read_at, flagged, tags } }
      })
      server.answer(deleteMail, ({ params }) => {
        const mail = find(params.mail)
        return mail ? remove([mail]) : refuse('not_found')
      })
      server.answer(updateMails, ({ query, body }) => {
        const marked = selected(query).filter(
          ({ id, read_at, flagged }) =>
            (body.ids?.includes(id) ?? true) &&
            (body.read === (read_at === null) ||
              body.flagged === !flagged ||
              (body.add_tags ?? body.remove_tags) !== undefined),
        )
        for (const mail of marked) {
          if (body.read !== undefined) mail.read_at = body.read ? '2026-11-21T10:00:00.000Z' : null
          if (body.flagged !== undefined) mail.flagged = body.flagged
          changeTags(mail, body)
        }
        return { message: 'Mail updated', count: marked.length, ids: marked.map(({ id }) => id) }
      })
      server.answer(deleteMails, ({ query, body }) =>
        remove(
          selected(query).filter(
            ({ id, flagged }) =>
              (body.ids?.includes(id) ?? true) && (body.flagged !== 'spare' || !flagged),
          ),
        ),
      )
      server.answer(restoreMails, ({ body }) => {
        const back = mailbox.deleted.get(body.deletion ?? '') ?? []
        mailbox.mails = [...mailbox.mails, ...back].toSorted((one, other) => other.id - one.id)
        return { message: 'Mail restored', count: back.length }
      })
      server.answer(createPin, ({ body }) => {
        const same = ({ type, query }: Pin) => type === body.type && query === body.query
        if (mailbox.pins.some(same)) {
          return refuse('conflict', { message: 'This is already pinned.' })
        }
        const { type, query, label = null } = body
        const pin = { id: mailbox.pins.length + 1, label, query, type, unread: 0 }
        mailbox.pins = [...mailbox.pins, pin]
        return { data: pin }
      })
      server.answer(renamePin, ({ params, body }) => {
        const pin = mailbox.pins.find(({ id }) => id === params.pin)
        if (!pin) return refuse('not_found')
        const renamed = { ...pin, label: body.label }
        mailbox.pins = mailbox.pins.map((one) => (one === pin ? renamed : one))
        return { data: renamed }
      })
      server.answer(deletePin, ({ params }) => {
        mailbox.pins = mailbox.pins.filter(({ id }) => id !== params.pin)
        return { message: 'Pin removed' }
      })
      options.answers?.(server)
    },
  })
  return { ...app, mailbox }
}

type TagChange = Pick<EndpointInput<typeof updateMail>['body'], 'add_tags' | 'remove_tags'>

function changeTags(mail: MailSummary, { add_tags = [], remove_tags = [] }: TagChange) {
  const kept = mail.tags.filter((tag) => !remove_tags.includes(tag))
  mail.tags = [...new Set([...kept, ...add_tags])].toSorted()
}

/** The mails on both sides of an id, or those just above it. */
function windowOf(kept: MailSummary[], perPage: number, id: number, onlyAbove: boolean) {
  const place = kept.filter((mail) => mail.id > id).length
  const from = Math.max(0, place - (onlyAbove ? perPage : Math.floor(perPage / 2)))
  const to = onlyAbove ? place : from + perPage
  const data = kept.slice(from, to)
  return {
    data,
    meta: {
      ...samplePageMeta({ total: kept.length, per_page: perPage }),
      next_cursor: to < kept.length ? String(data.at(-1)?.id) : null,
      previous_cursor: from > 0 ? `above ${data[0]?.id}` : null,
      before: from,
    },
  }
}

/** `count` mails, the newest first and numbered down to 1. */
export const sampleMails = (count: number, change: Partial<MailSummary> = {}) =>
  Array.from({ length: count }, (_, index) => sampleSummary(count - index, { ...change }))
