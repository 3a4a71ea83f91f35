import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { installTools, tools } from '../../../../scripts/lib/debian-packages.mjs'
import { newFolder } from '../support/new-folder.ts'
import { freePort } from '../processes/free-port.ts'

const isRoot = process.getuid?.() === 0
const as = (user: string) => (isRoot ? ['-u', user] : [])

/** SpamAssassin of Debian without questions to the network; returns its URL. */
export async function startSpamd(): Promise<string> {
  await installTools([tools.spamassassin])
  const program = (await tools.spamassassin.find()) ?? ''
  const port = await freePort()
  const options = ['-L', '-x', '--max-children=1', '-i', `127.0.0.1:${port}`, '--syslog=null']
  const folder = openFolder()
  await start(program, [...options, `--helper-home-dir=${folder}`, ...as('nobody')], port)
  return `spamd://127.0.0.1:${port}`
}

/** Rspamd of Debian, whose name server does not exist; returns the URL of what scores mail. */
export async function startRspamd(): Promise<string> {
  await installTools([tools.rspamd])
  const [port, closed] = [await freePort(), await freePort()]
  const folder = openFolder()
  const settings = {
    'worker-normal': `bind_socket = "127.0.0.1:${port}"; count = 1;`,
    'worker-controller': 'enabled = false;',
    'worker-proxy': 'enabled = false;',
    'worker-fuzzy': 'enabled = false;',
    options: `dns { nameserver = ["127.0.0.1:${closed}"]; timeout = 100ms; retransmits = 1; }`,
    logging: 'type = "console"; level = "silent";',
  }
  mkdirSync(join(folder, 'local.d'))
  for (const [name, text] of Object.entries(settings)) {
    const ending =
      name.startsWith('worker') || name === 'options' || name === 'logging' ? 'inc' : 'conf'
    writeFileSync(join(folder, 'local.d', `${name}.${ending}`), `${text}\n`)
  }
  const places = ['LOCAL_CONFDIR', 'DBDIR', 'RUNDIR', 'LOGDIR'].map(
    (name) => `--var=${name}=${folder}`,
  )
  await start('rspamd', ['-f', '-i', ...places, ...as('_rspamd')], port)
  return `rspamd+http://127.0.0.1:${port}`
}

/** Any user may write to it: the engines do not run as root. */
function openFolder(): string {
  const folder = newFolder()
  chmodSync(folder, 0o777)
  return folder
}

async function start(program: string, options: string[], port: number): Promise<void> {
  const child = spawn(program, options, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await ended
  })
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
    await pause(100)
  }
}

async function listens(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
