import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { NotAFile } from '../../lib/plain-file.ts'

/**
 * The operator's texts about terms and privacy: text files, read at each request, so that a change shows at once. The
 * web app shows them as text alone.
 */
export type Notices = ReturnType<typeof createNotices>

export type NoticeFiles = { terms: string | null; privacy: string | null }

/** Far above any such text, and little even when a client asks a thousand times. */
const longestBytes = 256 * 1024

export function createNotices(files: NoticeFiles) {
  const textOf = (file: string | null) => (file === null ? null : readStart(file))
  return {
    terms: async () => textOf(files.terms),
    privacy: async () => textOf(files.privacy),
    /** Rejects when a file that was named cannot be read. */
    async check(): Promise<void> {
      await Promise.all([textOf(files.terms), textOf(files.privacy)])
    },
  }
}

async function readStart(path: string): Promise<string> {
  // Opening a pipe would otherwise wait for its other end. Windows has no such flag.
  await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  if (!(await file.stat()).isFile()) throw new NotAFile(path)
  const { bytesRead, buffer } = await file.read(Buffer.alloc(longestBytes), 0, longestBytes, 0)
  return new TextDecoder().decode(buffer.subarray(0, bytesRead))
}
