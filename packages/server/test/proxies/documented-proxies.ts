import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePorts } from '../processes/free-port.ts'
import { newFolder } from '../support/new-folder.ts'

/** The proxies of docs/operating.md, run as it says but for their ports, and without TLS. */
export type Ports = { proxy: number; product: number }

type Start = (ports: Ports, change?: (text: string) => string) => Promise<void>

export const proxies: { name: string; path: string; start: (ports: Ports) => Promise<void> }[] = [
  { name: 'nginx', path: '', start: startNginx },
  { name: 'HAProxy', path: '', start: startHaproxy },
  { name: 'nginx, below a path', path: '/mail', start: below(startNginx) },
  { name: 'HAProxy, below a path', path: '/mail', start: below(startHaproxy) },
  { name: 'Caddy, below a path', path: '/mail', start: startCaddy },
]

/** The one line that is another below a path, as the document has it within a sentence: the new one, then the usual one. */
function below(start: Start): (ports: Ports) => Promise<void> {
  return async (ports) => {
    const page = await documentText()
    const changes = [...page.matchAll(/`([^`]+)`[^`]* in the place of `([^`]+)`/g)]
    await start(ports, (text) => {
      const changed = changes.reduce((all, [, to = '', from = '']) => all.replace(from, to), text)
      if (changed === text) throw new Error('docs/operating.md says no line for below a path')
      return changed
    })
  }
}

async function startCaddy(ports: Ports): Promise<void> {
  const folder = newFolder()
  const file = join(folder, 'Caddyfile')
  const text = (await documented('tools.example.com {'))
    .replace('tools.example.com', `http://:${ports.proxy}`)
    .replace('127.0.0.1:8025', `127.0.0.1:${ports.product}`)
  await writeFile(file, `{\n admin off\n auto_https off\n}\n${text}\n`)
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  await run('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], ports.proxy, env)
}

async function startNginx(ports: Ports, change = (text: string) => text): Promise<void> {
  const folder = newFolder()
  const server = change(await documented('server {'))
    .replace('listen 443 ssl;', `listen 127.0.0.1:${ports.proxy};`)
    .replaceAll(/ssl_certificate.*\n/g, '')
    .replace('127.0.0.1:8025', `127.0.0.1:${ports.product}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    // The temporary file is smaller than by default, as are the files of the test.
    `daemon off; pid ${folder}/pid; error_log stderr; events {}
    http { access_log off; proxy_max_temp_file_size 16m; ${temporary.join(' ')}\n${server} }`,
  )
  await run('nginx', ['-p', folder, '-c', file], ports.proxy)
}

async function startHaproxy(ports: Ports, change = (text: string) => text): Promise<void> {
  const file = join(newFolder(), 'haproxy.cfg')
  const text = change(await documented('defaults'))
    .replace(/bind :443 .*/, `bind 127.0.0.1:${ports.proxy}`)
    .replace('127.0.0.1:8025', `127.0.0.1:${ports.product}`)
  await writeFile(file, `${text}\n`)
  await run('haproxy', ['-db', '-f', file], ports.proxy)
}

/** The balancers of SMTP, before one process. */
export const smtpBalancers = [
  {
    name: 'HAProxy',
    async start(ports: Ports): Promise<void> {
      const file = join(newFolder(), 'haproxy.cfg')
      const text = (await documented('listen smtp'))
        .replace('bind :2525', `bind 127.0.0.1:${ports.proxy}\n timeout connect 5s`)
        .replaceAll(/10\.0\.0\.1\d:2525/g, `127.0.0.1:${ports.product}`)
      await writeFile(file, `${text}\n`)
      await run('haproxy', ['-db', '-f', file], ports.proxy)
    },
  },
  {
    name: 'nginx',
    async start(ports: Ports): Promise<void> {
      const folder = newFolder()
      const file = join(folder, 'nginx.conf')
      const server = `listen 127.0.0.1:${ports.proxy}; proxy_pass 127.0.0.1:${ports.product}`
      await writeFile(
        file,
        `include /etc/nginx/modules-enabled/*.conf; daemon off; pid ${folder}/pid; error_log stderr;
         events {} stream { server { ${server}; proxy_protocol on; } }`,
      )
      // Debian's modules are found from there.
      await run('nginx', ['-p', '/usr/share/nginx', '-c', file], ports.proxy)
    },
  },
]

const documentText = () =>
  readFile(resolve(import.meta.dirname, '../../../../docs/operating.md'), 'utf8')

/** What stands indented in the document from the line `first` on. */
async function documented(first: string): Promise<string> {
  const lines = (await documentText()).split('\n')
  const from = lines.indexOf(`    ${first}`)
  if (from < 0) throw new Error(`docs/operating.md has no ${first}`)
  const length = lines.slice(from).findIndex((line) => /^\S/.test(line))
  return lines.slice(from, from + length).join('\n')
}

/** Runs it until the end of the test, and waits until it listens. */
async function run(command: string, args: string[], port: number, env = {}): Promise<void> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    // oxlint-disable-next-line no-process-env -- the tools are found by PATH
    env: { PATH: process.env['PATH'], ...env },
  })
  let said = ''
  child.stderr.on('data', (bytes) => (said += bytes))
  const ended = once(child, 'close').then(() => {
    throw new Error(`${command} ended: ${said}`)
  })
  ended.catch(() => {})
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended.catch(() => {})
  })
  await Promise.race([ended, untilListening(port)])
}

async function untilListening(port: number): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port })
  const isOpen = await new Promise((tell) => {
    socket.once('connect', () => tell(true))
    socket.once('error', () => tell(false))
  })
  socket.destroy()
  if (isOpen) return
  await new Promise((next) => setTimeout(next, 20))
  await untilListening(port)
}

/** Ports that nobody uses at the moment. */
export async function twoPorts(): Promise<Ports> {
  const [proxy = 0, product = 0] = await freePorts(2)
  return { proxy, product }
}
