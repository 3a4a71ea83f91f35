import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'

/** A disk of a test's own, which really is full when it is. */
export type SmallDisk = {
  folder: string
  /** Takes all the room that is left. */
  fill(): void
  /** Takes that room back, or so many bytes of it. */
  free(bytes?: number): void
}

/**
 * Mounts one in memory, until the end of the test. Only a user who may mount can do so, as root can
 * in most containers; for others the test is skipped, with the reason beside its name.
 */
export function mountSmallDisk(context: TestContext, megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'mailstop-disk-'))
  try {
    const options = `size=${megabytes}m`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    rmdirSync(folder)
    return context.skip(`No disk can be mounted here, so that none can be filled: ${String(error)}`)
  }
  onTestFinished(() => {
    // Lazily: what still closes its files must not fail the test.
    execFileSync('umount', ['--lazy', folder])
    rmdirSync(folder)
  })
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => fillDisk(filler),
    free(bytes = Infinity) {
      truncateSync(filler, Math.max(0, statSync(filler).size - bytes))
    },
  }
}

function fillDisk(filler: string): void {
  for (const bytes of [1_048_576, 65_536, 4_096, 1]) {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(bytes, 'x'), { flag: 'a' })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
}
