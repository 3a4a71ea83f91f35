import { Client } from 'pg'
import { newPostgres } from '../support/databases.ts'
import { appKey, unpackDataFolder } from './data-folder.ts'
import { newFolder } from '../support/new-folder.ts'

/** What a version left behind, in a folder and, where its mail is there, a Postgres of the test's. */
export async function leftStore(name: string) {
  const dataDir = newFolder()
  const { stored, dump } = await unpackDataFolder(name, dataDir)
  const url = dump === undefined ? null : await newPostgres('template0')
  if (url !== null) await askPostgres(url, dump ?? '')
  const env = {
    DATA_DIR: dataDir,
    ...(url !== null && { DATABASE_URL: url, APP_KEY: appKey }),
  }
  return { stored, dataDir, env, url }
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
