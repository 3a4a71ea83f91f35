import { listMails } from '@mailstop/contract'
import { readUsage } from '../process-usage.ts'
import { startMailstop } from '../targets/mailstop.ts'
import { createMailstopApi, logIn } from '../targets/mailstop-api.ts'
import { startArrivals } from './arrivals.ts'
import { storeOf } from './bench-team.ts'
import { measureChanges, type ChangeTiming } from './changes.ts'
import { timeCalls, type Timing } from './measure.ts'
import { readsOfInboxes } from './reads-of-inboxes.ts'
import { pinAll, reads } from './reads.ts'

export type InboxResult = {
  /** The time from starting the process to its first answer. */
  servingMs: number
  reads: (Timing & { name: string; targetMs: number })[]
  /** Measured after all the reads. */
  rssMb: number
  changes: ChangeTiming[]
}

export async function measureInbox(options: {
  dataDir: string
  databaseUrl: string | null
  reads: boolean
  /** Changes all mail, though it is put back. */
  changes: boolean
  /** 200 mails a second arrive during all reads. */
  arriving?: boolean
  /** Only reads of the two inboxes. */
  inboxes: boolean
}): Promise<InboxResult> {
  const startedAt = performance.now()
  const product = await startMailstop(options.dataDir, storeOf(options.databaseUrl))
  const api = createMailstopApi(product.origin)
  await api.send('GET', '/sanctum/csrf-cookie')
  const servingMs = performance.now() - startedAt
  const team = await logIn(api)
  await api.call(listMails, { params: { team: String(team.id) }, query: {} })
  await pinAll(api, team)
  const asked = options.inboxes ? readsOfInboxes : reads
  const timings = []
  for (const { name, targetMs, call, ...how } of options.reads ? await asked(api, team) : []) {
    const arriving = how.mailArrives || options.arriving ? startArrivals(team, product) : null
    const timing = await timeCalls(call, how)
    await arriving?.stop()
    timings.push({ name, targetMs, ...timing })
    console.log(`${name}: ${timing.p50.toFixed(1)} ms, p95 ${timing.p95.toFixed(1)} ms`)
  }
  const { rssMb } = readUsage(product.process.pid)
  const changes = options.changes ? await measureChanges(api, team, product) : []
  await product.process.stop()
  return { servingMs, reads: timings, rssMb, changes }
}
