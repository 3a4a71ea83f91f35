import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { fieldWeights, quoteLexeme, teamLexeme } from '../../../db/search-index.ts'
import { condition } from './condition-store.ts'
import { wordsAndOthers, type MailSearch, type Words, type WordSearch } from './mail-condition.ts'
import { leadingTags } from './leading-tag.ts'
import type { SearchEngine, SearchPage, SearchScope } from './search-engine.ts'
import { inTeam, newestFirst } from '../../../db/dialects.ts'
import { withOlderWords } from './older-words.ts'
import type { PartSpelling } from './within-store.ts'

export const postgresSearch: SearchEngine = {
  ids: async (scope, search, page) => (await matches(scope, search, page)).map(({ id }) => id),
  count: async (scope, search, page) => (await matches(scope, search, page)).length,
  countUnread: async (scope, search, page) =>
    (await matches(scope, search, page)).filter((mail) => mail.unread).length,
  // Its index has no segments.
  mergeWords: async () => false,
}

async function matches(
  scope: SearchScope,
  asked: MailSearch,
  { limit, offset = 0, below, above, fewRows = false }: SearchPage,
): Promise<MatchedMail[]> {
  const search = withOlderWords(asked)
  const lead = await leadingTags(scope, search)
  const { words, others } = wordsAndOthers(lead ? { kind: 'all', parts: lead.rest } : search)
  const spelling = { words: wordsCondition(scope.teamId), recipient, part, teamId: scope.teamId }
  const rows = others.map((part) => condition(part, spelling))
  if (lead !== null) {
    const match = { words: words && tsQuery(scope.teamId, words), rows, below, above }
    return (await takeTagged(scope, match, lead.keys, offset + limit)).slice(offset)
  }
  if (words !== null) {
    const match = { words: tsQuery(scope.teamId, words), rows, below, above, fewRows }
    return (await newestMatches(scope, { ...match, limit: offset + limit })).slice(offset)
  }
  return found(
    scope,
    sql`
      select ${marks} from mails
      where ${sql.join([inTeam(scope.sql, scope.teamId, { below, above }), ...rows], sql` and `)}
      and trashed_at is null
      order by ${newestFirst} limit ${limit} offset ${offset}`,
  )
}

/** By the collation "C", `lower` folds only ASCII. */
const part: PartSpelling = {
  contains: (text, lowerCase) =>
    sql<SqlBool>`(strpos(lower((${text}) collate "C"), ${lowerCase}) > 0)`,
  elements: (json, key) =>
    key === undefined
      ? sql`json_array_elements(${json}::json) as list (one)`
      : sql`json_array_elements(${json}::json -> ${sql.lit(key)}) as list (one)`,
  element: (property) =>
    property === undefined ? sql`(one #>> '{}')` : sql`(one ->> ${sql.lit(property)})`,
}

const recipient = sql`json_array_elements_text(mails.recipient_keys::json) as address where address`

const wordsCondition = (teamId: number) => (search: WordSearch) =>
  sql<SqlBool>`mails.id in (
    select mail_id from mail_words where words @@ ${tsQuery(teamId, search)}::tsquery)`

/**
 * The newest mails of a team whose words and rows meet conditions. Postgres has an index that returns
 * all mails of a word in no order, and one that returns mails in order whatever their words; what it
 * knows of words is too little to choose by. So it first looks at the newest mails one by one, which
 * tells how frequent matches are: frequent ones are found by going on like that, rare ones by taking
 * all of them from the index. Neither walks over a large part of a large inbox.
 */
type Match = {
  /** A tsquery, which asks for the team too. */
  words: string
  /** On `mails`. */
  rows: RawBuilder<unknown>[]
  limit: number
  /** Only mails of smaller ids. */
  below: number | undefined
  /** Only mails of greater ids. */
  above: number | undefined
  /** So few mails meet the conditions on rows that each can be asked about. */
  fewRows: boolean
}

type MatchedMail = { id: number; unread: boolean }

const marks = sql`mails.id, mails.read_at is null as unread`
/** Holds all that is counted of matches (`limits.matchesCounted`) when nearly every mail is one. */
const sample = 1_100
/** Matches may be rarer further down. */
const slack = 4

async function newestMatches(scope: SearchScope, match: Match): Promise<MatchedMail[]> {
  if (match.fewRows) return walk(scope, match, null)
  const first = await walk(scope, match, sample)
  if (first.length >= match.limit) return first
  const total = await countMails(scope)
  if (total <= sample && match.below === undefined && match.above === undefined) return first
  const density = first.length / sample
  // A mail that is looked at and one that is taken from the index take about the same time, so the
  // smaller number counts: of mails to look at for so many matches, or of all matches.
  if (match.limit / density < density * total) {
    const further = await walk(scope, match, Math.ceil((slack * match.limit) / density))
    if (further.length >= match.limit) return further
  }
  return takeAll(scope, match)
}

/** Asks about each of the newest mails. */
async function walk(scope: SearchScope, match: Match, most: number | null): Promise<MatchedMail[]> {
  const bound = most === null ? sql`` : sql`order by ${newestFirst} limit ${most}`
  // An offset keeps the planner from turning the question round.
  return found(
    scope,
    sql`
      select ${marks} from (
        select * from mails where ${inTeam(scope.sql, scope.teamId, match)}
        and trashed_at is null ${bound}
      ) as mails
      cross join lateral (
        select from mail_words
        where mail_id = mails.id and words @@ ${match.words}::tsquery offset 0
      ) as matching
      where ${all(match.rows)} order by mails.id desc limit ${match.limit}`,
  )
}

/** Takes all that match from the index of words, and looks at the newest of their rows. */
async function takeAll(scope: SearchScope, match: Match): Promise<MatchedMail[]> {
  return found(
    scope,
    sql`
      with matching as materialized (
        select mail_id from mail_words
        where ${all([sql`words @@ ${match.words}::tsquery`, ...isWithin(match)])}
      )
      select ${marks} from (select mail_id from matching order by mail_id desc) as matching
      cross join lateral (
        select * from mails where id = matching.mail_id and ${isKept(scope)} offset 0
      ) as mails
      where ${all(match.rows)} order by matching.mail_id desc limit ${match.limit}`,
  )
}

/** Takes the mails of one of the tags, the newest first, and looks at each. */
async function takeTagged(
  scope: SearchScope,
  { words, rows, ...bounds }: Pick<Match, 'rows' | 'below' | 'above'> & { words: string | null },
  [first, ...others]: string[],
  limit: number,
): Promise<MatchedMail[]> {
  const isOne =
    others.length === 0 ? sql`key = ${first ?? ''}` : sql`key in (${sql.join([first, ...others])})`
  const matching =
    words === null
      ? sql``
      : sql`cross join lateral (
          select from mail_words where mail_id = mails.id and words @@ ${words}::tsquery offset 0
        ) as matching`
  return found(
    scope,
    sql`
      select ${marks} from (
        select ${others.length === 0 ? sql`` : sql`distinct`} mail_id from mail_tags
        where ${all([sql`team_id = ${scope.teamId}`, isOne, ...isWithin(bounds)])}
        order by mail_id desc
      ) as tagged
      cross join lateral (
        select * from mails where id = tagged.mail_id and ${isKept(scope)} offset 0
      ) as mails
      ${matching}
      where ${all(rows)} order by tagged.mail_id desc limit ${limit}`,
  )
}

async function found(scope: SearchScope, query: RawBuilder<unknown>): Promise<MatchedMail[]> {
  const { rows } = await sql<MatchedMail>`${query}`.execute(scope.sql)
  return rows
}

async function countMails({ sql: store, teamId }: SearchScope): Promise<number> {
  const counters = store.selectFrom('team_counters').select('total').where('team_id', '=', teamId)
  return (await counters.executeTakeFirst())?.total ?? 0
}

const isKept = ({ teamId }: SearchScope) => sql`team_id = ${teamId} and trashed_at is null`

const isWithin = ({ below, above }: Pick<Match, 'below' | 'above'>) => [
  ...(below === undefined ? [] : [sql`mail_id < ${below}`]),
  ...(above === undefined ? [] : [sql`mail_id > ${above}`]),
]

const all = (conditions: RawBuilder<unknown>[]) => sql.join([sql`true`, ...conditions], sql` and `)

/** As a tsquery. */
function tsQuery(teamId: number, search: WordSearch): string {
  function wordsQuery({ words, prefix, field }: Words): string {
    const weight = field ? fieldWeights[field] : ''
    const lexemes = words.map((word, index) => {
      const flags = (prefix && index === words.length - 1 ? '*' : '') + weight
      return quoteLexeme(word) + (flags && `:${flags}`)
    })
    return `(${lexemes.join(' <-> ')})`
  }

  function query(search: WordSearch): string {
    switch (search.kind) {
      case 'words':
        return wordsQuery(search.words)
      case 'all':
        return `(${search.parts.map(query).join(' & ')})`
      case 'any':
        return `(${search.parts.map(query).join(' | ')})`
      case 'not':
        return `!${query(search.part)}`
    }
  }

  return `${quoteLexeme(teamLexeme(teamId))} & ${query(search)}`
}
