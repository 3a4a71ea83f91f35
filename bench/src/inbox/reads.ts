import {
  createPin,
  getCounters,
  getMail,
  listMails,
  updateMail,
  type Team,
} from '@mailstop/contract'
import { setTimeout as pause } from 'node:timers/promises'
import type { MailstopApi } from '../targets/mailstop-api.ts'
import type { TimingOptions } from './measure.ts'
import { eraOf } from './varied-mails.ts'

/** The reading actions of an inbox, each with the time that it may take at any size. */
export type Read = TimingOptions & {
  name: string
  targetMs: number
  call: () => Promise<unknown>
  /** While 200 mails a second arrive. */
  mailArrives?: boolean
}

const listMs = 10
const searchMs = 20
/** A page by number walks over the mail before it, and the web app asks for none. */
const walkMs = 30
/** A badge may follow this much later. */
const feltMs = 500
/** How often the web app asks while things change. */
const refetchMs = 250

const pinned = [
  { type: 'sndr', query: 'no-reply@shop.example' },
  { type: 'sndr', query: 'no-reply@billing.example' },
  { type: 'sndr', query: '*@status.example' },
  { type: 'rcpt', query: '*@team.example' },
  { type: 'rcpt', query: '*@customers.example' },
  { type: 'q', query: 'invoice' },
  { type: 'q', query: 'subject:welcome from:shop' },
  { type: 'q', query: 'header:X-Tag=reset' },
  { type: 'q', query: 'has:attachment is:unread' },
  { type: 'q', query: 'quetzalcoatl' },
  { type: 'sndr', query: '*@shop.example' },
  { type: 'sndr', query: 'no-reply@ci.example' },
  { type: 'rcpt', query: 'a*@customers.example' },
  { type: 'rcpt', query: '*5@team.example' },
  { type: 'q', query: 'example' },
  { type: 'q', query: 'reset -from:shop' },
  { type: 'q', query: 'subject:digest OR subject:reminder' },
  { type: 'q', query: 'is:flagged' },
  { type: 'q', query: 'header:X-Tag=welcome larger:1K' },
  { type: 'q', query: 'zzyzxnowhere' },
] as const

export async function pinAll(api: MailstopApi, team: Team): Promise<void> {
  const params = { team: String(team.id) }
  const { data } = await api.call(getCounters, { params })
  const known = new Set(data.pinned.map(({ type, query }) => `${type} ${query}`))
  for (const pin of pinned) {
    if (!known.has(`${pin.type} ${pin.query}`)) await api.call(createPin, { params, body: pin })
  }
}

export async function reads(api: MailstopApi, team: Team): Promise<Read[]> {
  const params = { team: String(team.id) }
  const list = (query: Record<string, string>) => api.call(listMails, { params, query })
  const first = await list({ per_page: '100' })
  const lastPage = first.meta.last_page
  const deep = await list({ page: String(lastPage - 1), per_page: '100' })
  const page = String(Math.min(10_000, Math.floor(first.meta.total / 25)))
  const cursor = deep.meta.next_cursor
  const mail = String(deep.data[0]?.id)
  const [unread] = (await list({ filter: 'unread', per_page: '1' })).data
  async function readAndUnread(): Promise<void> {
    const one = { params: { ...params, mail: String(unread?.id) } }
    await api.call(updateMail, { ...one, body: { read: true } })
    await api.call(updateMail, { ...one, body: { read: false } })
  }
  const search = (name: string, query: Record<string, string>): Read => ({
    name,
    targetMs: searchMs,
    call: () => list(query),
  })
  return [
    { name: 'list, page 1', targetMs: listMs, call: () => list({}) },
    { name: 'list, unread', targetMs: listMs, call: () => list({ filter: 'unread' }) },
    { name: 'list, last cursor', targetMs: listMs, call: () => list(cursor ? { cursor } : {}) },
    { name: `list, page ${page}`, targetMs: walkMs, call: () => list({ page }) },
    {
      name: 'counters, 20 pins',
      targetMs: listMs,
      call: () => api.call(getCounters, { params }),
    },
    {
      name: 'counters, after a change',
      targetMs: feltMs,
      call: () => api.call(getCounters, { params }),
      before: readAndUnread,
    },
    {
      name: 'counters, read after read',
      targetMs: feltMs,
      call: () => api.call(getCounters, { params }),
      before: () => Promise.all([readAndUnread(), pause(refetchMs)]),
      budgetMs: 10_000,
    },
    {
      name: 'one mail',
      targetMs: searchMs,
      call: () => api.call(getMail, { params: { ...params, mail } }),
    },
    search('search: common word', { q: 'example' }),
    search('search: two common words', { q: 'example invoice' }),
    search('search: beginning of a word', { q: 'examp' }),
    search('search: rare word', { q: 'quetzalcoatl' }),
    search('search: no match', { q: 'zzyzxnowhere' }),
    search('search: phrase', { q: '"quetzalcoatl was here"' }),
    search('search: common phrase', { q: '"shop team"' }),
    search('search: from:', { q: 'from:no-reply@shop.example' }),
    search('search: OR', { q: 'quetzalcoatl OR subject:invoice' }),
    search('search: header:', { q: 'header:X-Tag=welcome' }),
    search('search: -not', { q: 'invoice -from:shop' }),
    search('search: is:unread word', { q: 'is:unread invoice' }),
    search('search: is:flagged word', { q: 'is:flagged invoice' }),
    search('search: has:attachment larger:', { q: 'has:attachment larger:1K' }),
    ...inEras(first.meta.total).map(([name, q]) => search(`search: ${name}`, { q })),
    search('filter: sndr', { sndr: 'no-reply@billing.example' }),
    search('filter: sndr with *', { sndr: '*@status.example' }),
    search('filter: rcpt', { rcpt: '*@team.example' }),
    // Last: what arrives is in small segments of the index, which makes searches slower.
    {
      name: 'counters, mail arriving',
      targetMs: feltMs,
      call: () => api.call(getCounters, { params }),
      before: () => pause(refetchMs),
      budgetMs: 10_000,
      mailArrives: true,
    },
  ]
}

/** What is in the oldest mail alone, in the newest, in none although its words are common, and in one of 100,000. */
function inEras(total: number): [string, string][] {
  const [oldest, newest] = [eraOf(0), eraOf(total - 1)]
  return [
    ['word, oldest', oldest],
    ['word, newest', newest],
    ['words, none', `${oldest} ${newest}`],
    ['phrase, oldest', '"amber violet"'],
    ['phrase, newest', '"violet amber"'],
    ['phrase, none', '"amber example"'],
    ['phrase, one', '"sextant no reply"'],
    ['from:, oldest', `from:${oldest}`],
    ['from:, newest', `from:${newest}`],
    ['from:, none', 'from:amber'],
    ['from:, one', 'from:sextant'],
    ['header:, oldest', `header:X-Era=${oldest}`],
    ['header:, newest', `header:X-Era=${newest}`],
    ['header:, none', 'header:X-Era=amber'],
    ['header:, one', 'header:X-Lamp=sextant'],
  ]
}
