import { rmSync, statfsSync, statSync } from 'node:fs'
import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database, Snapshot } from '../db/database.ts'
import type { Dialect } from '../db/dialect.ts'
import { faultOfStoreFile } from '../db/store-files/check-store-file.ts'
import { newestMigration } from '../db/migrations/migrations.ts'
import { conflict, Refusal } from '../errors.ts'
import { certificateFile } from '../lib/tls/certificate.ts'
import { archiveFiles, manifestFile, type Manifest } from './manifest.ts'
import { tarEnd, tarEntry } from '../lib/tar-entry.ts'

export type Backups = ReturnType<typeof createBackups>

type BackupDeps = {
  db: { dialect: Pick<Dialect, 'name'> } & Pick<Database, 'snapshot'>
  dataDir: string
  appKey: Uint8Array
  version: string
  now: () => number
}

export type ArchiveOptions = {
  /** Packs only the key and the certificate, which is all that can be packed with Postgres. */
  keyOnly: boolean
  signal: AbortSignal
}

/** Left for the mail that comes during a backup. */
const freeBytes = 128 * 1024 * 1024
const chunkBytes = 256 * 1024

/**
 * Archives of everything that a store needs to start elsewhere: the database as it is at one moment, the
 * application's key and the certificate that Mailstop made. The database is first copied beside itself, since
 * a tar says the size of a file before its bytes; so the data folder needs room for a second one.
 */
export function createBackups({ db, dataDir, appKey, version, now }: BackupDeps) {
  const folder = join(dataDir, 'unfinished-backup')
  let isRunning = false

  function archive({ keyOnly, signal }: ArchiveOptions): AsyncGenerator<Uint8Array> {
    return pack(keyOnly ? null : db.snapshot(), signal)
  }

  async function* pack(snapshot: Snapshot | null, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    // Each needs as much room as the database.
    if (isRunning) throw conflict('Another backup is being made. Try again when it is finished.')
    isRunning = true
    try {
      // Refuses before the first bytes: after them a command cannot learn why it gets no archive.
      const copy = snapshot && (await checkedCopy(snapshot, signal))
      const madeAt = now()
      const files: Manifest['files'] = []
      const add = (file: Manifest['files'][number]) => void files.push(file)
      for (const { name, bytes } of await secrets()) {
        yield* tarEntry({ name, size: bytes.length, madeAt }, [bytes], add)
      }
      if (copy !== null) {
        const { size } = await stat(copy)
        const bytes = chunksOf(copy, () => goOn(signal))
        yield* tarEntry({ name: archiveFiles.database, size, madeAt }, bytes, add)
      }
      const manifest: Manifest = {
        format: 'mailstop-backup-1',
        version,
        store: db.dialect.name,
        schema: newestMigration,
        made_at: new Date(madeAt).toISOString(),
        files,
      }
      const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
      yield* tarEntry({ name: manifestFile, size: text.length, madeAt }, [text])
      yield tarEnd()
    } finally {
      removeUnfinished()
      isRunning = false
    }
  }

  /** A key of `APP_KEY` is packed, too: without it the SMTP passwords in the database do not open. */
  async function secrets(): Promise<{ name: string; bytes: Uint8Array }[]> {
    const key = Buffer.from(`${Buffer.from(appKey).toString('base64')}\n`)
    const certificate = await readFile(certificateFile(dataDir)).catch(() => null)
    return [
      { name: archiveFiles.key, bytes: key },
      ...(certificate ? [{ name: archiveFiles.certificate, bytes: certificate }] : []),
    ]
  }

  /** A damaged copy is no backup: a restore would refuse it, when whole ones may have been removed for it. */
  async function checkedCopy(snapshot: Snapshot, signal: AbortSignal): Promise<string> {
    requireRoomForCopy()
    await mkdir(folder, { mode: 0o700 })
    const copy = join(folder, archiveFiles.database)
    await snapshot(copy, () => goOn(signal))
    const fault = await faultOfStoreFile(copy, signal)
    if (fault === null) return copy
    const message = `The database cannot be backed up: a restore would refuse it. ${fault}. Keep the backups that you have.`
    throw new Refusal('unavailable', { message })
  }

  function goOn(signal: AbortSignal): void {
    signal.throwIfAborted()
    // The archive may be written to the same disk.
    requireRoom(0)
  }

  function requireRoomForCopy(): void {
    removeUnfinished()
    requireRoom(statSync(join(dataDir, archiveFiles.database)).size)
  }

  /** Stops before the disk is full, as mail could not be kept then. */
  function requireRoom(bytes: number): void {
    const { bavail, bsize } = statfsSync(dataDir)
    if (bavail * bsize >= bytes + freeBytes) return
    const needed = Math.ceil((bytes + freeBytes) / 1024 / 1024)
    const message = `The disk of the data folder has too little room for a backup: it needs ${needed} MB there for a while.`
    throw new Refusal('unavailable', { message })
  }

  /** Also removes what a killed process left. */
  const removeUnfinished = () => rmSync(folder, { recursive: true, force: true })

  return { archive, removeUnfinished }
}

/** Not a Node stream: one that fails early emits an error, which ends the process if no listener is there yet. */
async function* chunksOf(file: string, goOn: () => void): AsyncGenerator<Uint8Array> {
  const handle = await open(file)
  try {
    for (;;) {
      goOn()
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkBytes))
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}
