import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { createPostgresDatabase } from '../databases.ts'
import { appKey, unpackDataFolder } from './data-folder.ts'

/** What a version left behind, in a folder and, where its mail is there, a Postgres of the test's. */
export async function leftStore(name: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-upgrade-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const { stored, dump } = await unpackDataFolder(name, dataDir)
  const database = dump === undefined ? null : await createPostgresDatabase('template0')
  if (database) {
    onTestFinished(database.drop)
    await askPostgres(database.url, dump ?? '')
  }
  const env = {
    DATA_DIR: dataDir,
    ...(database && { DATABASE_URL: database.url, APP_KEY: appKey }),
  }
  return { stored, dataDir, env, url: database?.url ?? null }
}

export async function askPostgres(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
