import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

/** What a version had stored when it was stopped, as it showed it itself. */
export type Stored = {
  /** Milliseconds. */
  at: number
  email: string
  password: string
  /** The cookies of a browser that is logged in: name and value. */
  cookies: [string, string][]
  team: { id: number; name: string; smtp_username: string; smtp_password: string }
  /** Newest first. */
  mails: { id: number; subject: string; read: boolean; flagged: boolean; source: string }[]
  counters: { total: number; unread: number; flagged: number }
  pins: { label: string | null; query: string; type: string }[]
  rules: { name: string; email: string; status: string; from: string | null }[]
  members: string[]
  invites: string[]
}

/**
 * What a version of the product left behind: a data folder, as names of files with their bytes in base64, and its
 * Postgres, as the statements that make it again.
 */
export type DataFolder = { stored: Stored; files: Record<string, string>; dump?: string }

/** What seals the secrets of a Postgres. */
export const appKey = Buffer.alloc(32, 7).toString('base64')

const pathOf = (name: string) => join(import.meta.dirname, 'folders', `${name}.json.gz`)

export async function writeDataFolder(name: string, folder: DataFolder): Promise<void> {
  await writeFile(pathOf(name), gzipSync(JSON.stringify(folder), { level: 9 }))
}

/** Puts the files of the folder into `dataDir`. */
export async function unpackDataFolder(
  name: string,
  dataDir: string,
): Promise<{ stored: Stored; dump: string | undefined }> {
  const text = gunzipSync(await readFile(pathOf(name))).toString()
  const { stored, files, dump } = JSON.parse(text) as DataFolder
  for (const [file, bytes] of Object.entries(files)) {
    await writeFile(join(dataDir, file), Buffer.from(bytes, 'base64'), { mode: 0o600 })
  }
  return { stored, dump }
}
