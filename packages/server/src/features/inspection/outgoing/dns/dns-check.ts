import type { Authentication } from '@mailstop/contract'
import { unavailable } from '../../../../errors.ts'
import type * as dnsTasks from '../../../../egress/dns/dns-worker.ts'
import { createThreadPool, TaskAborted } from '../../../../lib/process/thread-pool.ts'
import type { FairShares } from '../../../../lib/shares/fair-shares.ts'

/** Each check waits for DNS most of the time. `wallMs` is longer than DNS may take. */
const threadLimits = { threads: 2, cpuMs: 4_000, wallMs: 12_000, memoryMb: 128 }

type DnsDeps = {
  shares: FairShares
  /** Name servers; null: those of this machine. */
  servers: string[] | null
}

/** Checks mails against DNS in threads: their signatures cost time, and what DNS answers is a stranger's. */
export function createDnsCheck({ shares, servers }: DnsDeps) {
  const threads = createThreadPool<typeof dnsTasks>({
    module: new URL('../../../../egress/dns/dns-worker.ts', import.meta.url),
    ...threadLimits,
    takesArguments: true,
  })

  async function check(
    mail: { sender: string; ip: string | null },
    read: () => Promise<Uint8Array>,
  ): Promise<Authentication> {
    try {
      return await shares.within(1, async () =>
        threads.run('authenticate', await read(), { ...mail, servers }),
      )
    } catch (error) {
      if (!(error instanceof TaskAborted)) throw error
      throw unavailable({ message: 'This message could not be checked in time.', retryAfter: 5 })
    }
  }

  return { check, rest: threads.rest, stop: threads.stop }
}
