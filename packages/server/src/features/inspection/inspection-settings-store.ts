import type { InspectionSettings } from '@mailstop/contract'
import type { Sql } from '../../db/database.ts'

const usual: InspectionSettings = {
  muted: [],
  clients: [],
  staging_hosts: [],
  domain_ip: null,
  checks_all: false,
}

export async function readSettings(sql: Sql, teamId: number): Promise<InspectionSettings> {
  const row = await sql
    .selectFrom('inspection_settings')
    .select('settings')
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return row ? { ...usual, ...(JSON.parse(row.settings) as Partial<InspectionSettings>) } : usual
}

export async function writeSettings(
  sql: Sql,
  teamId: number,
  settings: InspectionSettings,
): Promise<void> {
  const row = { settings: JSON.stringify(settings), checks_all: settings.checks_all ? 1 : 0 }
  await sql
    .insertInto('inspection_settings')
    .values({ team_id: teamId, ...row })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(row))
    .execute()
}
