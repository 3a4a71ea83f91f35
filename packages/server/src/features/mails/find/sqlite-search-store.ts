import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { sqlite } from '../../../db/dialects.ts'
import { wordColumns } from '../../../db/words/search-index.ts'
import { condition, type PartSpelling } from './condition-store.ts'
import { type Lead, leadOf, withInboxWords } from './search-lead.ts'
import {
  conditionsOf,
  isAboutWordsOfRow,
  wordsAndOthers,
  writtenWords,
  type MailSearch,
  type Words,
  type WordSearch,
} from './mail-condition.ts'
import type { SearchEngine, SearchPage, SearchScope } from './search-engine.ts'
import { spellOutBeginnings } from './words/word-beginnings-store.ts'

/** Some milliseconds of work; others write between two steps. */
const pagesAtOnce = 64

export const sqliteSearch: SearchEngine = {
  together: (scope, work) => work(scope),

  async ids(scope, search, page) {
    const prepared = await prepare(scope, search, page)
    // One text: a thousand rows take longer to send and to read.
    const { ids } = await scope.sql
      .selectFrom(idsOf(scope, prepared, page).as('found'))
      .select(sql<string>`json_group_array(found.id)`.as('ids'))
      .executeTakeFirstOrThrow()
    return (JSON.parse(ids) as number[]).toSorted((a, b) => b - a)
  },

  async count(scope, search, page) {
    const prepared = await prepare(scope, search, page)
    const { count } = await scope.sql
      .selectFrom(idsOf(scope, prepared, page).as('found'))
      .select((is) => is.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  async countUnread(scope, search, page) {
    const prepared = await prepare(scope, search, page)
    const { count } = await scope.sql
      .selectFrom(
        // A cross join is walked from left to right.
        sql<{ count: number }>`(
          select count(*) as count from ${idsOf(scope, prepared, page)} as found
          cross join mails as unread indexed by unread_mails
          on unread.id = found.id and unread.team_id = ${scope.teamId}
          and unread.read_at is null and unread.trashed_at is null)`.as('unread'),
      )
      .select('count')
      .executeTakeFirstOrThrow()
    return count
  },

  /**
   * FTS5 keeps words in segments, as they were written, and a search looks into each of them. This
   * makes a few segments of many (sqlite.org/fts5.html, section 6.7).
   */
  mergeWords(db) {
    return db.transaction(async (tx) => {
      const changesSoFar = async () => {
        const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(tx)
        return rows[0]?.count ?? 0
      }
      const before = await changesSoFar()
      await sql`insert into mail_words (mail_words, rank) values ('merge', ${pagesAtOnce})`.execute(
        tx,
      )
      // The command itself counts as one change.
      return (await changesSoFar()) - before > 1
    })
  },
}

/** What leads, and the rest of the search with its words as the index is asked for them. */
type Prepared = { search: MailSearch; tags: Lead | null; isOfSmallInbox: boolean }

async function prepare(
  scope: SearchScope,
  search: MailSearch,
  { fewRows }: SearchPage,
): Promise<Prepared> {
  const { tags, rest, isOfSmallInbox } = await leadOf(scope, search, isAboutWordsOfRow)
  const isOfRow = (part: MailSearch) => (tags !== null || fewRows) && isAboutWordsOfRow(part)
  const others: MailSearch = { kind: 'all', parts: rest.filter((part) => !isOfRow(part)) }
  const spelledOut = await spellOutBeginnings(scope, others)
  const parts = [spelledOut, ...rest.filter(isOfRow)]
  return { search: { kind: 'all', parts }, tags, isOfSmallInbox }
}

/** What SQLite is asked: a subquery that returns the ids of one page. */
function idsOf(
  scope: SearchScope,
  { search, tags, isOfSmallInbox }: Prepared,
  page: SearchPage,
): RawBuilder<Found> {
  const fewRows = page.fewRows || tags !== null
  const { words, others } = fewRows
    ? { words: null, others: conditionsOf(search) }
    : wordsAndOthers(search)
  const asked = withInboxWords(scope.teamId, words, others)
  const index = asked === null ? null : ftsQuery(scope.teamId, asked, asked !== words)
  const tagged = isTagged(tags) ? tags : null
  const lead = index === null ? (tagged ? 'tagged.mail_id' : 'mails.id') : 'mail_words.rowid'
  const id = sql.ref(lead)
  const isJoined = index !== null || tagged !== null
  const inbox = isJoined ? onlyInbox(others) : null
  const { teamId } = scope
  const spelling = { words: wordsCondition(teamId, fewRows), recipient, part, teamId }
  const conditions = [
    ...(index === null ? [] : [sql`mail_words match ${index}`]),
    sql`mails.team_id = ${scope.teamId}`,
    sql`mails.trashed_at is null`,
    ...(tags?.table === 'mails' ? [inInboxes(tags.keys)] : []),
    ...(inbox === null ? [] : [inInboxes([inbox])]),
    ...(page.below === undefined ? [] : [sql`${id} < ${page.below}`]),
    ...(page.above === undefined ? [] : [sql`${id} > ${page.above}`]),
    ...others.map((part) => condition(part, spelling)),
  ]
  // FTS5 skips what other inboxes have in half the time where it goes from the oldest to the newest. It goes to the end
  // then, so that has to be near.
  const order = asked !== words && isOfSmallInbox ? sql`+${id}` : id
  // A cross join is walked from left to right: the index leads, in its own order.
  const ofInbox = sql`indexed by mails_of_inbox`
  const from = isJoined
    ? sql`${index === null && tagged ? taggedMails(scope.teamId, tagged) : sql`mail_words`}
        cross join mails ${inbox === null ? indexOfRows(others) : ofInbox} on mails.id = ${id}`
    : sql`mails ${tags ? ofInbox : sql``}`
  return sql<Found>`(
    select mails.id from ${from} where ${sql.join(conditions, sql` and `)}
    order by ${order} desc limit ${page.limit} offset ${page.offset ?? 0})`
}

type Found = { id: number }

type Tagged = Lead & { table: keyof typeof indexOf }
const isTagged = (lead: Lead | null): lead is Tagged => lead !== null && lead.table !== 'mails'

const indexOf = { mail_tags: sql`mails_of_tag`, mail_marks: sql`mails_of_mark` }

/** The mails that have one of the tags. Those of a single tag come in the order of its index. */
function taggedMails(teamId: number, { table, keys }: Tagged): RawBuilder<unknown> {
  const [first, ...others] = keys
  const from = sql`mail_id from ${sql.table(table)} indexed by ${indexOf[table]}`
  if (others.length === 0) {
    return sql`(select ${from} where team_id = ${teamId} and key = ${first ?? ''}) as tagged`
  }
  return sql`(select distinct ${from}
    where team_id = ${teamId} and key in (${sql.join([first, ...others])})) as tagged`
}

/**
 * A mail's row lies on a page with few others. That a mail is kept, unread or flagged, the small
 * indexes tell from pages that are in memory: ten times as quickly, the first time most of all.
 */
function indexOfRows(others: MailSearch[]): RawBuilder<unknown> {
  if (others.some((part) => isRowTest(part, 'flagged'))) return sql`indexed by flagged_mails`
  if (others.some((part) => isRowTest(part, 'unread'))) return sql`indexed by unread_mails`
  return others.every(isAboutTag) ? sql`indexed by kept_mails` : sql``
}

const inInboxes = (ids: readonly string[]) =>
  ids.length === 0 ? sql`1 = 0` : sql`mails.inbox_id in (${sql.join(ids.map(Number))})`

/** The inbox that mails must be in, where one index tells all that is asked of their rows. */
function onlyInbox(others: MailSearch[]): string | null {
  const tests = others.flatMap((part) =>
    part.kind === 'row' && 'inboxes' in part.test ? [part.test.inboxes] : [],
  )
  const [only] = tests[0] ?? []
  const isOne = tests.length === 1 && tests[0]?.length === 1
  const tagTests = others.filter(isAboutTag)
  return isOne && only && tagTests.length === others.length - 1 ? String(only) : null
}

const isAboutTag = (part: MailSearch) =>
  part.kind === 'row' && ('tag' in part.test || 'mark' in part.test)
const isRowTest = (part: MailSearch, is: 'unread' | 'flagged') =>
  part.kind === 'row' && 'is' in part.test && part.test.is === is

const part: PartSpelling = {
  contains: sqlite.contains,
  elements: (json, key) => sql`json_each(${json}, ${key === undefined ? '$' : `$.${key}`}) as one`,
  element: (property) =>
    property === undefined ? sql`one.value` : sql`(one.value ->> ${property})`,
}

const recipient = sql`json_each(mails.recipient_keys) as address where address.value`

/**
 * With `each`, one mail at a time is asked about, of which its row shows the team: the row where it has the words, which
 * takes a twentieth of the time, or else the index.
 */
const wordsCondition = (teamId: number, each: boolean) => (search: WordSearch) => {
  if (each && isAboutWordsOfRow(search)) return rowHasWords(search)
  return each
    ? sql<SqlBool>`exists (
        select 1 from mail_words
        where mail_words match ${ftsQuery(teamId, search, true)} and rowid = mails.id)`
    : sql<SqlBool>`mails.id in (
        select rowid from mail_words where mail_words match ${ftsQuery(teamId, search)})`
}

/** As `wordsOfRow` makes them. */
function rowHasWords(search: WordSearch): RawBuilder<SqlBool> {
  if (search.kind === 'not') return sql`not ${rowHasWords(search.part)}`
  if (search.kind !== 'words') {
    const by = search.kind === 'all' ? sql` and ` : sql` or `
    return sql`(${sql.join(search.parts.map(rowHasWords), by)})`
  }
  const sender = sql`mails.from_name || ' ' || mails.from_address`
  const text = search.words.field === 'sender' ? sender : sql`mails.subject`
  return sql`(has_words(${text}, ${writtenWords(search.words)}) = 1)`
}

/** As an FTS5 query. It does not ask for the team where only mail of the team is asked about, or words name it. */
function ftsQuery(teamId: number, search: WordSearch, teamIsSure = false): string {
  const { columnOf, texts } = wordColumns
  const team = wordColumns.askedTeam(teamId)

  function wordsQuery({ words, prefix, field }: Words): string {
    const phrase = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' + ')
    return `${field ? columnOf[field] : texts} : ${phrase}${prefix ? ' *' : ''}`
  }

  function query(search: WordSearch): string {
    switch (search.kind) {
      case 'words':
        return wordsQuery(search.words)
      case 'any':
        return `(${search.parts.map(query).join(' OR ')})`
      case 'not':
        return `(${team} NOT ${query(search.part)})`
      case 'all': {
        // FTS5 knows "but not" alone: what is denied is taken from what is asked for, or from all.
        const denied = search.parts.flatMap((part) => (part.kind === 'not' ? [part.part] : []))
        const asked = search.parts.filter((part) => part.kind !== 'not')
        const from = asked.length === 0 ? team : asked.map(query).join(' AND ')
        if (denied.length === 0) return `(${from})`
        return `((${from}) NOT (${denied.map(query).join(' OR ')}))`
      }
    }
  }

  return teamIsSure ? query(search) : `${team} AND ${query(search)}`
}
