import { crc32 } from 'node:zlib'
import { S3mini } from 's3mini'
import type { SourcesAddress } from '../../lib/sources-url.ts'
import { DamagedSource } from '../mail/packing.ts'
import { SourcesAway } from '../store-faults.ts'

/**
 * What is asked of an object store, and how long it may take. Each request fails with `SourcesAway` when the store
 * did not do it, for any reason. Reasons never hold what the server answered, which may repeat an access key.
 */
export type ObjectStore = ReturnType<typeof createObjectStore>

/**
 * Milliseconds of one attempt. Catching waits for `put`: with the commit that follows, it is answered within 30
 * seconds.
 */
export type StoreLimits = Record<'put' | 'get' | 'probe' | 'list', number>
const usualLimits: StoreLimits = { put: 7_000, get: 10_000, probe: 3_000, list: 20_000 }

/** A connection that the server has just closed fails at once: worth a second attempt, unlike one that was slow. */
const quickMs = 1_000
/** What another attempt may change: these of a status, and a connection that failed. */
const passing = [500, 502, 503, 504]

export function createObjectStore(address: SourcesAddress, limits: Partial<StoreLimits> = {}) {
  const { put, get, probe, list } = { ...usualLimits, ...limits }
  const client = (requestAbortTimeout: number) => new S3mini({ ...address, requestAbortTimeout })
  const putting = client(put)
  const getting = client(get)
  const probing = client(probe)
  const listing = client(list)

  async function read(from: S3mini, key: string, start: number, bytes: number) {
    const answer = await from.getObjectRaw(key, false, start, start + bytes)
    const found = new Uint8Array(await answer.arrayBuffer())
    if (found.length <= bytes) return found
    throw new SourcesAway('it returns more than the range that it is asked for', {
      status: answer.status,
    })
  }

  return {
    /** Resolves when the object is stored; the server has compared its checksum. */
    put: (key: string, body: Uint8Array<ArrayBuffer>) =>
      twice(() => putting.putObject(key, body, undefined, undefined, checksum(body))),
    /** Some bytes of an object; rejects with `SourceMissing` when there is none. */
    get: (key: string, start: number, bytes: number) =>
      twice(() => read(getting, key, start, bytes)),
    /** Whether or not there was one. */
    remove: (key: string) =>
      twice(() => getting.deleteObject(key)).catch((error: unknown) => {
        // Some servers say so, where S3 itself says that it is done.
        if (!(error instanceof SourceMissing)) throw error
      }),
    /** At most a thousand keys that begin with `prefix` and stand behind `after`, in their order. */
    list: (prefix: string, after: string) =>
      twice(async () => {
        const options = after === '' ? {} : { 'start-after': after }
        const page = await listing.listObjectsPaged('/', prefix, 1_000, undefined, options)
        if (!page) throw new SourcesAway('there is no such bucket')
        return (page.objects ?? []).map(({ Key }) => Key)
      }),
    /** Whether it takes an object and returns it; `writing` alone fails on a disk that is full. */
    async probe(key: string): Promise<Record<'writing' | 'reading', SourcesAway | null>> {
      const body = Buffer.from('Mailstop writes and reads this object to see whether it can.')
      const failure = (work: Promise<unknown>) => work.then(() => null, faultOf)
      const reads = () => failure(read(probing, key, 0, 1))
      const [writing, reading] = await Promise.all([failure(probing.putObject(key, body)), reads()])
      // The very first probe of a database may have asked for the object before it was there.
      const again = reading instanceof SourceMissing && writing === null ? await reads() : reading
      return { writing: awayOf(writing), reading: awayOf(again) }
    },
  }
}

/** An object that was never stored says nothing against reading. */
const awayOf = (fault: SourcesAway | SourceMissing | null) =>
  fault instanceof SourcesAway ? fault : null

/** There is no such object. */
export class SourceMissing extends DamagedSource {}

const checksum = (body: Uint8Array) => {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return { 'x-amz-checksum-crc32': sum.toString('base64') } as const
}

async function twice<T>(attempt: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  try {
    return await attempt()
  } catch (error) {
    const isPassing = isFromConnection(error) || passing.includes(statusOf(error) ?? 0)
    if (!isPassing || performance.now() - begun > quickMs) throw faultOf(error)
    return await attempt().catch((again: unknown) => {
      throw faultOf(again)
    })
  }
}

const statusOf = (error: unknown): number | null =>
  error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : null

/** Errors of `fetch` have no status, and one of its own limit another name. */
const isFromConnection = (error: unknown): boolean =>
  statusOf(error) === null && !(error instanceof Error && error.name === 'TimeoutError')

function faultOf(error: unknown): SourcesAway | SourceMissing {
  if (error instanceof SourcesAway) return error
  const status = statusOf(error)
  const code = codeOf(error)
  if (status === 404 && code !== 'NoSuchBucket') return new SourceMissing('There is no such object')
  if (status !== null) return new SourcesAway(`it answers ${status} ${code}`, { status })
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new SourcesAway('it does not answer in time')
  }
  const { cause } = error instanceof Error ? error : { cause: undefined }
  return new SourcesAway(`it cannot be reached: ${codeOf(error) || codeOf(cause) || 'no reason'}`)
}

function codeOf(error: unknown): string {
  const { code, serviceCode = code } = (error ?? {}) as { code?: unknown; serviceCode?: unknown }
  const text = typeof serviceCode === 'string' ? serviceCode : ''
  // A word, and nothing that the server may have put there instead.
  return /^\w{1,60}$/.test(text) ? text : ''
}
