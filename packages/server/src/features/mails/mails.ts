import { createHash } from 'node:crypto'
import {
  limits,
  type Counters,
  type Mail,
  type MailForward,
  type MailSummary,
  type MailPageMeta,
  type PageMeta,
} from '@mailstop/contract'
import type { TeamRequest } from '../../actor.ts'
import { conditionsOf, isUnread, type MailSearch, looksAtFewRows } from './find/mail-condition.ts'
import { countFound, searchMails } from './find/search-store.ts'
import type { Tx, Work } from '../../db/database.ts'
import { greetingOf } from '../../lib/network/smtp-greeting.ts'
import type { MailRow } from '../../db/schema.ts'
import { noQuota, quotaOf, type OwnLimits, type TeamQuota } from '../../db/mail/team-quota.ts'
import { invalid, notFound } from '../../errors.ts'
import type { StoredMail, Viewer } from '../../mime/view/viewer.ts'
import { markerOfMail } from './rows/arrival-store.ts'
import { createLatestMail } from './show/latest-mail.ts'
import { createMailAddresses } from './find/mail-addresses.ts'
import { createMailChanges, type ChangeDeps } from './change/mail-changes.ts'
import { createMailContents } from './show/mail-contents.ts'
import { createMailLookup, type FoundRow, type MailCriteria } from './show/mail-lookup.ts'
import { createMailPages, type PageRow } from './show/mail-pages.ts'
import { encodeMarker, markerOf } from './rows/mail-marker.ts'
import {
  countFlagged,
  holdCounters,
  readCounters,
  type TeamCounts,
} from './rows/mail-count-store.ts'
import {
  isDeep,
  isWindow,
  pageMeta,
  pageRequest,
  type PageRequest,
  type Total,
} from './rows/mail-rules.ts'
import {
  askedPin,
  movesWithTime,
  queryKey,
  requireKnown,
  requireSelection,
  selectInTeam,
  selected,
  type MailQuery,
  type PinnedQuery,
} from './find/mail-selection.ts'
import {
  findMail,
  findMails,
  findSource,
  findDialogue,
  listMails,
  type ListedRow,
} from './rows/mail-store.ts'
import { dialogueView, mailView, summaryView } from './show/mail-view.ts'
import { namesOfTags } from './rows/tag-store.ts'
import { createTeamTags } from './change/team-tags.ts'
import { readWindow } from './show/mail-window.ts'
import { quotaView } from './catch/quota-view.ts'
import { readOwnLimits, writeOwnLimits } from './rows/team-limit-store.ts'
import { createTeamRetention, type Kept } from './keep/team-retention.ts'
import { createUnreadCounts } from './counts/unread-counts.ts'

/**
 * A team's caught mail: listing, searching, reading, marking and deleting it. Every operation takes
 * what an actor wants to do in the team, and refuses what `permit` refuses.
 */
export type Mails = ReturnType<typeof createMails>
export type { OtherPeople } from './find/words/mail-entry.ts'
export type { FoundRow, MailCriteria, MailQuery, MailSearch, PageRow, PinnedQuery }
export * as searchTerms from './find/words/search-terms.ts'

export type MailDeps = ChangeDeps & {
  viewer: Viewer
  /** The addresses that a mail was sent on to, the newest first. */
  forwardsOf: (mailId: number) => Promise<MailForward[]>
  quota?: TeamQuota
  /** What the server keeps of a team's mail at most. */
  retention?: Kept
  /** The SMTP reply to a mail that was stored. */
  queuedReply: (mailId: number) => string
}

type ListQuery = MailQuery & {
  page?: number | undefined
  cursor?: string | undefined
  around?: number | undefined
  per_page?: number | undefined
}

type Named = { ids?: number[] | undefined; query: MailQuery; all?: 'true' | undefined }
/** Stops when the one who asks has this version of what they asked for. */
type UnlessKnown = (version: string) => void
const always: UnlessKnown = () => {}

const idsAtOnce = 5_000
const keepsAll: Kept = { days: null, mails: null }

export function createMails(deps: MailDeps) {
  const { db, viewer, permit, forwardsOf, queuedReply, quota = noQuota, now } = deps
  const retention = createTeamRetention({ db, permit, most: deps.retention ?? keepsAll })
  const tags = createTeamTags(deps)
  const unreadOf = createUnreadCounts({ db, now })

  async function list(
    request: TeamRequest<'read_mail'>,
    query: ListQuery,
    unlessKnown: UnlessKnown = always,
  ): Promise<{ data: MailSummary[]; meta: MailPageMeta }> {
    const { teamId } = request
    const [counters] = await Promise.all([readCounters(db.sql, teamId), permit(db.sql, request)])
    const page = pageRequest(query)
    if (page === null) throw invalid({ cursor: ['field is not valid'] })
    const { search, unread } = requireSelection(query, now())
    if (query.after) requireKnown(query.after, counters)
    if (!movesWithTime(query)) unlessKnown(versionOf(counters))
    const marker = encodeMarker(markerOf(counters.revision))
    const total = { count: unread ? counters.unread : counters.total, isExact: true }
    if (isWindow(page)) {
      if (search !== null) throw invalid({ around: ['Pass around without a search'] })
      const read = () => readWindow(db, teamId, unread, page, total)
      const { rows, meta } = await db.searches.within(1, read)
      return { data: await summariesOf(rows), meta: { ...meta, marker } }
    }
    if (search !== null) {
      const { data, meta } = await find(
        teamId,
        unread ? onlyUnread(search) : search,
        page,
        counters,
      )
      return { data, meta: { ...meta, marker } }
    }
    const read = (of: TeamCounts) =>
      listMails(db.sql, teamId, unread, page, unread ? of.unread : of.total)
    // It may wait for its share, and mail may be deleted meanwhile.
    const readDeep = async () => read(await readCounters(db.sql, teamId))
    const rows = await (isDeep(page) ? db.searches.within(1, readDeep) : read(counters))
    const ids = rows.map((row) => row.id)
    return {
      data: await summariesOf(rows.slice(0, page.perPage)),
      meta: { ...pageMeta(page, ids, total), marker },
    }
  }

  async function find(
    teamId: number,
    search: MailSearch,
    request: PageRequest,
    counters: TeamCounts,
  ): Promise<{ data: MailSummary[]; meta: PageMeta }> {
    const { start, perPage } = request
    const scope = { ...db, teamId }
    const fewRows = looksAtFewRows(search, counters)
    const below = start.by === 'cursor' ? start.beforeId : undefined
    const offset = start.by === 'page' ? (start.page - 1) * perPage : 0
    const limit = limits.matchesCounted + 1
    // Where the page is among what is counted, or each row is asked about, both are one search.
    const isOne = fewRows || (below === undefined && offset + perPage < limit)
    const all = isOne ? await searchMails(scope, search, { limit, fewRows }) : null
    const [ids, count] = all
      ? [
          all.filter((id) => id < (below ?? Infinity)).slice(offset, offset + perPage + 1),
          all.length,
        ]
      : await Promise.all([
          searchMails(scope, search, { offset, limit: perPage + 1, ...(below && { below }) }),
          countFound(scope, search, { limit }),
        ])
    const total: Total = { count: Math.min(count, limit - 1), isExact: count < limit }
    // Some mails may be gone since they were found: the page is shorter then, and the next one follows.
    const rows = await findMails(db.sql, teamId, ids.slice(0, perPage))
    return { data: await summariesOf(rows), meta: pageMeta(request, ids, total) }
  }

  async function summariesOf(rows: ListedRow[]): Promise<MailSummary[]> {
    const ids = rows.map(({ id }) => id)
    const tags = await namesOfTags(db.sql, ids)
    return rows.map((row) => summaryView(row, tags.get(row.id) ?? []))
  }

  async function get(
    request: TeamRequest<'read_mail'>,
    mailId: number,
    unlessKnown: UnlessKnown = always,
  ): Promise<Mail> {
    const [counters] = await Promise.all([
      readCounters(db.sql, request.teamId),
      permit(db.sql, request),
    ])
    // What becomes of forwards is no change of the mail, and a place in the order is forgotten after a day.
    const [forwards, marker] = await Promise.all([forwardsOf(mailId), markerOfMail(db.sql, mailId)])
    const row = await requireMail(request, mailId)
    unlessKnown(versionOf(counters, { forwards, marker }))
    const [contents, transcript, tags] = await Promise.all([
      viewer.view(storedMail(row)),
      findDialogue(db.sql, mailId),
      namesOfTags(db.sql, [mailId]),
    ])
    const dialogue = dialogueView(transcript, queuedReply(mailId))
    return mailView(row, tags.get(mailId) ?? [], contents, { ...dialogue, marker, forwards })
  }

  /** The ids of all mail that a query selects now, the oldest first. */
  async function matching(request: TeamRequest<'read_mail'>, query: MailQuery): Promise<number[]> {
    await permit(db.sql, request)
    const ids: number[] = []
    const selection = await selectInTeam(db.sql, request.teamId, query, now())
    for await (const found of idsThatMeet(request.teamId, selected(selection))) {
      for (const id of found) ids.push(id)
    }
    return ids.toReversed()
  }

  /** How many mails a query selects, however many that is, and how many of them are flagged. */
  async function count(
    request: TeamRequest<'read_mail'>,
    query: MailQuery,
    unlessKnown: UnlessKnown = always,
  ) {
    const { teamId } = request
    const [counters] = await Promise.all([readCounters(db.sql, teamId), permit(db.sql, request)])
    const parts = selected(requireSelection(query, now()))
    if (query.after) requireKnown(query.after, counters)
    if (!movesWithTime(query)) unlessKnown(versionOf(counters))
    if (parts.length === 0) {
      const { total, flagged } = counters
      return { total, flagged }
    }
    const counts = { total: 0, flagged: 0 }
    for await (const found of idsThatMeet(teamId, parts)) {
      counts.total += found.length
      counts.flagged += await countFlagged(db.longReads, found)
    }
    return counts
  }

  /**
   * Refuses to take an empty query for all mail, since a program may fill it in from an unset variable. A call for
   * all mail says so, and selects nothing else.
   */
  function requireNamed({ ids, query, all }: Named): void {
    const selects = selected(requireSelection(query, now())).length > 0
    if (all && (ids || selects)) throw invalid({ all: ['Pass all alone'] })
    if (!ids && !selects && !all) throw invalid({ all: ['Pass ids, a selection, or all=true'] })
  }

  /** The ids of all mail that meets all conditions, some at a time, newest first. */
  async function* idsThatMeet(teamId: number, parts: MailSearch[]): AsyncGenerator<number[]> {
    const scope = { ...db, sql: db.longReads, teamId }
    let below: number | undefined
    for (;;) {
      const page = { limit: idsAtOnce, ...(below !== undefined && { below }) }
      const found = await searchMails(scope, { kind: 'all', parts }, page)
      yield found
      if (found.length < idsAtOnce) return
      below = found.at(-1)
    }
  }

  /** Refuses unless there is such a mail for this actor. */
  async function requireMail(request: TeamRequest, mailId: number): Promise<MailRow> {
    await permit(db.sql, request)
    const row = await findMail(db.sql, request.teamId, mailId)
    if (!row) throw notFound()
    return row
  }

  async function source(request: TeamRequest, mailId: number): Promise<Uint8Array> {
    await permit(db.sql, request)
    return requireSource(request.teamId, mailId)
  }

  async function requireSource(teamId: number, mailId: number): Promise<Uint8Array> {
    const bytes = await findSource(db, teamId, mailId)
    if (!bytes) throw notFound()
    return bytes
  }

  /** Serves the product itself, and no user. Undefined when there is no such mail any more. */
  const keptSource = (teamId: number, mailId: number): Promise<Uint8Array | undefined> =>
    findSource(db, teamId, mailId)

  const storedMail = ({ id, team_id, size }: MailRow): StoredMail => ({
    size,
    read: () => requireSource(team_id, id),
  })

  async function heloOf(mailId: number): Promise<string> {
    const { transcript = '' } = (await findDialogue(db.sql, mailId)) ?? {}
    return greetingOf(transcript) ?? ''
  }

  async function counters(request: TeamRequest<'read_mail'>): Promise<Omit<Counters, 'pinned'>> {
    const [held, own] = await Promise.all([
      readCounters(db.sql, request.teamId),
      readOwnLimits(db.sql, request.teamId),
      permit(db.sql, request),
    ])
    const { total, unread, flagged } = held
    return { total, unread, flagged, quota: quotaView(quotaOf(quota, own), held) }
  }

  /** No mail of the team is written from then on until the transaction ends. */
  const holdMail = (tx: Tx, teamId: number) => holdCounters(tx, teamId)

  /** Sets limits for an operator, in a transaction that holds the team. */
  async function setLimits(
    [tx, afterCommit]: Work,
    teamId: number,
    limits: OwnLimits,
  ): Promise<void> {
    await holdMail(tx, teamId)
    await writeOwnLimits(tx, teamId, limits)
    afterCommit(() => deps.events.emit('teamOutdated', { teamId, userId: null, part: 'counters' }))
  }

  /** How many are unread among the newest mails that each pinned query selects. */
  async function countUnread(
    request: TeamRequest<'read_mail'>,
    pinned: PinnedQuery[],
    timeZone?: string,
  ): Promise<number[]> {
    await permit(db.sql, request)
    return unreadOf(
      request.teamId,
      pinned.map((pin) => askedPin(pin, timeZone)),
    )
  }

  const changes = createMailChanges(deps)
  return {
    list,
    count,
    requireNamed,
    suggestAddresses: createMailAddresses(deps),
    matching,
    get,
    markerOfMail: (mailId: number) => markerOfMail(db.sql, mailId),
    latest: createLatestMail({ ...deps, get }),
    requireMail,
    source,
    keptSource,
    ...createMailContents({ viewer, requireMail, storedMail, heloOf }),
    ...createMailPages(deps),
    lookUp: createMailLookup(deps),
    counters,
    holdMail,
    setLimits,
    retentionOf: retention.get,
    setRetention: retention.set,
    listTags: tags.list,
    tagsOf: tags.of,
    hasTag: tags.has,
    taggingOf: tags.tagging,
    setTagging: tags.setTagging,
    countUnread,
    queryKey,
    ...changes,
  }
}

/** The revision grows with each change that a list could show; `besides` is what else a reply shows. */
function versionOf({ revision }: TeamCounts, besides?: object): string {
  if (besides === undefined) return String(revision)
  const digest = createHash('sha256').update(JSON.stringify(besides)).digest('hex')
  return `${revision}-${digest.slice(0, 16)}`
}

const onlyUnread = (search: MailSearch): MailSearch => ({
  kind: 'all',
  parts: [...conditionsOf(search), isUnread],
})
