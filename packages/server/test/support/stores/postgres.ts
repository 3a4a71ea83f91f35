import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/**
 * A Postgres server for one run of the tests, on a socket in a folder of its own. It trades
 * durability for speed, and ends with the process that started it, however that ends.
 */
export type PostgresServer = { url: string; stop: () => Promise<void> }

const user = 'mailstop'
const cacheDir = fileURLToPath(new URL('../../../node_modules/.cache/mailstop', import.meta.url))
type Settings = Record<string, string | number>
const quick: Settings = {
  listen_addresses: '',
  max_connections: 200,
  shared_buffers: '32MB',
  jit: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
}

/** Ends the server when its own input ends, which it does when the process that started it is gone. */
const keeper = `
  exec 3<&0
  "$@" & server=$!
  { cat <&3 > /dev/null; kill -QUIT $server; } 2> /dev/null &
  wait $server
  rm -rf "$0"`

/** `bin` is the folder of the server's programs; `settings` go before those of a test. */
export async function startPostgres(bin: string, settings: Settings = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'mailstop-postgres-'))
  const data = join(folder, 'data')
  giveToServer(folder)
  try {
    placeCluster(bin, data)
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }

  const options = Object.entries({ ...quick, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const server = [join(bin, 'postgres'), '-D', data, '-k', folder, ...options]
  const [command, ...args] = asServer('sh', '-c', keeper, folder, ...server)
  // A group of its own: an interrupt from the terminal must not end the keeper before its work.
  const keeping = spawn(command, args, {
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const ended = once(keeping, 'exit')
  async function stop(): Promise<void> {
    keeping.stdin.end()
    await ended
  }

  const output: string[] = []
  for await (const line of createInterface(keeping.stderr)) {
    output.push(line)
    if (line.includes('ready to accept connections')) {
      keeping.stderr.resume()
      const url = `postgres://${user}@localhost/postgres?host=${encodeURIComponent(folder)}`
      return { url, stop }
    }
  }
  await stop()
  throw new Error(`Postgres did not start:\n${output.join('\n')}`)
}

/** Creating a cluster takes a second, copying one much less: it is created once and kept. */
function placeCluster(bin: string, data: string): void {
  const kept = join(cacheDir, `postgres-${basename(dirname(bin))}`)
  if (existsSync(kept)) {
    cpSync(kept, data, { recursive: true })
    chmodSync(data, 0o700)
    giveToServer(data)
    return
  }
  const initdb = [join(bin, 'initdb'), '-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8']
  const [command, ...args] = asServer(...initdb, '--no-locale', '--no-sync')
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: dirname(data) })
  keepCluster(data, kept)
}

function keepCluster(data: string, kept: string): void {
  mkdirSync(cacheDir, { recursive: true })
  const copy = mkdtempSync(join(cacheDir, 'postgres-'))
  cpSync(data, copy, { recursive: true })
  try {
    renameSync(copy, kept)
  } catch (error) {
    rmSync(copy, { recursive: true })
    // Another run that started at the same time was faster.
    if (!existsSync(kept)) throw error
  }
}

/** Postgres refuses to run as root, where Debian has a user for it. */
export function asServer(...command: string[]): [string, ...string[]] {
  const drop = ['--reuid=postgres', '--regid=postgres', '--clear-groups']
  return process.getuid?.() === 0 ? ['setpriv', ...drop, ...command] : ['env', ...command]
}

export function giveToServer(path: string): void {
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres:postgres', path])
}
