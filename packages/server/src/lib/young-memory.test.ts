import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** How large the memory for new objects becomes, in MB, while 100,000 of them are always in use. */
function youngMemory(before: string): number {
  const script = `
    import { setImmediate } from 'node:timers/promises'
    import { getHeapSpaceStatistics } from 'node:v8'
    ${before}
    let used = []
    for (let turn = 0; turn < 400; turn += 1) {
      for (let made = 0; made < 10_000; made += 1) used.push({ made })
      if (used.length > 100_000) used = []
      await setImmediate()
    }
    const space = getHeapSpaceStatistics().find((one) => one.space_name === 'new_space')
    console.log(space.space_size / 1024 / 1024)
    process.exit()`
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', script]))
}

test('the memory for new objects stays small under load, and would not by itself', () => {
  const module = new URL('./young-memory.ts', import.meta.url).href
  const limit = `import { limitYoungMemory } from ${JSON.stringify(module)}
    limitYoungMemory()`
  expect(youngMemory('')).toBeGreaterThan(16)
  expect(youngMemory(limit)).toBeLessThanOrEqual(16)
})
