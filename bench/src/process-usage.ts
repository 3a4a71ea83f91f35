import { readdirSync, readFileSync } from 'node:fs'

/** The resources that a process has used, as Linux counts them. Threads are part of their process. */
export type Usage = { peakRssMb: number; rssMb: number; cpuMs: number }

/** `getconf CLK_TCK`: 100 on every Linux that Node runs on. */
const msPerTick = 10

export function readUsage(pid: number): Usage {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024
  return {
    peakRssMb: megabytes('VmHWM'),
    rssMb: megabytes('VmRSS'),
    cpuMs: readStat(pid)?.cpuMs ?? 0,
  }
}

/** The processor time of all processes of a Postgres, ended ones too. `backend` is one of them. */
export function postgresCpuMs(backend: number): number {
  const first = readStat(backend)?.parent ?? 0
  const own = readStat(first)
  if (!own) throw new Error('The first process of Postgres is not found')
  const living = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .reduce((sum, stat) => (stat?.parent === first ? sum + stat.cpuMs : sum), 0)
  return own.cpuMs + own.endedCpuMs + living
}

/** Null when it has ended. */
function readStat(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The fields after the name, which may hold spaces and ends with the last parenthesis.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ms = (user: number) => ((fields[user] ?? 0) + (fields[user + 1] ?? 0)) * msPerTick
    return { parent: fields[1], cpuMs: ms(11), endedCpuMs: ms(13) }
  } catch {
    return null
  }
}
