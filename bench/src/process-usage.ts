import { readFileSync } from 'node:fs'

/** The resources that a process has used, as Linux counts them. Threads are part of their process. */
export type Usage = { peakRssMb: number; rssMb: number; cpuMs: number }

/** `getconf CLK_TCK`: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100

export function readUsage(pid: number): Usage {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024
  // The fields after the name, which may hold spaces and ends with the last parenthesis.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return {
    peakRssMb: megabytes('VmHWM'),
    rssMb: megabytes('VmRSS'),
    cpuMs: (ticks / ticksPerSecond) * 1_000,
  }
}
