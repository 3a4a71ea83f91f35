import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A disk in memory that really is full when it is. Only root may mount one. */
export type Disk = { folder: string; fill(): void; free(): void; unmount(): void }

export function mountDisk(folder: string, megabytes: number): Disk {
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  const filler = join(folder, 'filler')
  const unmount = () => {
    process.off('exit', unmount)
    // Lazily: what still closes its files must not fail the test.
    execFileSync('umount', ['--lazy', folder])
  }
  process.once('exit', unmount)
  return {
    folder,
    fill() {
      for (const bytes of [1_048_576, 4_096, 1]) {
        try {
          for (;;) writeFileSync(filler, Buffer.alloc(bytes, 'x'), { flag: 'a' })
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
        }
      }
    },
    free: () => rmSync(filler, { force: true }),
    unmount,
  }
}
