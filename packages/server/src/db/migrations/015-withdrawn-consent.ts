import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** The recipient of a forwarding rule can end it, even as a member of its team. */
export function withdrawnConsent(dialect: DialectName): string[] {
  const { integer } = columnTypes[dialect]
  return [`alter table forwarding_rules add column withdrawn_at ${integer}`]
}
