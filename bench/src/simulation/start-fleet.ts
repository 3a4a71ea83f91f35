import { readUsage } from '../process-usage.ts'
import { removeFolder, temporaryFolder } from '../processes.ts'
import { runMailstop, smtpPortOf } from '../targets/mailstop.ts'

export type Fleet = Awaited<ReturnType<typeof startFleet>>

/** Processes of the product that share a Postgres, started at once: several that catch mail, and one for the rest. */
export async function startFleet(processes: number, settings: Record<string, string>) {
  const folders: string[] = []
  const startWith = (roles: string) => {
    const folder = temporaryFolder()
    folders.push(folder)
    return runMailstop(folder, { ...settings, ROLES: roles })
  }
  const beganAt = performance.now()
  const catching = Array.from({ length: processes }, () => startWith('smtp'))
  const serving = startWith('http,worker')
  const [ports] = await Promise.all([
    Promise.all(catching.map(smtpPortOf)),
    serving.line((line) => (line.includes('Inbox') ? line : null)),
  ])
  /** The time from the start of the first process until the last one listens. */
  const startedMs = performance.now() - beganAt
  const running = [...catching, serving]
  return {
    ports,
    startedMs,
    usage: () =>
      running
        .map(({ pid }) => readUsage(pid))
        .reduce((all, one) => ({
          cpuMs: all.cpuMs + one.cpuMs,
          rssMb: all.rssMb + one.rssMb,
          peakRssMb: all.peakRssMb + one.peakRssMb,
        })),
    async stop(): Promise<void> {
      await Promise.all(running.map((one) => one.stop()))
      folders.forEach(removeFolder)
    },
  }
}
