import { sql, type RawBuilder } from 'kysely'
import type { SearchScope } from './mail-condition.ts'
import { inTeam, newestFirst } from '../../../db/team-mails.ts'

/**
 * The newest mails of a team whose words and rows meet conditions. Postgres has an index that gives
 * all mails of a word in no order, and one that gives mails in order whatever their words; what it
 * knows of words is too little to choose by. So it first looks at the newest mails one by one, which
 * tells how frequent matches are: frequent ones are found by going on like that, rare ones by taking
 * all of them from the index. Neither walks over a large part of a large inbox.
 */
export type Match = {
  /** A tsquery, which asks for the team too. */
  words: string
  /** On `mails`. */
  rows: RawBuilder<unknown>[]
  limit: number
  /** Only mails of smaller ids. */
  below: number | undefined
  /** Few mails are as new as this. */
  from: number | undefined
  /** So few mails meet the conditions on rows that each can be asked about. */
  fewRows: boolean
}

export type MatchedMail = { id: number; unread: boolean }

const marks = sql`mails.id, mails.read_at is null as unread`
/** Holds all that is counted of matches (`limits.matchesCounted`) when nearly every mail is one. */
const sample = 1_100
/** Matches may be rarer further down. */
const slack = 4

export async function newestMatches(scope: SearchScope, match: Match): Promise<MatchedMail[]> {
  if (match.fewRows || match.from !== undefined) return walk(scope, match, null)
  const first = await walk(scope, match, sample)
  if (first.length >= match.limit) return first
  const total = await countMails(scope)
  if (total <= sample && match.below === undefined) return first
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
        where ${all([sql`words @@ ${match.words}::tsquery`, ...isBelow(match)])}
      )
      select ${marks} from (select mail_id from matching order by mail_id desc) as matching
      cross join lateral (
        select * from mails where id = matching.mail_id and ${isKept(scope)} offset 0
      ) as mails
      where ${all(match.rows)} order by matching.mail_id desc limit ${match.limit}`,
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

const isBelow = ({ below }: Match) => (below === undefined ? [] : [sql`mail_id < ${below}`])

const all = (conditions: RawBuilder<unknown>[]) => sql.join([sql`true`, ...conditions], sql` and `)
