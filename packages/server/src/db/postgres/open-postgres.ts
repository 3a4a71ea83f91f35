import type { BaseLogger } from 'pino'
import type { Database } from '../database.ts'

export async function openPostgres(_options: { url: string; log: BaseLogger }): Promise<Database> {
  throw new Error('Not opened')
}
