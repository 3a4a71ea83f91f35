import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { faultOfStoreFile } from '../db/store-files/check-store-file.ts'
import { moveRevisions } from '../db/later-revisions.ts'
import { unfinishedRestore } from '../db/store-files/lost-parts.ts'
import { makeFolder } from '../db/store-files/make-folder.ts'
import { initialMigration, newestMigration } from '../db/migrations/migrations.ts'
import { tooOld } from '../db/store-files/older-store.ts'
import { BadArchive, unpack } from './archive-reader.ts'
import {
  archiveFiles,
  manifest as manifestSchema,
  manifestFile,
  type Manifest,
} from './manifest.ts'
import { syncFolder } from './whole-file.ts'

/** What a new disk has in its root. */
const notOurs = new Set(['lost+found'])

/**
 * Makes a data folder of an archive: in a folder that is empty or does not exist, and only once all of the
 * archive has been checked. An archive that cannot be used leaves the folder as it was.
 */
export async function restore(bytes: AsyncIterable<Uint8Array>, folder: string): Promise<Manifest> {
  const isNew = !existsSync(folder)
  if (isNew) makeFolder(folder)
  requireEmpty(folder)
  const unfinished = join(folder, unfinishedRestore)
  mkdirSync(unfinished, { mode: 0o700 })
  try {
    const manifest = await check(await unpack(bytes, unfinished), unfinished)
    const database = join(unfinished, archiveFiles.database)
    if (existsSync(database)) moveRevisions(database, Date.now())
    requireEmpty(folder, unfinishedRestore)
    // The database comes last: it is never there without its key.
    const isDatabase = (name: string) => Number(name === archiveFiles.database)
    const names = manifest.files.map(({ name }) => name)
    names.sort((a, b) => isDatabase(a) - isDatabase(b))
    for (const name of names) renameSync(join(unfinished, name), join(folder, name))
    rmSync(unfinished, { recursive: true })
    await syncFolder(folder)
    return manifest
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (isNew) removeIfEmpty(folder)
    throw error
  }
}

/** A server may have been started in it meanwhile, whose mail is not ours to delete. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // What failed before is what the operator has to know.
  }
}

function requireEmpty(folder: string, ours?: string): void {
  const [found] = readdirSync(folder).filter((name) => !notOurs.has(name) && name !== ours)
  if (found === undefined) return
  if (found === unfinishedRestore) {
    throw new Error(
      `${folder} holds a restore that is not finished. If none is running, it was killed: remove ${join(folder, found)} and what else is in the folder, and restore again.`,
    )
  }
  throw new Error(`${folder} is not empty: it holds ${found}. Name a folder that is, or a new one.`)
}

async function check(
  unpacked: Awaited<ReturnType<typeof unpack>>,
  folder: string,
): Promise<Manifest> {
  if (!unpacked.has(manifestFile)) {
    throw new BadArchive('it has no manifest, so it is no backup or was cut off')
  }
  const manifest = readManifest(join(folder, manifestFile))
  for (const { name, size, sha256 } of manifest.files) {
    const found = unpacked.get(name)
    if (!found) throw new BadArchive(`${name} is missing in it`)
    if (found.size !== size || found.sha256 !== sha256) {
      throw new BadArchive(`${name} is damaged: its bytes are not those that were packed`)
    }
  }
  const listed = new Set([...manifest.files.map(({ name }) => name), manifestFile])
  const unlisted = [...unpacked.keys()].find((name) => !listed.has(name))
  if (unlisted !== undefined) throw new BadArchive(`its manifest does not name ${unlisted}`)
  if (!listed.has(archiveFiles.key)) throw new BadArchive(`${archiveFiles.key} is missing in it`)
  if (manifest.schema < initialMigration) throw new BadArchive(tooOld)
  if (manifest.schema > newestMigration) {
    throw new BadArchive(
      `it was made by a newer Mailstop, ${manifest.version}. Restore it with that version or a later one`,
    )
  }
  if (listed.has(archiveFiles.database)) {
    const fault = await faultOfStoreFile(join(folder, archiveFiles.database))
    if (fault !== null) throw new BadArchive(`its database cannot be used. ${fault}`)
  } else if (manifest.store === 'sqlite') {
    throw new BadArchive('it has the key alone: it was made with --key-only')
  }
  return manifest
}

function readManifest(file: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new BadArchive('its manifest cannot be read')
  }
}
