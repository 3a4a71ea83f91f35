import { deleteMails, getCounters, restoreMails, updateMails, type Team } from '@mailstop/contract'
import type { MailstopProcess } from '../targets/mailstop.ts'
import type { MailstopApi } from '../targets/mailstop-api.ts'
import { startArrivals } from './arrivals.ts'

/** A change of all mail, made while mail keeps arriving. */
export type ChangeTiming = {
  name: string
  seconds: number
  changed: number
  /** How long arriving mail waited for its 250 meanwhile. */
  arrivals: { count: number; p50: number; p99: number; longest: number }
}

export async function measureChanges(
  api: MailstopApi,
  team: Team,
  product: MailstopProcess,
): Promise<ChangeTiming[]> {
  const params = { team: String(team.id) }
  const markAll = (read: boolean) => api.call(updateMails, { params, query: {}, body: { read } })
  const results: ChangeTiming[] = []
  async function measure(name: string, change: () => Promise<{ count: number }>): Promise<void> {
    const arriving = startArrivals(team, product)
    const from = performance.now()
    const { count } = await change()
    const seconds = (performance.now() - from) / 1_000
    results.push({ name, seconds, changed: count, arrivals: await arriving.stop() })
    console.log(`${name}: ${count} mails in ${seconds.toFixed(1)} s`)
  }
  await measure('mark all read', () => markAll(true))
  await measure('mark all unread', () => markAll(false))
  let deletion = ''
  await measure('delete all', async () => {
    const done = await api.call(deleteMails, { params, query: {}, body: { flagged: 'include' } })
    deletion = done.deletion
    return done
  })
  await measure('undo delete all', () => api.call(restoreMails, { params, body: { deletion } }))
  await api.call(getCounters, { params })
  return results
}
