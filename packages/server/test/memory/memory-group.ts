import { existsSync } from 'node:fs'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A group of processes that may hold so much memory together, and no swap. Needs root. */
export type MemoryGroup = {
  /** The command that puts another into the group. */
  under: string[]
  /** The most that was held, in MB, with what the system keeps of files in memory while there is room. */
  peakMb(): Promise<number>
  /** How many of its processes were killed since it was full. */
  kills(): Promise<number>
  remove(): Promise<void>
}

const root = '/sys/fs/cgroup'
const name = `mailstop-memory-${process.pid}`

const first = {
  folder: join(root, 'memory', name),
  limit: 'memory.limit_in_bytes',
  swap: 'memory.memsw.limit_in_bytes',
  peak: 'memory.max_usage_in_bytes',
  events: 'memory.oom_control',
}
const second = {
  folder: join(root, name),
  limit: 'memory.max',
  swap: 'memory.swap.max',
  peak: 'memory.peak',
  events: 'memory.events',
}

/** Works with both versions of cgroups, whichever has the memory controller of this machine. */
export async function createMemoryGroup(megabytes: number): Promise<MemoryGroup> {
  const isFirst = existsSync(join(root, 'memory', 'memory.limit_in_bytes'))
  const { folder, limit, swap, peak, events } = isFirst ? first : second
  const bytes = megabytes * 1024 * 1024
  if (!isFirst) await writeFile(join(root, 'cgroup.subtree_control'), '+memory')
  await mkdir(folder)
  await writeFile(join(folder, limit), String(bytes))
  // The first version counts memory and swap together, and neither need know of swap.
  await writeFile(join(folder, swap), String(isFirst ? bytes : 0)).catch(() => {})
  return {
    under: ['/bin/sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', folder],
    peakMb: async () => Number(await readFile(join(folder, peak), 'utf8')) / 1024 ** 2,
    async kills() {
      const text = await readFile(join(folder, events), 'utf8')
      return Number(/^oom_kill (\d+)$/m.exec(text)?.[1])
    },
    remove: () => rmdir(folder),
  }
}
