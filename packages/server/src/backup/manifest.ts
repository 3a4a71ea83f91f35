import { z } from 'zod'

/**
 * The files of an archive. A backup is a tar of at most four files without folders; the manifest is the last of them,
 * so that an archive that was cut off has none.
 */
export const archiveFiles = {
  database: 'mailstop.sqlite',
  key: 'app-key',
  certificate: 'smtp-certificate.pem',
} as const

export const manifestFile = 'manifest.json'

/** The largest of each, in bytes; of the database, what the disk has room for. */
export const mostBytes: Readonly<Record<string, number>> = {
  [archiveFiles.database]: Number.MAX_SAFE_INTEGER,
  [archiveFiles.key]: 4_096,
  [archiveFiles.certificate]: 1_048_576,
  [manifestFile]: 65_536,
}

export const manifest = z.object({
  format: z.literal('mailstop-backup-1'),
  version: z.string().max(100),
  /** The store of the key: only SQLite's key comes with its database. */
  store: z.enum(['sqlite', 'postgres']),
  schema: z.string().max(200),
  /** When the database was as it is in the archive. */
  made_at: z.iso.datetime(),
  files: z
    .array(z.object({ name: z.string().max(100), size: z.int().min(0), sha256: z.hash('sha256') }))
    .max(3)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length),
})

export type Manifest = z.output<typeof manifest>
