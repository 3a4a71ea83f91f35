import { DamagedSource } from '../mail/packing.ts'
import { storeTrouble } from '../store-faults.ts'

/** Whether what was asked for is there and cannot be read. Whatever is beside it may be whole. */
export const isDamage = (error: unknown): boolean =>
  error instanceof DamagedSource || storeTrouble(error) === 'damaged'

/**
 * Returns what `read` returns for many, by one query. A damaged page of the database fails that for all of them: then
 * each is read by a query of its own, and damaged ones are left out.
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
