import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

/**
 * A disk whose power can be cut: what was written to it since the last flush is gone then. nbdkit
 * serves an image through a cache of its own, nbdfuse makes a file of that, a loop device a disk of
 * the file, and ext4 lies on it. nbdkit writes to the image when it is asked to flush and never else,
 * so killing it is the cut: in the middle of a flush, some blocks are written and some are not.
 * Needs root.
 */
export type Drive = {
  /** Where it is mounted. */
  folder: string
  /** A drive that ignores flushes says that it has flushed, and has not. */
  plugIn(flushes: 'honoured' | 'ignored'): Promise<void>
  /** Cuts the power. A process with open files there gets errors, and has to end before `pullOut`. */
  cut(): Promise<void>
  pullOut(): Promise<void>
}

const bytes = 8 * 1024 ** 3
const execute = promisify(execFile)
const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }
const command = async (name: string, ...args: string[]) =>
  (await execute(name, args, { env })).stdout.trim()

/** Formats the image of a drive. */
export async function formatImage(home: string): Promise<void> {
  await writeFile(join(home, 'image'), '')
  await truncate(join(home, 'image'), bytes)
  await command('mkfs.ext4', '-q', '-F', join(home, 'image'))
  await mkdir(join(home, 'mount'))
}

export function createDrive(home: string): Drive {
  const path = (name: string) => join(home, name)
  let nbdkit: ChildProcess | undefined
  /** What has to be taken back, the last first. */
  let undo: (() => Promise<unknown>)[] = []
  /** The same in a hurry, when this process is interrupted. */
  let abandon = () => {}

  /** Starts a server, which writes its process id to a file once it serves. */
  async function serve(name: string, args: string[]): Promise<ChildProcess> {
    const ready = path(`${name}.pid`)
    await rm(ready, { force: true })
    // Its cache lies beside the image, in a file that has no name and goes with the process.
    const server = spawn(name, ['-P', ready, ...args], {
      env: { ...env, TMPDIR: home },
      stdio: 'ignore',
    })
    undo.push(() => end(server))
    while (!existsSync(ready)) {
      if (hasEnded(server)) throw new Error(`${name} ended`)
      await delay(5)
    }
    return server
  }

  return {
    folder: path('mount'),

    async plugIn(flushes) {
      const socket = path('socket')
      await rm(socket, { force: true })
      await writeFile(path('disk'), '')
      const cache = `cache=${flushes === 'honoured' ? 'writeback' : 'unsafe'}`
      const filter = ['--filter=cache', 'file', path('image'), cache, 'cache-min-block-size=4096']
      nbdkit = await serve('nbdkit', ['-f', '-U', socket, ...filter])
      await serve('nbdfuse', [path('disk'), `nbd+unix:///?socket=${socket}`])
      // Lazily, since a program that scans new disks on this machine may still have it open.
      undo.push(() => command('umount', '--lazy', path('disk')))
      const device = await command('losetup', '--find', '--show', path('disk'))
      undo.push(() => command('losetup', '--detach', device))
      // It replays the journal, as every start after a cut does. 1 says that it has mended something.
      await command('e2fsck', '-p', device).catch((error: { code?: number }) => {
        if (error.code !== 1) throw error
      })
      // Nothing is flushed that nobody asked to be, for as long as a round may last.
      await command('mount', '-o', 'commit=300', device, path('mount'))
      undo.push(() => command('umount', path('mount')))
      abandon = () => {
        for (const mount of ['mount', 'disk']) spawnSync('umount', ['--lazy', path(mount)], { env })
        spawnSync('losetup', ['--detach', device], { env })
        nbdkit?.kill('SIGKILL')
      }
      process.once('exit', abandon)
    },

    async cut() {
      if (nbdkit) await end(nbdkit)
    },

    async pullOut() {
      // The servers go before what depends on them, or the system would still flush to the disk.
      process.off('exit', abandon)
      const steps = undo.toReversed()
      undo = []
      if (nbdkit) await end(nbdkit)
      for (const step of steps) await step()
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null

async function end(server: ChildProcess): Promise<void> {
  const closed = hasEnded(server) ? undefined : once(server, 'close')
  server.kill('SIGKILL')
  await closed
}
