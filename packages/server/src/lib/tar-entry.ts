import { createHash } from 'node:crypto'

type TarFile = { name: string; size: number; sha256: string }

const blockBytes = 512

/**
 * One file of a tar. Its size is known before its bytes; it rejects when they are more or fewer. `done` gets
 * its size and hash.
 */
export async function* tarEntry(
  file: { name: string; size: number; madeAt: number },
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  done?: (entry: TarFile) => void,
): AsyncGenerator<Uint8Array> {
  const { name, size, madeAt } = file
  // Loaded only here: a server that makes no backup does not need it.
  const { Header } = await import('tar')
  const block = Buffer.alloc(blockBytes)
  const mtime = new Date(madeAt)
  new Header({ path: name, mode: 0o600, size, type: 'File', mtime, uid: 0, gid: 0 }).encode(block)
  yield block
  const hash = done && createHash('sha256')
  let written = 0
  for await (const chunk of bytes) {
    hash?.update(chunk)
    written += chunk.length
    yield chunk
  }
  if (written !== size) throw new Error(`${name} changed while it was packed`)
  yield Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes)
  if (hash) done?.({ name, size, sha256: hash.digest('hex') })
}

/** Two empty blocks (POSIX pax, "End-of-archive indicator"). */
export const tarEnd = (): Uint8Array => Buffer.alloc(2 * blockBytes)
