import { inboxOf } from '../../../actor.ts'
import type { DropInInput, DropInTable } from '../../../http/drop-ins/drop-in.ts'
import type { MailSearch } from '../../mails/mails.ts'
import { createKeptAnswers } from '../../../lib/shares/kept-answers.ts'
import { deletion, readBody, readPage, readStatus, refused } from './mailpit-input.ts'
import { mailIds } from '../named-mail.ts'
import { json, ok } from './mailpit-replies.ts'
import { tagNames } from './message-view.ts'
import type { RequestedMails, MailpitDeps } from './requested-mails.ts'

type ListDeps = Pick<MailpitDeps, 'mails' | 'summaries'> & { asked: RequestedMails }

export function createListRoutes({ mails, summaries, asked }: ListDeps): DropInTable {
  const kept = createKeptAnswers()

  /** The words of a search, which has to have some. */
  function searchIn({ query }: DropInInput): MailSearch {
    const words = query.get('query')?.trim() ?? ''
    if (words === '') throw refused('Error: no search query')
    return asked.searchOf(words, query.get('tz'))
  }

  async function list(input: DropInInput, search: MailSearch | null) {
    const { query, wants, teamId } = input
    const request = wants('read_mail')
    const { total, unread, revision } = await mails.counts.teamCounts(request)
    const { start, limit, before } = readPage(query)
    const earlier = before === null ? search : all(search, receivedBefore(before))
    // A list of mail before a time and a search for it differ in what they count.
    const reached = [teamId, inboxOf(request), revision]
    const name = JSON.stringify([...reached, search === null, earlier, start, limit])
    const body = await kept(name, async () => {
      const page = { search: earlier, start, limit }
      const [rows, tags, found] = await Promise.all([
        mails.show.pageOf(request, page),
        mails.change.tags.list(request),
        search === null ? { total, unread } : mails.counts.countOf(request, earlier ?? search),
      ])
      const listed = await summaries.of(request, rows, input.hold)
      const messages = search === null ? listed : listed.map(asFound)
      return JSON.stringify({
        total,
        unread,
        count: messages.length,
        messages_count: found.total,
        messages_unread: found.unread,
        start,
        tags: tagNames(tags),
        messages,
      })
    })
    return { ...json(null), body: `${body}\n` }
  }

  async function mark(input: DropInInput) {
    const { read, ids, search } = readBody(readStatus, input.body)
    if (ids.length > 0 && search !== '') {
      throw refused('You may specify either IDs or a search query, not both')
    }
    const request = input.wants('change_mail')
    const named = mailIds(ids)
    if (ids.length > 0) await mails.change.updateMany(request, { ids: named }, { read })
    else {
      const wanted = search === '' ? null : asked.searchOf(search, input.query.get('tz'))
      await mails.change.updateMany(request, { search: wanted }, { read })
    }
    return ok()
  }

  /**
   * Deletes all mail where none is named. Flagged mail goes only when it is named. A body that cannot be read, or
   * came only in part, is refused: it was not meant for all mail.
   */
  async function remove({ body, wants }: DropInInput) {
    const request = wants('delete_mail')
    const { ids } = body.length > 0 ? readBody(deletion, body) : { ids: [] }
    await (ids.length > 0
      ? mails.change.removeMany(request, { ids: mailIds(ids) }, { withFlagged: true })
      : mails.change.removeMany(request, { search: null }, { withFlagged: false }))
    return ok()
  }

  async function removeFound(input: DropInInput) {
    const search = searchIn(input)
    await mails.change.removeMany(input.wants('delete_mail'), { search }, { withFlagged: false })
    return ok()
  }

  const ofIds = { maxBodyBytes: 256 * 1024 }
  return {
    'GET /api/v1/messages': ['mail:read', (input) => list(input, null)],
    'PUT /api/v1/messages': ['mail:write', mark, ofIds],
    'DELETE /api/v1/messages': ['mail:delete', remove, ofIds],
    'GET /api/v1/search': ['mail:read', async (input) => list(input, searchIn(input))],
    'DELETE /api/v1/search': ['mail:delete', removeFound, { maxBodyBytes: 1_024 }],
  }
}

/** Where a search finds it, a mail without Reply-To has nothing for it, and no empty list. */
const asFound = <Found extends { ReplyTo: unknown[] }>(found: Found) =>
  found.ReplyTo.length === 0 ? { ...found, ReplyTo: null } : found

const receivedBefore = (time: number): MailSearch => ({
  kind: 'not',
  part: { kind: 'row', test: { column: 'received_at', atLeast: time } },
})

const all = (search: MailSearch | null, other: MailSearch): MailSearch =>
  search === null ? other : { kind: 'all', parts: [search, other] }
