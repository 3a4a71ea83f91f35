import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { versitygw } from '../../../../scripts/lib/versitygw.mjs'
import { freePort } from '../processes/free-port.ts'

const key = { id: 'key-of-tests', secret: 'secret/of+tests' }
const bucket = 'mail'

/** A server that speaks S3, with one bucket in a folder, until it is ended. */
export type S3Server = Awaited<ReturnType<typeof startS3>>

/** `folder` is a disk of the caller's; else the server has a folder of its own. */
export async function startS3(folder = mkdtempSync(join(tmpdir(), 'mailstop-s3-'))) {
  const program = await versitygw()
  const files = join(folder, bucket)
  mkdirSync(files, { recursive: true })
  const port = await freePort()
  let server = await start()

  async function start(): Promise<ChildProcess> {
    const options = ['--port', `127.0.0.1:${port}`, '--access', key.id, '--secret', key.secret]
    const child = spawn(
      program,
      [...options, '--keep-alive', '--quiet', 'posix', '--nometa', folder],
      {
        stdio: 'ignore',
      },
    )
    const ended = once(child, 'exit').then(() => {
      throw new Error('versitygw did not start')
    })
    await Promise.race([ended, listening(port)])
    ended.catch(() => {})
    return child
  }

  async function kill(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }

  const url = (changes: Partial<{ port: number; secret: string; prefix: string }> = {}) => {
    const secret = encodeURIComponent(changes.secret ?? key.secret)
    const host = `127.0.0.1:${changes.port ?? port}`
    return `s3://${key.id}:${secret}@${host}/${bucket}${changes.prefix ?? ''}?tls=off`
  }
  return {
    port,
    url,
    kill,
    start: async () => void (server = await start()),
    /** As a host that stands still: connections stay open and silent. The signal takes a moment to stop all its threads. */
    freeze() {
      server.kill('SIGSTOP')
      while (!isStopped(server)) continue
    },
    thaw: () => void server.kill('SIGCONT'),
    /** The objects there are of a prefix, but for those by which the store is probed. */
    objects(prefix = '') {
      const all = readdirSync(join(files, prefix), { recursive: true, withFileTypes: true })
      return all.filter((file) => file.isFile() && file.name !== 'probe').map(({ name }) => name)
    },
    folderOf: (prefix: string) => join(files, prefix),
    async stop(): Promise<void> {
      server.kill('SIGCONT')
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Linux says in which state a process is behind its name. */
const isStopped = ({ pid }: ChildProcess) =>
  readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') T ')

async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
  }
}
