import { execFile, spawn, type ChildProcess } from 'node:child_process'
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
  /** Cuts the power. Whoever has files open there gets errors, and has to end before `pullOut`. */
  cut(): Promise<void>
  pullOut(): Promise<void>
}

const bytes = 8 * 1024 ** 3
const execute = promisify(execFile)
const command = async (name: string, ...args: string[]) =>
  (await execute(name, args, { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } })).stdout.trim()

/** Formats the image of a drive. */
export async function formatImage(home: string): Promise<void> {
  await writeFile(join(home, 'image'), '')
  await truncate(join(home, 'image'), bytes)
  await command('mkfs.ext4', '-q', '-F', join(home, 'image'))
  await mkdir(join(home, 'mount'))
}

export function createDrive(home: string): Drive {
  const path = (name: string) => join(home, name)
  let servers: ChildProcess[] = []
  let device = ''

  /** Starts a server, which writes its process id to a file once it serves. */
  async function serve(name: string, args: string[]): Promise<void> {
    const ready = path(`${name}.pid`)
    await rm(ready, { force: true })
    // Its cache lies beside the image, in a file that has no name and goes with the process.
    const child = spawn(name, ['-P', ready, ...args], {
      env: { PATH: '/usr/bin:/bin', TMPDIR: home },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    servers.push(child)
    let ended = false
    child.once('close', () => (ended = true))
    while (!existsSync(ready)) {
      if (ended) throw new Error(`${name} ended`)
      await delay(5)
    }
  }

  return {
    folder: path('mount'),

    async plugIn(flushes) {
      const socket = path('socket')
      await rm(socket, { force: true })
      await writeFile(path('disk'), '')
      const cache = `cache=${flushes === 'honoured' ? 'writeback' : 'unsafe'}`
      const filter = ['--filter=cache', 'file', path('image'), cache, 'cache-min-block-size=4096']
      await serve('nbdkit', ['-f', '-U', socket, ...filter])
      await serve('nbdfuse', [path('disk'), `nbd+unix:///?socket=${socket}`])
      device = await command('losetup', '--find', '--show', path('disk'))
      // It replays the journal, as every start after a cut does. 1 says that it has mended something.
      await command('e2fsck', '-p', device).catch((error: { code?: number }) => {
        if (error.code !== 1) throw error
      })
      // Nothing is flushed that nobody asked to be, for as long as a round may last.
      await command('mount', '-o', 'commit=300', device, path('mount'))
    },

    async cut() {
      const [nbdkit] = servers
      if (nbdkit) await end(nbdkit)
    },

    async pullOut() {
      for (const server of servers) await end(server)
      if (servers.length === 0) return
      servers = []
      await command('umount', path('mount'))
      await command('losetup', '--detach', device)
      await command('umount', path('disk'))
    },
  }
}

async function end(server: ChildProcess): Promise<void> {
  const isRunning = server.exitCode === null && server.signalCode === null
  const closed = isRunning ? once(server, 'close') : undefined
  server.kill('SIGKILL')
  await closed
}
