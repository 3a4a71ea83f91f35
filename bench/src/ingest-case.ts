import { setTimeout as delay } from 'node:timers/promises'
import type { LoadMode, LoadResult } from './load/load-job.ts'
import { runLoad } from './load/run-load.ts'
import { readUsage } from './process-usage.ts'
import type { Target } from './targets/target.ts'

/** What one target did in one round and mode. */
export type IngestResult = LoadResult & {
  target: string
  mode: LoadMode
  round: number
  /** The server's processor time, divided by the mails it accepted. */
  cpuMsPerMail: number
  peakRssMb: number
  /** A second after the last mail. */
  rssAfterMb: number
  /** Mails it shows afterwards; null where it keeps none. */
  shown: number | null
}

const settleMs = 1_000

/** A fresh server each time, so that no result depends on what ran before it. */
export async function runIngestCase(
  target: Target,
  mode: LoadMode,
  options: { round: number; connections: number; warmUpMs: number; measureMs: number },
): Promise<IngestResult> {
  const { round, connections, warmUpMs, measureMs } = options
  const server = await target.start()
  try {
    const before = readUsage(server.pid)
    const { smtpPort: port, credentials } = server
    const job = { port, credentials, connections, mode, seed: round, warmUpMs, measureMs }
    const load = await runLoad(job)
    const under = readUsage(server.pid)
    await delay(settleMs)
    const after = readUsage(server.pid)
    const shown = server.countMails ? await server.countMails() : null
    if (shown !== null && shown !== load.accepted) {
      throw new Error(`${target.name} accepted ${load.accepted} mails and shows ${shown}`)
    }
    return {
      ...load,
      target: target.name,
      mode,
      round,
      cpuMsPerMail: (under.cpuMs - before.cpuMs) / load.accepted,
      peakRssMb: after.peakRssMb,
      rssAfterMb: after.rssMb,
      shown,
    }
  } finally {
    await server.stop()
  }
}
