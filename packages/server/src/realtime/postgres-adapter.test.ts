import { Client, Pool } from 'pg'
import { Server } from 'socket.io'
import { expect, onTestFinished, test } from 'vitest'
import { newPostgres } from '../../test/support/databases.ts'
import { createPostgresAdapter } from './postgres-adapter.ts'

test('subscribers look again for missed frames once this process listens, at its start and after a loss', async () => {
  const url = await newPostgres()
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
    heard: ['/'],
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

test('a process receives what is sent in the namespaces that it hears, and nothing else', async () => {
  const url = await newPostgres()
  async function join(heard: string[]) {
    const pool = new Pool({ connectionString: url, max: 2 })
    const listening = Promise.withResolvers<void>()
    const onMissed = () => listening.resolve()
    const onError = (error: unknown) => listening.reject(error)
    const server = new Server({
      adapter: createPostgresAdapter({ pool, heard, onMissed, onError, now: Date.now }),
    })
    const received: string[] = []
    const settled = Promise.withResolvers<void>()
    server.of('/some').on('news', (text: string) => received.push(text))
    server.on('news', (text: string) => {
      received.push(text)
      settled.resolve()
    })
    onTestFinished(async () => {
      await Promise.all([server.of('/').adapter.close(), server.of('/some').adapter.close()])
      await pool.end()
    })
    await listening.promise
    return { server, received, settled: settled.promise }
  }
  const sender = await join(['/'])
  const all = await join(['/', '/some'])
  const one = await join(['/'])
  sender.server.of('/some').serverSideEmit('news', 'for some')
  sender.server.serverSideEmit('news', 'for all')
  await Promise.all([all.settled, one.settled])
  expect(all.received).toEqual(['for some', 'for all'])
  expect(one.received).toEqual(['for all'])
})
