import { readdirSync, readFileSync } from 'node:fs'

/** `getconf CLK_TCK`: 100 on every Linux that Node runs on. */
const msPerTick = 10

/**
 * The processor time that a Postgres has used, in milliseconds: by its first process, its present and its ended
 * processes. `backend` is one of its processes.
 */
export function postgresCpuMs(backend: number): number {
  const first = readStat(backend)?.parent ?? 0
  const own = readStat(first)
  if (!own) throw new Error('The first process of Postgres is not found')
  const living = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .reduce((sum, stat) => (stat?.parent === first ? sum + stat.ticks : sum), 0)
  return (own.ticks + own.ticksOfEnded + living) * msPerTick
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
    const [parent = 0, user = 0, system = 0] = [fields[1], fields[11], fields[12]]
    const [endedUser = 0, endedSystem = 0] = [fields[13], fields[14]]
    return { parent, ticks: user + system, ticksOfEnded: endedUser + endedSystem }
  } catch {
    return null
  }
}
