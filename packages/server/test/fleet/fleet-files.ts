import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The files of deploy/fleet with the ports, the paths and the secrets of one test, and with nothing else changed. */
export type FleetPorts = {
  web: number
  smtp: number
  figures: number
  pgbouncer: number
  postgres: number
  s3: number
  /** The ports of each process: HTTP and SMTP. */
  processes: { http: number; smtp: number }[]
}

type Replacement = [from: string | RegExp, to: string]

const source = resolve(import.meta.dirname, '../../../../deploy/fleet')

export function fleetFile(name: string, replacements: Replacement[] = []): string {
  let text = readFileSync(join(source, name), 'utf8')
  for (const [from, to] of replacements) {
    const changed = text.replaceAll(from, to)
    if (changed === text) throw new Error(`deploy/fleet/${name} has no ${String(from)}`)
    text = changed
  }
  return text
}

/** Uses no TLS, and for `isPlain` no PROXY protocol, which older processes do not read. */
export function haproxyConfig(folder: string, ports: FleetPorts, isPlain: boolean): string {
  const text = fleetFile('haproxy.cfg', [
    ['/run/haproxy/admin.sock', join(folder, 'haproxy.sock')],
    [/^ +bind :80\n/gm, ''],
    [/bind :443 .*/g, `bind 127.0.0.1:${ports.web}`],
    [/^.*redirect scheme https.*\n/gm, ''],
    ['bind :2525', `bind 127.0.0.1:${ports.smtp}`],
    ['127.0.0.1:8405', `127.0.0.1:${ports.figures}`],
    ...ports.processes.flatMap(({ http, smtp }, index): Replacement[] => [
      [`127.0.0.1:804${index + 1}`, `127.0.0.1:${http}`],
      [`port 804${index + 1}`, `port ${http}`],
      [`127.0.0.1:254${index + 1}`, `127.0.0.1:${smtp}`],
    ]),
    ...(isPlain ? ([[' send-proxy-v2', '']] as Replacement[]) : []),
  ])
  return written(join(folder, 'haproxy.cfg'), text)
}

export function pgbouncerConfig(folder: string, ports: FleetPorts): string {
  const users = written(join(folder, 'userlist.txt'), '"mailstop" "password"\n')
  const text = fleetFile('pgbouncer.ini', [
    ['port=5432', `port=${ports.postgres}`],
    ['listen_port = 6432', `listen_port = ${ports.pgbouncer}`],
    ['/etc/pgbouncer/userlist.txt', users],
    ['/var/log/postgresql/pgbouncer.log', join(folder, 'pgbouncer-own.log')],
    ['/run/postgresql/pgbouncer.pid', join(folder, 'pgbouncer.pid')],
  ])
  return written(join(folder, 'pgbouncer.ini'), text)
}

type ProcessSettings = {
  folder: string
  ports: FleetPorts
  number: number
  appKey: string
  metricsToken: string
  /** Null: sources stay in Postgres. */
  sourcesUrl: string | null
  /** Written for a version that knows neither PgBouncer nor the PROXY protocol. */
  isPlain: boolean
}

/** The variables of the process as systemd reads them: first of the unit, then of fleet.env. */
export function processVariables(settings: ProcessSettings): Record<string, string> {
  const { folder, ports, number, appKey, metricsToken, sourcesUrl, isPlain } = settings
  const own = ports.processes[number - 1]
  if (!own) throw new Error(`There is no process ${number}`)
  const data = join(folder, `mailstop-${number}`)
  mkdirSync(data, { recursive: true })
  const unit = fleetFile('mailstop@.service', [
    ['%i', String(number)],
    ['%S', folder],
    ['%C', folder],
  ])
  const shared = fleetFile('fleet.env', [
    [/https:.*example.com/g, `http://localhost:${ports.web}`],
    [/=2525/g, `=${ports.smtp}`],
    ['=mail.example.com', '=localhost'],
    ['127.0.0.1:6432', `127.0.0.1:${isPlain ? ports.postgres : ports.pgbouncer}`],
    ['127.0.0.1:5432', `127.0.0.1:${ports.postgres}`],
    ['APP_KEY=', `APP_KEY=${appKey}`],
    ['METRICS_TOKEN=', `METRICS_TOKEN=${metricsToken}`],
    ...(sourcesUrl === null
      ? []
      : ([[/^#SOURCES_URL=.*$/gm, `SOURCES_URL=${sourcesUrl}`]] as Replacement[])),
  ])
  const variables = Object.fromEntries([
    ...[...unit.matchAll(/^Environment=(.*)$/gm)]
      .flatMap(([, pairs = '']) => pairs.split(' '))
      .map(pairOf),
    ...shared.split('\n').flatMap((line) => (/^[A-Z]/.test(line) ? [pairOf(line)] : [])),
  ])
  if (isPlain) {
    delete variables['SMTP_PROXIES']
    delete variables['DATABASE_LIVE_URL']
  }
  return { ...variables, HTTP_PORT: String(own.http), SMTP_PORTS: String(own.smtp) }
}

function pairOf(line: string): [string, string] {
  const at = line.indexOf('=')
  return [line.slice(0, at), line.slice(at + 1)]
}

function written(path: string, text: string): string {
  writeFileSync(path, text)
  return path
}
