import type { SQLInputValue } from 'node:sqlite'
import type { Connection } from './connection.ts'
import type { QueryAnswer } from './protocol.ts'

export function runQuery(
  connection: Connection,
  sql: string,
  parameters: readonly unknown[],
): QueryAnswer {
  const { statement, returnsRows } = connection.prepare(sql)
  const values = parameters.map(inputValue)
  if (returnsRows) return { rows: statement.all(...values), changes: null }
  return { rows: [], changes: Number(statement.run(...values).changes) }
}

/**
 * A whole number goes as a bigint: `node:sqlite` binds a number as a float, which an expression
 * without a column type (`'t' || ?`) would show.
 */
export function inputValue(value: unknown): SQLInputValue {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'bigint') {
    return value
  }
  if (value === undefined || value === null) return null
  if (value instanceof Uint8Array) return value
  throw new TypeError(`A ${typeof value} cannot be stored; convert it first`)
}
