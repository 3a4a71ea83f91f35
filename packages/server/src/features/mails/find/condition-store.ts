import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Dialect } from '../../../db/dialect.ts'
import { arrivedAfter } from '../rows/arrival-store.ts'
import {
  isAboutWords,
  type MailPart,
  type MailSearch,
  type RowTest,
  type WordSearch,
} from './mail-condition.ts'

/** What a database writes in its own way. */
type Spelling = {
  /** That the mail of the row has such words. */
  words(search: WordSearch): RawBuilder<SqlBool>
  /** The recipients' addresses of the row, from `from` to the operator. */
  recipient: RawBuilder<unknown>
  part: PartSpelling
  /** Whose mail is asked for. */
  teamId: number
}

/** The same, of parts of a mail that are compared with a text. */
export type PartSpelling = {
  contains: Dialect['contains']
  /** The elements of a list in JSON as `one`, from `from` on; none where the column is null. */
  elements(json: RawBuilder<unknown>, key?: string): RawBuilder<unknown>
  /** An element itself as text, or a property of it. */
  element(property?: string): RawBuilder<unknown>
}

export function condition(search: MailSearch, spelling: Spelling): RawBuilder<SqlBool> {
  if (isAboutWords(search)) return spelling.words(search)
  const join = (parts: MailSearch[], by: RawBuilder<unknown>) =>
    sql<SqlBool>`(${sql.join(
      parts.map((part) => condition(part, spelling)),
      by,
    )})`
  switch (search.kind) {
    case 'row':
      return rowCondition(search.test, spelling)
    case 'all':
      return join(search.parts, sql` and `)
    case 'any':
      return join(search.parts, sql` or `)
    case 'not':
      return sql<SqlBool>`not ${condition(search.part, spelling)}`
  }
}

const none = sql<SqlBool>`(1 = 0)`

function rowCondition(test: RowTest, { recipient, teamId, part }: Spelling): RawBuilder<SqlBool> {
  if ('within' in test) return withinCondition(test, part)
  if ('is' in test) {
    if (test.is === 'tagged') {
      return sql<SqlBool>`((
        select count(*) from mail_tags where mail_tags.mail_id = mails.id) > 0)`
    }
    return test.is === 'unread'
      ? sql<SqlBool>`(mails.read_at is null)`
      : sql<SqlBool>`(mails.flagged_at is not null)`
  }
  if ('column' in test) {
    const column = sql.ref(`mails.${test.column}`)
    // A comparison with null is neither true nor false, and "not" would leave it so.
    return test.column === 'dated_at'
      ? sql<SqlBool>`((${column} >= ${test.atLeast}) is true)`
      : sql<SqlBool>`(${column} >= ${test.atLeast})`
  }
  if ('tag' in test) {
    // No "exists", which both databases may turn into a join that leads.
    return sql<SqlBool>`((
      select count(*) from mail_tags
      where mail_tags.mail_id = mails.id and mail_tags.key = ${test.tag}) = 1)`
  }
  if ('inboxNamed' in test) throw new Error('The name of an inbox was not looked up')
  if ('inboxes' in test) {
    // Written so that no database goes through the mail of an inbox because of it: it may be most. Postgres takes a case for
    // half of all rows, and a calculation for one in 200, for which it would read and sort all that is unread.
    return test.inboxes.length === 0
      ? none
      : sql<SqlBool>`(case when mails.inbox_id in (${sql.join(test.inboxes)}) then true else false end)`
  }
  if ('mark' in test) {
    return sql<SqlBool>`((
      select count(*) from mail_marks
      where mail_marks.mail_id = mails.id and mail_marks.key = ${test.mark}) = 1)`
  }
  if ('arrivedAfter' in test) {
    const arrived = sql`from mail_arrivals where ${arrivedAfter(teamId, test.arrivedAfter)}`
    // The smallest id bounds how far down a search goes; ids and arrivals are not in the same order. It is
    // written twice: SQLite takes the first comparison as a bound of its index, Postgres the second.
    const first = sql`(select coalesce(min(mail_id), ${Number.MAX_SAFE_INTEGER}) ${arrived})`
    return sql<SqlBool>`(
      mails.id >= ${first} and (mails.team_id, mails.id) >= (${teamId}, ${first})
      and mails.id in (select mail_id ${arrived}))`
  }
  const like = sql`like ${test.like} escape '\\'`
  return test.address === 'sender'
    ? sql<SqlBool>`(mails.sender_key ${like})`
    : sql<SqlBool>`exists (select 1 from ${recipient} ${like})`
}

type Within = Extract<RowTest, { within: MailPart }>

/** That a part of a mail's row contains a text. Never null. */
function withinCondition(
  { within, text }: Within,
  { contains, elements, element }: PartSpelling,
): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`mails.${name}`)
  const either = (...parts: RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(parts, sql` or `)})`
  const has = contains
  const named = () => either(has(element('name'), text), has(element('address'), text))
  /** The text of the list is compared first: few mails are left whose list has to be read. */
  const someone = (list: string, key?: string) => sql<SqlBool>`(
    ${has(sql`coalesce(${column(list)}, '')`, asInJson(text))} and exists (
      select 1 from ${elements(column(list), key)} where ${
        key === 'bcc' ? has(element(), text) : named()
      }))`
  switch (within) {
    case 'subject':
    case 'envelope_from':
      return has(column(within), text)
    case 'from':
      return either(has(column('from_name'), text), has(column('from_address'), text))
    case 'to':
      return someone('recipients')
    case 'cc':
    case 'bcc':
    case 'reply_to':
      return someone('other_people', within)
  }
}

/** Writes as JSON.stringify, which escapes no letter. */
const asInJson = (text: string) => JSON.stringify(text).slice(1, -1)
