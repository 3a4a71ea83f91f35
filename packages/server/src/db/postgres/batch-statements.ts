import type { CaughtMailSubscriber, CaughtTraits } from '../mail/caught-mail.ts'
import type { BatchStep } from '../database.ts'
import type { TeamTagRow } from '../schema.ts'
import { timesWithDeleted, type OwnLimits } from '../mail/team-quota.ts'
import { orAddToTag, teamTagColumns } from '../mail/team-tags.ts'
import type { Statement, Value } from './round-trip.ts'

// The steps of a batch as SQL. No statement needs the answer of another, so that all can be sent at once.

type Row = Record<string, unknown>

const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'number')

/** Rows of one statement, by the number of rows left: so each table has few statements, which connections prepare. */
const rowsAtOnce = [16, 8, 4, 2, 1]
/** The most rows of a statement of small rows. Such a statement is rare, so it is not prepared. */
const mostRows = 128

/** The rows of an `index` step; they are compressed before the batch begins. */
export type WordRows = { insert: 'new_words'; rows: Row[] }
export type PackedStep = Exclude<BatchStep, { index: unknown }> | WordRows

/** No statements for steps without rows. `caught` and `reindex` are left out, as they need answers. */
export function statementsOf(step: PackedStep): Statement[] {
  if ('add' in step) return step.rows.length === 0 ? [] : additions(step)
  if ('tagged' in step) return step.tagged.length === 0 ? [] : [tagCounts(step.tagged)]
  if ('arrived' in step) return step.arrived.length === 0 ? [] : [arrivals(step)]
  return 'insert' in step ? insertsOf(step.insert, step.rows) : []
}

export function insertsOf(table: string, rows: readonly Row[]): Statement[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const hasBytes = rows.some((row) => Object.values(row).some((it) => it instanceof Uint8Array))
  const most = hasBytes ? Infinity : mostRows
  const statements: Statement[] = []
  for (let start = 0; start < rows.length;) {
    const left = rows.length - start
    const count = left >= most ? most : (rowsAtOnce.find((some) => some <= left) ?? 1)
    statements.push(insertOf(table, columns, rows.slice(start, start + count)))
    start += count
  }
  return statements
}

const insertTexts = new Map<string, string>()

function insertOf(table: string, columns: readonly string[], rows: readonly Row[]): Statement {
  const values: Value[] = []
  /** Names the columns in which a row has no value. */
  let without = ''
  for (const [at, row] of rows.entries()) {
    for (const column of columns) {
      const value = row[column]
      if (value === undefined) without += ` ${at}.${column}`
      else values.push(storedValue(value))
    }
  }
  const key = `${rows.length} ${table} ${columns.join()}`
  const known = without === '' ? insertTexts.get(key) : undefined
  const text = known ?? insertText(table, columns, rows)
  if (without === '') insertTexts.set(key, text)
  // The columns that have values differ from batch to batch.
  return { text, values, isUsual: without === '' && rows.length < mostRows }
}

function insertText(table: string, columns: readonly string[], rows: readonly Row[]): string {
  const names = columns.map((column) => `"${column}"`).join(', ')
  let count = 0
  const tuples = rows.map((row) => {
    const places = columns.map((column) => (row[column] === undefined ? 'default' : `$${++count}`))
    return `(${places.join(', ')})`
  })
  return `insert into "${table}" (${names}) values ${tuples.join(', ')}`
}

/** Subscriptions are locked until the commit: a later change sees the rows that they caused. */
export function subscriptionsOf(
  { select, alias }: CaughtMailSubscriber,
  mails: readonly CaughtTraits[],
): Statement {
  const teamIds = [...new Set(mails.map((mail) => mail.team_id))]
  return {
    text: `${select} and ${alias}.team_id = any($1::bigint[])
      order by ${alias}.id for share of ${alias}`,
    values: [teamIds],
    isUsual: true,
    hasRows: true,
  }
}

/**
 * Rows are locked in the order of their key first, so that two batches never deadlock. Postgres itself compares the
 * limits, by a statement that begins when the rows are held: so the rows are never held while this process has to
 * answer.
 */
function additions(step: Extract<BatchStep, { add: unknown }>): Statement[] {
  const { add: table, key, rows, quota } = step
  const keys = [...new Set(rows.map((row) => row[key]))]
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== key)
  const names = [key, ...columns]
  const valuesOf = (name: string) => rows.map((row: Row) => Number(row[name]))
  // A batch most often has the mail of one team, which takes Postgres half as long.
  const isOne = rows.length === 1
  const values: Value[] = names.map((name) => (isOne ? (valuesOf(name)[0] ?? 0) : valuesOf(name)))
  const place = (value: Value) => `$${values.push(value)}::bigint`
  const changes = columns.map((column, index) =>
    isOne
      ? `"${column}" = kept."${column}" + $${index + 2}::bigint`
      : `"${column}" = kept."${column}" + more."${column}"`,
  )
  const lists = names.map((_, index) => `$${index + 1}::bigint[]`)
  const sums = columns.map((column) => `sum("${column}")::bigint as "${column}"`)
  const which = isOne
    ? `where kept."${key}" = $1::bigint`
    : `from (select "${key}", ${sums.join(', ')}
        from unnest(${lists.join(', ')}) as given ("${names.join('", "')}")
        group by "${key}") as more
      where kept."${key}" = more."${key}"`
  const of = (column: string) => (isOne ? '$1::bigint' : `held.${column}`)
  const why = quota ? refusalText(place(quota.mails), place(quota.bytes)) : 'null::text'
  return [
    isOne
      ? {
          text: `select from "${table}" where "${key}" = $1::bigint for update`,
          values: [keys[0] ?? null],
          isUsual: true,
        }
      : {
          text: `select from "${table}" where "${key}" = any($1::bigint[]) order by "${key}" for update`,
          values: [keys],
          isUsual: true,
        },
    {
      text: `with written as (
          update "${table}" as kept set ${changes.join(', ')} ${which}
          returning kept.*
        ), judged as (
          select held.team_id, ${why} as why
          from written as held
          left join team_limits as own on own.team_id = ${of('team_id')}
          left join teams on teams.id = ${of('team_id')}
        )
        select check_batch(${place(keys.length)}, count(*),
          json_object_agg(team_id, why) filter (where why is not null))
        from judged`,
      values,
      isUsual: true,
    },
  ]
}

/** Why a team may not have its new mail, as `refusedTeams` says it; null if it may. */
function refusalText(usualMails: string, usualBytes: string): string {
  const limit = (own: keyof OwnLimits, usual: string) =>
    `(case own.${own} when 0 then null else coalesce(own.${own}, ${usual}) end)`
  const [mails, bytes] = [limit('max_mails', usualMails), limit('max_bytes', usualBytes)]
  return `case
    when teams.deactivated_at is not null then 'suspended'
    when held.total > ${mails} or held.bytes > ${bytes}
      or held.total + held.trashed > ${timesWithDeleted} * ${mails}
      or held.bytes + held.trashed_bytes > ${timesWithDeleted} * ${bytes} then 'full'
    end`
}

const tagCounts = (rows: readonly TeamTagRow[]): Statement => ({
  text: `insert into team_tags (${teamTagColumns.join(', ')})
    select * from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[])
    ${orAddToTag}`,
  values: teamTagColumns.map((column) => rows.map((row) => row[column])),
  isUsual: true,
})

const arrivals = ({ arrived, at }: Extract<BatchStep, { arrived: unknown }>): Statement => ({
  text: `insert into mail_arrivals (mail_id, team_id, revision, at)
    select given.mail_id, team_id, revision, $3
    from unnest($1::bigint[], $2::bigint[]) as given (mail_id, team_id)
    join team_counters using (team_id)`,
  values: [arrived.map(({ mail_id }) => mail_id), arrived.map(({ team_id }) => team_id), at],
  isUsual: true,
})

/**
 * Postgres keeps every character but NUL in its texts; a mail must not be lost over one. Values that `pg`
 * could fail to write are refused before anything is sent: the statements behind would be run without.
 */
function storedValue(value: unknown): Value {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD')
  if (value === null || typeof value === 'number' || value instanceof Uint8Array) return value
  if (isIds(value)) return value
  throw new TypeError(`A row cannot hold a value of the type ${typeof value}`)
}
