import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Of memory for new objects. V8 would take up to 64 MB, and is hardly quicker for mail with more than this. */
const enoughBytes = 8 * 1024 * 1024

/**
 * Keeps V8 from doubling the memory for new objects once it is enough. What a process is started with
 * (`--max-semi-space-size`) would limit it too, but no program can say that about itself. The setting is
 * the whole process's, so it is taken back when the garbage collector has made that memory smaller.
 */
export function limitYoungMemory(): void {
  let mayGrow = true
  const observer = new PerformanceObserver(() => {
    const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    const isSmall = (space?.space_size ?? 0) < enoughBytes
    if (isSmall === mayGrow) return
    mayGrow = isSmall
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`)
  })
  observer.observe({ entryTypes: ['gc'] })
}
