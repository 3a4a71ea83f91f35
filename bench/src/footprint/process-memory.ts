import { readdirSync, readFileSync } from 'node:fs'

export type Memory = { processes: number; rssMb: number; pssMb: number }

/** Memory of a process and all that come from it. Of PSS, what several share is divided among them. */
export function readMemory(pid: number): Memory {
  const pids = familyOf(pid)
  const sizes = pids.map((id) => readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))
  const sum = (name: string) =>
    sizes.reduce(
      (all, text) => all + Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]),
      0,
    )
  return { processes: pids.length, rssMb: sum('Rss') / 1_024, pssMb: sum('Pss') / 1_024 }
}

function familyOf(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  )
  const family = [pid]
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child)
  }
  return family
}

/** Null when it has ended meanwhile. */
function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
