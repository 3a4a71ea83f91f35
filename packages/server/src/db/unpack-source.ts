import { unpack } from './packing.ts'
import { SourceDamaged } from './store-faults.ts'

/** The exact bytes of a mail of `size` bytes. Rejects with `SourceDamaged` when they are not those that were packed. */
export async function unpackSource(packed: Uint8Array, size: number): Promise<Uint8Array> {
  const source = await unpack(packed, size).catch((cause: unknown) => {
    throw new SourceDamaged({ cause })
  })
  if (source.length !== size) throw new SourceDamaged()
  return source
}
