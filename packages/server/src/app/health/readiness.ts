import { setTimeout as wait } from 'node:timers/promises'
import type { LastingFault } from '../../db/dialect.ts'

export type ReadinessCheck = StoreCheck | 'smtp' | 'draining'

/** What a ready process may be unable to do meanwhile; no other process could do it in its place. */
export type ImpairedPart = 'sources' | 'store_damaged' | 'store_full'

/** The last one comes beside `store`, and says why it fails. */
type StoreCheck = 'store' | 'migrations' | 'store_read_only'

export type Readiness = ReturnType<typeof createReadiness>

type ReadinessDeps = {
  /** Whether the store has the tables of this version; rejects when the store fails. */
  isMigrated: () => Promise<boolean>
  storeFaults?: () => Promise<LastingFault[]>
  /** Whether the SMTP ports of this process are open; true where it has none. */
  isSmtpOpen: () => boolean
  /** Whether the object store of sources is away; false where there is none. */
  isSourcesAway?: () => boolean
  /** A monotonic clock in milliseconds. */
  elapsed?: () => number
  pause?: (ms: number) => Promise<unknown>
}

const answerMs = 2_000
const keptMs = 1_000

/**
 * Whether this process should get new connections and requests. All requests share one query to the store, at most
 * one a second and never while the last one waits for its answer: many requests cost the store no more than one.
 */
export function createReadiness(deps: ReadinessDeps) {
  const { elapsed = () => performance.now(), isSourcesAway = () => false } = deps
  const { storeFaults = async () => [] } = deps
  const { pause = (ms: number) => wait(ms, undefined, { ref: false }) } = deps
  let isDraining = false
  let isUnanswered = false
  let lasting: LastingFault[] = []
  let last: { at: number; failed: Promise<StoreCheck[]> } | null = null

  async function question(): Promise<StoreCheck[]> {
    isUnanswered = true
    try {
      const faultsFound = storeFaults().then((faults) => (lasting = faults))
      const [isMigrated, faults] = await Promise.all([deps.isMigrated(), faultsFound])
      if (faults.includes('read_only')) return ['store', 'store_read_only']
      return isMigrated ? [] : ['migrations']
    } catch {
      return ['store']
    } finally {
      isUnanswered = false
    }
  }

  async function askStore(): Promise<StoreCheck[]> {
    if (isUnanswered) return ['store']
    return Promise.race([question(), pause(answerMs).then((): StoreCheck[] => ['store'])])
  }

  function storeFailures(): Promise<StoreCheck[]> {
    const isKept = last !== null && elapsed() - last.at < keptMs
    if (last === null || !isKept) last = { at: elapsed(), failed: askStore() }
    return last.failed
  }

  return {
    /** The process is not ready from now on, so that a load balancer sends its clients elsewhere. */
    drain(): void {
      isDraining = true
    },
    /**
     * What this process cannot do now, as far as `failures` found. It stays ready: whole data is still read, and its
     * refusals are better than the error of a load balancer that has no process left.
     */
    impaired: (): ImpairedPart[] => [
      ...(isSourcesAway() ? (['sources'] as const) : []),
      ...(lasting.includes('damaged') ? (['store_damaged'] as const) : []),
      ...(lasting.includes('no_room') ? (['store_full'] as const) : []),
    ],
    /** The checks that fail; none when the process is ready. */
    async failures(): Promise<ReadinessCheck[]> {
      const failed: ReadinessCheck[] = await storeFailures()
      const own: ReadinessCheck[] = deps.isSmtpOpen() ? [] : ['smtp']
      return [...failed, ...own, ...(isDraining ? (['draining'] as const) : [])]
    },
  }
}
