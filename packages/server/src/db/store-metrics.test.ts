import { expect, test, vi } from 'vitest'
import { createMeter } from '../lib/process/meter.ts'
import type { Database } from './database.ts'
import { measureStore } from './store-metrics.ts'

test('a batch that is measured is written as it was asked for', async () => {
  const write = vi.fn<Database['write']>(async () => {})
  const db = { write, measure() {} } as Partial<Database> as Database
  const meter = await createMeter()
  measureStore(meter, { db, hasObjectStore: false, now: Date.now })
  const [batch, options] = [[], { lockMs: 2_000, onCommitted() {} }]
  await db.write(batch, options)
  expect(write).toHaveBeenCalledExactlyOnceWith(batch, options)
  expect(await meter.registry.getSingleMetricAsString('mailstop_batch_seconds')).toContain(
    'outcome="written"} 1',
  )
})
