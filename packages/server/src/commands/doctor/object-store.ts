import type { SourcesAddress } from '../../lib/sources-url.ts'
import { broken, reasonOf, well, type Finding } from './finding.ts'

const limits = { put: 5_000, get: 5_000, probe: 5_000, list: 5_000 }

export async function checkObjectStore(address: SourcesAddress | null): Promise<Finding[]> {
  if (address === null) return []
  // Loaded only here: most have no object store.
  const { createObjectStore } = await import('../../db/segments/object-store.ts')
  const store = createObjectStore(address, limits)
  const folder = `${address.prefix}doctor/`
  const key = `${folder}${process.pid}`
  try {
    await store.put(key, Buffer.from('Mailstop doctor'))
    await store.get(key, 0, 1)
    await store.list(folder, '')
    await store.remove(key)
    return [well('sources', `${address.endpoint} can be written, read, listed and deleted`)]
  } catch (error) {
    const advice = 'Check SOURCES_URL, the bucket, the rights of the key and the way to the server.'
    return [broken('sources', `${address.endpoint}: ${reasonOf(error)}`, advice)]
  }
}
