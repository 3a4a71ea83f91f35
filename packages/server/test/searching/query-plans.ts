import { CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import type { Database, Sql } from '../../src/db/database.ts'

/**
 * How the database would carry out each statement that `work` runs: the lines of its plan. A statement
 * is carried out as it is asked, so `work` sees what is there.
 */
export async function plansOf(
  db: Database,
  work: (store: Sql) => Promise<unknown>,
): Promise<string[]> {
  const statements = await statementsOf(db, work)
  return Promise.all(statements.map((statement) => planOf(db, statement)))
}

/** How many rows of tables Postgres reads for the statements that `work` runs, those included that it drops. */
export async function rowsRead(
  db: Database,
  work: (store: Sql) => Promise<unknown>,
): Promise<number> {
  const read = async ({ sql, parameters }: CompiledQuery) => {
    const explained = CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters])
    const { rows } = await db.sql.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explained)
    return rows[0]?.['QUERY PLAN'].reduce((sum, { Plan }) => sum + rowsOf(Plan), 0) ?? 0
  }
  const each = await Promise.all((await statementsOf(db, work)).map(read))
  return each.reduce((sum, rows) => sum + rows, 0)
}

type PlanNode = {
  Plans?: PlanNode[]
  'Relation Name'?: string
  'Actual Loops': number
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
}

function rowsOf(node: PlanNode): number {
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': checked = 0 } =
    node
  const own = node['Relation Name'] ? node['Actual Rows'] + filtered + checked : 0
  return (node.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), own * node['Actual Loops'])
}

async function statementsOf(
  db: Database,
  work: (store: Sql) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = []
  const executor = db.sql.getExecutor()
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(executor.compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.sql.withPlugin(recorder))
  return statements
}

async function planOf({ dialect, sql: store }: Database, statement: CompiledQuery) {
  const words = dialect.name === 'sqlite' ? 'explain query plan' : 'explain'
  const explained = CompiledQuery.raw(`${words} ${statement.sql}`, [...statement.parameters])
  const { rows } = await store.executeQuery<Record<string, string>>(explained)
  return rows.map((row) => row['detail'] ?? row['QUERY PLAN'] ?? '').join('\n')
}

/** Matches tables of ranges too, which plans of Postgres name (`db/mail/mail-ranges.ts`). */
export const aboutMails = /\bmails(_below_\d+)?\b/
/** SQLite and Postgres. A virtual table is asked by its index even where it is said to be scanned. */
export const wholeTable =
  /SCAN mails\b|SCAN mail_words(?! VIRTUAL TABLE INDEX \d+:.*M)|Seq Scan on mails(_below_\d+)?\b|SCAN mail_(tags|marks)|Seq Scan on mail_(tags|marks)/
/** A Merge Append has a sort key, and sorts nothing: it takes from ranges that are in order. */
export const sorting = /TEMP B-TREE|\bSort {2}\(cost/

const mailsOfTeam = 4_000
const mailsOfOthers = 36_000
/** How many ranges of Postgres have mail. */
const ranges = 4

/**
 * Mail of two teams, one with a tenth of it: two thirds read, a few flagged or deleted. As rows alone,
 * and the database knows how many there are.
 */
export async function manyMails(db: Database, teamId: number, other: number): Promise<number[]> {
  if (db.dialect.name === 'sqlite') {
    await insertMails(db, [teamId, other], mailsOfTeam + mailsOfOthers)
  } else {
    for (let range = 1; range <= ranges; range += 1) {
      await insertMails(db, [teamId, other], (mailsOfTeam + mailsOfOthers) / ranges)
      const rest = await db.ranges.list()
      const [filling, ahead] = [rest.at(-2), rest.at(-1)]
      // One without mail may be read as a whole, and what is found be sorted with it.
      if (range === ranges && ahead) await db.ranges.remove(ahead)
      else if (filling) await db.ranges.close(filling)
    }
    await sql`vacuum analyze mails`.execute(db.sql)
  }
  const rows = await db.sql.selectFrom('mails').select('id').where('team_id', '=', teamId).execute()
  return rows.map(({ id }) => id)
}

async function insertMails(db: Database, [teamId, other]: [number, number], most: number) {
  const numbers =
    db.dialect.name === 'sqlite'
      ? sql`(with recursive counted (n) as (
            select 1 union all select n + 1 from counted where n < ${most}
          ) select n from counted) as numbers`
      : sql`generate_series(1, ${most}::int) as numbers (n)`
  const [first = 0] = await db.nextIds('mails', most)
  const every = (count: number) => sql`n % ${sql.lit(count)}`
  await sql`
    insert into mails (id, team_id, received_at, dated_at, subject, from_name, from_address, recipients,
      envelope_from, envelope_to, attachment_count, size, read_at, flagged_at, trashed_at)
    select n + ${sql.lit(first - 1)}, case when ${every(10)} = 0 then ${sql.lit(teamId)} else ${sql.lit(other)} end,
      n * 1000, n * 1000, 'Order shipped', 'Shop', 'no-reply@shop.test', '[]', '', '[]', 0, 1000,
      case when ${every(3)} = 0 then null else 1 end, case when ${every(170)} = 0 then 1 end,
      case when ${every(130)} = 0 then 1 end
    from ${numbers}`.execute(db.sql)
}
