/**
 * Finds orphans: rows whose owner is gone, by every foreign key of the schema and by every column
 * that is named like one, and teams whose parts do not fit together.
 */
type Run = (statement: string) => Promise<Record<string, unknown>[]>
type Relation = { table: string; column: string; owner: string; key: string }

const foreignKeys = {
  SQLite: `
    select tables.name as "table", keys."from" as "column", keys."table" as owner, keys."to" as key
    from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys
    where tables.type = 'table'`,
  Postgres: `
    select constraints.conrelid::regclass::text as "table", columns.attname as "column",
      constraints.confrelid::regclass::text as owner, owners.attname as key
    from pg_constraint as constraints
    join pg_attribute as columns
      on columns.attrelid = constraints.conrelid and columns.attnum = constraints.conkey[1]
    join pg_attribute as owners
      on owners.attrelid = constraints.confrelid and owners.attnum = constraints.confkey[1]
    where constraints.contype = 'f'`,
}

const columns = {
  SQLite: `
    select tables.name as "table", columns.name as "column"
    from sqlite_schema as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and tables.sql not like 'create virtual%'`,
  Postgres: `
    select table_name as "table", column_name as "column"
    from information_schema.columns where table_schema = 'public'`,
}

/** Columns that name an owner, with a foreign key or without. */
const owners: Record<string, string> = {
  team_id: 'teams',
  user_id: 'users',
  owner_id: 'users',
  mail_id: 'mails',
  rule_id: 'forwarding_rules',
}

/** What keeps the number of its owner when that is gone. */
const outliving = new Set(['rule_deliveries.mail_id'])

const unfit: Record<string, string> = {
  'teams without their owner among the members': `
    select id from teams where deleted_at is null and not exists (
      select 1 from team_members where team_id = teams.id and user_id = owner_id and role = 'owner')`,
  'owners of teams that others own': `
    select team_id from team_members join teams on teams.id = team_id
    where role = 'owner' and user_id <> owner_id`,
  'teams without credentials': `
    select id from teams where deleted_at is null
      and not exists (select 1 from inboxes where team_id = teams.id and id = 1)`,
  'members, credentials, tokens or invites of teams that were deleted': `
    select id from teams where deleted_at is not null and (
      exists (select 1 from team_members where team_id = teams.id)
      or exists (select 1 from inboxes where team_id = teams.id)
      or exists (select 1 from api_tokens where team_id = teams.id and revoked_at is null)
      or exists (select 1 from team_invites where team_id = teams.id))`,
  'counters that count wrong': `
    select team_id from team_counters where total <> (
      select count(*) from mails where mails.team_id = team_counters.team_id and trashed_at is null)`,
  'counters that count bytes wrong': `
    select team_id from team_counters where bytes + trashed_bytes <> (
      select coalesce(sum(size), 0)
        + coalesce(sum(4 * (octet_length(envelope_to) - 1024)) filter (where octet_length(envelope_to) > 1024), 0)
      from mails where mails.team_id = team_counters.team_id)`,
  'sources without their mail, or mails without their source': `
    select id from mails where not exists (select 1 from mail_sources where mail_id = mails.id)`,
}

export async function findOrphans(dialect: keyof typeof columns, run: Run): Promise<string[]> {
  const found: string[] = []
  const look = async (what: string, statement: string) => {
    const rows = await run(statement)
    if (rows.length > 0) found.push(`${rows.length} ${what}`)
  }
  for (const { table, column, owner, key } of await relations(dialect, run)) {
    await look(
      `rows of ${table} whose ${column} is gone`,
      `select "${column}" from "${table}" where "${column}" is not null
       and not exists (select 1 from "${owner}" as owners where owners."${key}" = "${table}"."${column}")`,
    )
  }
  for (const [what, statement] of Object.entries(unfit)) await look(what, statement)
  return found
}

/** Also returns how many columns were checked, so that an empty result is not from checking none. */
export async function relations(dialect: keyof typeof columns, run: Run): Promise<Relation[]> {
  const keys = (await run(foreignKeys[dialect])) as Relation[]
  const named = (await run(columns[dialect])).flatMap(({ table, column }) => {
    const owner = owners[String(column)]
    const name = `${String(table)}.${String(column)}`
    if (owner === undefined || outliving.has(name)) return []
    return [{ table: String(table), column: String(column), owner, key: 'id' }]
  })
  const all = [...keys, ...named].map((each) => [`${each.table}.${each.column}`, each] as const)
  return [...new Map(all).values()]
}
