import { DamagedSource } from './packing.ts'

/** SQLITE_CORRUPT and its variants, and what Postgres says of a page or an index (`data_corrupted`, `index_corrupted`). */
const sqliteCorrupt = 11
const postgresCorrupt = ['XX001', 'XX002']

/** Whether what was asked for is there and cannot be read, now or later. Whatever is beside it may be whole. */
export function isDamage(error: unknown): error is Error {
  if (error instanceof DamagedSource) return true
  if (!(error instanceof Error)) return false
  const { errcode, code } = error as Error & { errcode?: unknown; code?: unknown }
  return (Number(errcode) & 0xff) === sqliteCorrupt || postgresCorrupt.includes(String(code))
}

/**
 * Returns what `read` returns for many, by one query. A damaged page of the database fails that for all of them: then each is
 * read by a query of its own, and those that are damaged are left out.
 */
export async function readUndamaged<Item>(
  ids: number[],
  read: (ids: number[]) => Promise<Item[]>,
): Promise<Item[]> {
  try {
    return await read(ids)
  } catch (error) {
    if (!isDamage(error)) throw error
    if (ids.length === 1) return []
    const found: Item[] = []
    for (const id of ids) found.push(...(await readUndamaged([id], read)))
    return found
  }
}
