import { Client, Pool } from 'pg'
import { Server } from 'socket.io'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresDatabase } from '../../test/databases.ts'
import { createPostgresAdapter } from './postgres-adapter.ts'

test('subscribers look again for missed frames once this process listens, at its start and after a loss', async () => {
  const { url, drop } = await createPostgresDatabase()
  onTestFinished(drop)
  const observer = new Client({ connectionString: url })
  await observer.connect()
  onTestFinished(() => observer.end())
  const pool = new Pool({ connectionString: url, application_name: 'live', max: 2 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  let time = 10
  const missed: { since: number; listening: Promise<number> }[] = []
  let sawLoss = Promise.withResolvers<void>()
  const listening = async () => {
    const { rows } = await observer.query(
      `select from pg_stat_activity where application_name = 'live' and query like 'LISTEN%'`,
    )
    return rows.length
  }
  const adapter = createPostgresAdapter({
    pool,
    now: () => time,
    onError: () => {},
    onMissed(since) {
      missed.push({ since, listening: listening() })
      sawLoss.resolve()
    },
  })
  const server = new Server({ adapter })
  onTestFinished(async () => {
    await server.of('/').adapter.close()
    await pool.end()
  })
  await sawLoss.promise
  expect(missed.map(({ since }) => since)).toEqual([10])
  expect(await missed[0]?.listening).toBe(1)

  sawLoss = Promise.withResolvers()
  time = 20
  await observer.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'live'`,
  )
  await sawLoss.promise
  expect(missed.map(({ since }) => since)).toEqual([10, 20])
  expect(await missed[1]?.listening).toBe(1)
})
