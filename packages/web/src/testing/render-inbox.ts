import {
  deleteMail,
  getCounters,
  getMail,
  listMails,
  listTeams,
  updateMail,
  type Mail,
  type MailSummary,
} from '@mailstop/contract'
import { vi } from 'vitest'
import { refuse, type FakeServer } from './fake-server.ts'
import { renderApp } from './render-app.tsx'
import { sampleCounters, sampleTeam, sampleUser } from './samples.ts'

/** The inbox in front of a server that keeps mail, as far as its screens can tell. */

export const sampleSummary = (id: number, change: Partial<MailSummary> = {}): MailSummary => ({
  id,
  from: { name: `Sender ${id}`, address: `sender${id}@rocket.test` },
  to: [{ name: '', address: 'ada@customer.test' }],
  subject: `Subject ${id}`,
  date: '2026-11-21T09:41:00.000Z',
  received_at: '2026-11-21T09:41:00.000Z',
  read_at: '2026-11-21T09:42:00.000Z',
  flagged: false,
  attachment_count: 0,
  size: 1_000,
  ...change,
})

type Contents = Partial<Omit<Mail, keyof MailSummary>>

export const sampleMail = (summary: MailSummary, contents: Contents = {}): Mail => ({
  ...summary,
  cc: [],
  bcc: [],
  reply_to: [],
  html: null,
  text: `Text of ${summary.id}`,
  attachments: [],
  headers: [{ name: 'Subject', value: summary.subject }],
  envelope: { from: 'app@rocket.test', to: ['ada@customer.test'] },
  structure: null,
  transcript: null,
  forwards: [],
  problem: null,
  ...contents,
})

type Mailbox = {
  mails: MailSummary[]
  contents: Map<number, Contents>
}

type InboxOptions = {
  mails: MailSummary[]
  contents?: [number, Contents][]
  at?: string
  perPage?: number
  answers?: (server: FakeServer) => void
}

/** Renders the whole application at the inbox. What a test does to `mailbox`, the server knows. */
export async function renderInbox(options: InboxOptions) {
  const mailbox: Mailbox = { mails: options.mails, contents: new Map(options.contents) }
  const perPage = options.perPage ?? 25
  const find = (id: number) => mailbox.mails.find((mail) => mail.id === id)
  // The environment lays nothing out: this is how high a list on a small laptop is.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(810)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)

  const app = await renderApp({
    at: options.at ?? '/inbox',
    as: sampleUser(),
    answers(server) {
      server.answer(listTeams, () => ({ data: [sampleTeam()] }))
      server.answer(getCounters, () => ({
        data: sampleCounters({
          total: mailbox.mails.length,
          unread: mailbox.mails.filter(({ read_at }) => read_at === null).length,
        }),
      }))
      server.answer(listMails, ({ query }) => {
        const kept = mailbox.mails.filter(
          ({ read_at }) => query.filter === 'all' || read_at === null,
        )
        const below = query.cursor === undefined ? Infinity : Number(query.cursor)
        const rest = kept.filter(({ id }) => id < below)
        const data = rest.slice(0, perPage)
        return {
          data,
          meta: {
            current_page: 1,
            last_page: Math.max(1, Math.ceil(kept.length / perPage)),
            per_page: perPage,
            total: kept.length,
            total_is_exact: true,
            next_cursor: rest.length > perPage ? String(data.at(-1)?.id) : null,
          },
        }
      })
      server.answer(getMail, ({ params }) => {
        const mail = find(params.mail)
        return mail
          ? { data: sampleMail(mail, mailbox.contents.get(mail.id)) }
          : refuse('not_found')
      })
      server.answer(updateMail, ({ params, body }) => {
        const mail = find(params.mail)
        if (!mail) return refuse('not_found')
        if (body.read !== undefined) mail.read_at = body.read ? '2026-11-21T10:00:00.000Z' : null
        if (body.flagged !== undefined) mail.flagged = body.flagged
        return { data: { id: mail.id, read_at: mail.read_at, flagged: mail.flagged } }
      })
      server.answer(deleteMail, ({ params }) => {
        mailbox.mails = mailbox.mails.filter(({ id }) => id !== params.mail)
        return { message: 'Mail deleted', count: 1, deletion: '1' }
      })
      options.answers?.(server)
    },
  })
  return { ...app, mailbox }
}

/** `count` mails, the newest first and numbered down to 1. */
export const sampleMails = (count: number, change: Partial<MailSummary> = {}) =>
  Array.from({ length: count }, (_, index) => sampleSummary(count - index, { ...change }))
