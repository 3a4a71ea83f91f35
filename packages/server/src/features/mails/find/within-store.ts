import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { MailPart, RowTest } from './mail-condition.ts'

/** What a database writes in its own way. */
export type PartSpelling = {
  /** Whether a text contains another, compared without regard to case in ASCII. */
  contains(text: RawBuilder<unknown>, lowerCase: string): RawBuilder<SqlBool>
  /** The elements of a list in JSON as `one`, from `from` on; none where the column is null. */
  elements(json: RawBuilder<unknown>, key?: string): RawBuilder<unknown>
  /** An element itself as text, or a property of it. */
  element(property?: string): RawBuilder<unknown>
}

type Within = Extract<RowTest, { within: MailPart }>

/** That a part of a mail's row contains a text. Never null. */
export function withinCondition(
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
