import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { builtProgram } from '../durability/product-child.ts'
import { haproxyConfig, pgbouncerConfig, processVariables, type FleetPorts } from './fleet-files.ts'
import { mountDisk } from './disk.ts'
import { freePorts } from '../processes/free-port.ts'
import { answers, isOpen } from './ports.ts'
import { startPart, type Launch, type Part } from './part.ts'

export type FleetOptions = {
  folder: string
  /** The programs `postgres`, `initdb` and others. */
  postgresBin: string
  /** The program of an S3 server; without it, sources stay in Postgres. */
  versitygw: string | null
  /** What the processes run at first, as of another commit. */
  program?: string
  /** Leaves out PgBouncer, the PROXY protocol and S3, as every version can. */
  isPlain?: boolean
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>

/** The groups of the processes, by which a firewall finds their packets. */
export const groupOf = (number: number) => 61_100 + number
const count = 3

/**
 * Three processes of Mailstop behind HAProxy, on PgBouncer, Postgres and an S3 server, each under a supervisor and all
 * by the files of deploy/fleet. Everything is on loopback.
 */
export async function startFleet(options: FleetOptions) {
  const { folder, postgresBin, versitygw, program = builtProgram, isPlain = false } = options
  // Postgres and PgBouncer run as another user.
  chmodSync(folder, 0o755)
  const [web, smtp, figures, pgbouncer, postgres, s3, ...own] = await freePorts(6 + 2 * count)
  const ports = {
    web,
    smtp,
    figures,
    pgbouncer,
    postgres,
    s3,
    processes: Array.from({ length: count }, (_, at) => ({
      http: own[2 * at],
      smtp: own[2 * at + 1],
    })),
  } as FleetPorts
  const parts = new Map<string, Part>()
  const disk = versitygw === null || isPlain ? null : mountDisk(join(folder, 's3'), 1_500)

  async function add(name: string, launch: Launch, isReady: () => Promise<boolean>): Promise<void> {
    const part = startPart({ name, folder, launch, isReady })
    parts.set(name, part)
    await part.ready
  }

  async function stop(): Promise<void> {
    for (const part of [...parts.values()].toReversed()) await part.end()
    disk?.unmount()
  }

  const sourcesUrl = disk && `s3://fleet:fleet-secret@127.0.0.1:${ports.s3}/mailstop?tls=off`
  const appKey = randomBytes(32).toString('base64')
  const variables = (number: number) => ({
    ...processVariables({
      folder,
      ports,
      number,
      appKey,
      metricsToken: randomBytes(24).toString('hex'),
      sourcesUrl,
      isPlain,
    }),
    LOG_LEVEL: 'warn',
  })

  try {
    await startStore()
    for (let number = 1; number <= count; number += 1) {
      const { http = 0 } = ports.processes[number - 1] ?? {}
      await add(
        `mailstop${number}`,
        {
          command: process.execPath,
          args: [program, 'serve'],
          env: variables(number),
          group: groupOf(number),
        },
        () => answers(http, '/readyz'),
      )
    }
    await add(
      'haproxy',
      { command: 'haproxy', args: ['-W', '-db', '-f', haproxyConfig(folder, ports, isPlain)] },
      () => answers(ports.web, '/readyz'),
    )
  } catch (error) {
    await stop()
    throw error
  }

  function newClient(): Client {
    const connectionString = `postgres://postgres@127.0.0.1:${ports.postgres}/postgres`
    return new Client({ connectionString })
  }

  /** Its port is open before it takes questions. */
  async function takesQuestions(): Promise<boolean> {
    const client = newClient()
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }

  async function startStore(): Promise<void> {
    const user = process.getuid?.() === 0 ? 'postgres' : undefined
    const data = join(folder, 'postgres')
    mkdirSync(data)
    const asServer =
      user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups']
    if (user !== undefined) execFileSync('chown', [user, data, folder])
    const initdb = [
      ...asServer,
      join(postgresBin, 'initdb'),
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '--no-locale',
      '-E',
      'UTF8',
    ]
    execFileSync(initdb[0] as string, initdb.slice(1), { cwd: folder, stdio: 'pipe' })
    const settings = {
      listen_addresses: '127.0.0.1',
      port: ports.postgres,
      max_connections: 100,
      shared_buffers: '256MB',
    }
    const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    await add(
      'postgres',
      { command: join(postgresBin, 'postgres'), args: ['-D', data, '-k', folder, ...words], user },
      takesQuestions,
    )
    const client = newClient()
    await client.connect()
    await client.query(`create role mailstop login password 'password'`)
    await client.query('create database mailstop owner mailstop template template0')
    await client.end()
    if (isPlain) return
    await add(
      'pgbouncer',
      { command: 'pgbouncer', args: [pgbouncerConfig(folder, ports)], user },
      () => isOpen(ports.pgbouncer),
    )
    if (disk === null || versitygw === null) return
    mkdirSync(join(disk.folder, 'mailstop'))
    const args = [
      '--port',
      `127.0.0.1:${ports.s3}`,
      '--keep-alive',
      '--quiet',
      'posix',
      '--nometa',
      disk.folder,
    ]
    const env = { ROOT_ACCESS_KEY: 'fleet', ROOT_SECRET_KEY: 'fleet-secret' }
    await add('s3', { command: versitygw, args, env }, () => isOpen(ports.s3))
  }

  return {
    folder,
    ports,
    disk,
    origin: `http://localhost:${ports.web}`,
    /** The processes of Mailstop by their numbers, from 1. */
    processes: [...parts.values()].filter(({ name }) => name.startsWith('mailstop')),
    part(name: string): Part {
      const part = parts.get(name)
      if (!part) throw new Error(`The fleet has no ${name}`)
      return part
    },
    has: (name: string) => parts.has(name),
    variables,
    stop,
  }
}
