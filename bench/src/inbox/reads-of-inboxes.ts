import { countMails, getCounters, listInboxes, listMails, type Team } from '@mailstop/contract'
import type { MailstopApi } from '../targets/mailstop-api.ts'
import type { Read } from './reads.ts'
import { eraOf } from './varied-mails.ts'

const targetMs = 10

/** The reading actions of an inbox, for the first one of a team and for another. */
export async function readsOfInboxes(api: MailstopApi, team: Team): Promise<Read[]> {
  const params = { team: String(team.id) }
  const names = ['main', 'second']
  const each = await Promise.all(names.map((name) => readsOf(api, params, name)))
  return [
    { name: 'inboxes', targetMs, call: () => api.call(listInboxes, { params }) },
    { name: 'counters', targetMs, call: () => api.call(getCounters, { params }) },
    ...each.flat(),
  ]
}

async function readsOf(api: MailstopApi, params: { team: string }, inbox: string): Promise<Read[]> {
  const list = (query: Record<string, string>) =>
    api.call(listMails, { params, query: { inbox, ...query } })
  const { meta } = await list({ per_page: '100' })
  const last = await list({ page: String(Math.max(1, meta.last_page - 1)), per_page: '100' })
  const cursor = last.meta.next_cursor
  const queries: [string, Record<string, string>][] = [
    ['list', {}],
    ['list, unread', { filter: 'unread' }],
    ['list, last cursor', cursor ? { cursor } : {}],
    ['common word', { q: 'example' }],
    ['two common words', { q: 'example invoice' }],
    ['rare word', { q: 'quetzalcoatl' }],
    ['oldest word', { q: eraOf(0) }],
    ['no match', { q: 'zzyzxnowhere' }],
    ['flagged', { q: 'is:flagged' }],
    ['from:', { q: 'from:no-reply@shop.example' }],
    ['not in it', { inbox: '', q: `-in:${inbox} invoice` }],
  ]
  return [
    ...queries.map(([name, query]) => ({
      name: `${inbox}: ${name}`,
      targetMs,
      call: () => list(query),
    })),
    {
      name: `${inbox}: count`,
      targetMs,
      call: () => api.call(countMails, { params, query: { inbox } }),
    },
  ]
}
