import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into a process before its own code (`--import`): on each SIGUSR2 prints for how long its
 * event loop was held up at most since the last one, in milliseconds. Twice: as the clock saw it,
 * which on a busy machine includes the work of others, and as processor time of the thread alone.
 */
if (isMainThread) {
  const clock = monitorEventLoopDelay({ resolution: 1 })
  clock.enable()
  let busiest = 0
  let before = process.threadCpuUsage()
  // Between two turns of this the thread did one piece of work, or several short ones.
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    busiest = Math.max(busiest, (user + system) / 1_000)
  }, 1).unref()
  let count = 0
  process.on('SIGUSR2', () => {
    count += 1
    process.stdout.write(`loop ${count} clock ${clock.max / 1e6} thread ${busiest}\n`)
    clock.reset()
    busiest = 0
  })
}
