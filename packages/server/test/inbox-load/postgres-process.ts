import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { Client } from 'pg'
import { installTools, tools } from '../../../../scripts/lib/debian-packages.mjs'
import { startPostgres } from '../support/stores/postgres.ts'

/**
 * A Postgres server with an empty database of each of the names it is given, for a measurement: what
 * it commits is on disk, and it has the memory that a small server is given, unless settings say otherwise.
 * It tells their addresses and ends when it is disconnected.
 */
const { names, settings } = JSON.parse(process.argv[2] ?? '{}') as {
  names: string[]
  settings: Record<string, string>
}
const memory = { shared_buffers: '512MB', effective_cache_size: '4GB', max_wal_size: '2GB' }

await installTools([tools.postgres])
const initdb = await tools.postgres.find()
if (!initdb) throw new Error('The programs of the PostgreSQL server are not found')
const server = await startPostgres(dirname(realpathSync(initdb)), {
  ...memory,
  fsync: 'on',
  full_page_writes: 'on',
  ...settings,
})
process.on('disconnect', () => void server.stop())

const client = new Client({ connectionString: server.url })
await client.connect()
const urls: string[] = []
for (const name of names) {
  await client.query(`create database ${client.escapeIdentifier(name)} template template0`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  urls.push(url.href)
}
await client.end()
process.send?.({ urls })
