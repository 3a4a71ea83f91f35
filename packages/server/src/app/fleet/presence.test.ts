import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { newPostgres } from '../../../test/support/databases.ts'
import { openDatabase } from '../../db/open-database.ts'
import { createMeter } from '../../lib/process/meter.ts'
import { divideConnections } from '../../lib/process/database-connections.ts'
import { createPresence } from './presence.ts'

test('a fleet without a worker is in the log once, and in the metrics of every process', async () => {
  const databaseUrl = await newPostgres()
  const db = await openDatabase({ dataDir: tmpdir(), databaseUrl, log: pino({ level: 'silent' }) })
  onTestFinished(() => db.close())
  const clock = { time: 1_700_000_000_000 }
  const logged: string[] = []
  const log = pino({}, { write: (line) => logged.push((JSON.parse(line) as { msg: string }).msg) })
  const metrics = await createMeter()
  const presenceOf = (role: 'http' | 'worker', own = {}) =>
    createPresence({
      db,
      config: { roles: [role] },
      connections: divideConnections([role], null),
      product: { version: '1.0.0', commit: null },
      metrics: undefined,
      log,
      report: (error) => expect(error).toBeUndefined(),
      now: () => clock.time,
      ...own,
    })
  const here = presenceOf('http', { metrics })
  const workers = async () =>
    (await metrics.registry.getMetricsAsJSON())
      .find(({ name }) => name === 'mailstop_processes')
      ?.values.find(({ labels }) => labels['role'] === 'worker')?.value

  await here.look()
  expect([logged, await workers()]).toEqual([[], 0])
  clock.time += 60_000
  await here.look()
  await here.look()
  expect(logged).toEqual([expect.stringMatching(/^No process with the role worker is there/)])
  await presenceOf('worker').look()
  await here.look()
  expect(logged.slice(1)).toEqual(['The processes are complete again'])
  expect(await workers()).toBe(1)
})
