import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inject, onTestFinished } from 'vitest'
import { asServer, giveToServer } from './postgres.ts'

type Mode = 'transaction' | 'session'

/** A PgBouncer for one test before the database of `url`, with few connections to it; returns the URL through it. */
export async function startPgBouncer(url: string, mode: Mode = 'transaction'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailstop-pgbouncer-'))
  const { searchParams, pathname, username } = new URL(url)
  const settings = `
    [databases]
    * = host=${searchParams.get('host')} user=${username}
    [pgbouncer]
    listen_addr =
    unix_socket_dir = ${folder}
    auth_type = any
    pool_mode = ${mode}
    default_pool_size = 4
    max_client_conn = 200
    server_round_robin = 1`
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, settings.replaceAll(/^ +/gm, ''))
  giveToServer(folder)
  const [command, ...args] = asServer(inject('pgbouncer'), file)
  const running = spawn(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(running, 'exit')
  onTestFinished(async () => {
    running.kill('SIGINT')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const output: string[] = []
  for await (const line of createInterface(running.stderr)) {
    output.push(line)
    if (!line.includes('process up')) continue
    running.stderr.resume()
    return `postgres://${username}@localhost:6432${pathname}?host=${encodeURIComponent(folder)}`
  }
  throw new Error(`PgBouncer did not start:\n${output.join('\n')}`)
}
