import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createTransport } from 'nodemailer'
import { unpackedPostfix } from '../../../../scripts/lib/postfix.mjs'
import { freePort } from '../processes/free-port.ts'
import type { Tried } from './counted.ts'
import type { Work } from './drawn-run.ts'

const run = promisify(execFile)

const services = `
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`

/** Its waits are usually minutes, and the life of a mail five days. */
const hurry = `
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
maximal_queue_lifetime = 8s
bounce_queue_lifetime = 8s
`

/** An instance of its own in a folder. Postfix starts as root alone, and mail passes through it as `daemon`. */
async function startPostfix({ folder, host, port, username, password }: Work) {
  const root = await unpackedPostfix()
  const libraries = join(root, 'usr/lib/postfix')
  const own = await freePort()
  writeFileSync(
    join(folder, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
daemon_directory = ${libraries}/sbin
command_directory = ${root}/usr/sbin
shlib_directory = ${libraries}
meta_directory = ${root}/etc/postfix
mail_owner = daemon
setgid_group = mail
import_environment = LD_LIBRARY_PATH MAIL_CONFIG
maillog_file = ${folder}/mail.log
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = app.rocket.test
mydestination =
alias_maps =
local_recipient_maps =
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
relayhost = [${host}]:${port}
smtp_tls_security_level = none
smtp_sasl_auth_enable = yes
smtp_sasl_security_options = noanonymous
smtp_sasl_password_maps = texthash:${folder}/passwords
# Its log does not count what it tries again in another connection than a kept one.
smtp_connection_cache_on_demand = no
# Bounces go to the mailbox of the app, which is elsewhere.
transport_maps = inline:{ { rocket.test = discard: } }
${hurry}`,
  )
  writeFileSync(join(folder, 'passwords'), `[${host}]:${port} ${username}:${password}\n`)
  writeFileSync(join(folder, 'master.cf'), `127.0.0.1:${own} inet n - n - - smtpd${services}`)
  writeFileSync(join(folder, 'mail.log'), '')
  chmodSync(folder, 0o755)
  const queues = 'incoming active deferred bounce defer flush saved corrupt trace hold maildrop'
  const script = `set -e
cd ${folder}
mkdir -p data queue/pid
for name in ${queues} private public; do mkdir queue/$name; done
chown root main.cf master.cf passwords
chown -R daemon data queue/*
chown root queue queue/pid
exec env LD_LIBRARY_PATH=${libraries} ${libraries}/sbin/master -d -c ${folder}`
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const child = spawn('env', [...sudo, 'sh', '-c', script], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const log = () => readFileSync(join(folder, 'mail.log'), 'utf8')
  return {
    port: own,
    log,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    why: () => `${said}\n${log()}`,
    async stop(): Promise<void> {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      // Who runs the tests may not remove what belongs to `daemon`.
      await run('env', [...sudo, 'rm', '-rf', join(folder, 'queue'), join(folder, 'data')])
    },
  }
}

/** Hands the mails to Postfix at their times, waits until its queue is empty, and counts in its log. */
export async function sendByPostfix(work: Work): Promise<Tried[]> {
  const postfix = await startPostfix(work)
  const transport = createTransport({ host: '127.0.0.1', port: postfix.port, ignoreTLS: true })
  try {
    const until = Date.now() + 60_000
    while (!/daemon started/.test(postfix.log())) {
      if (Date.now() > until || !postfix.isRunning()) throw new Error(postfix.why())
      await delay(50)
    }
    await Promise.all(
      work.mails.map(async ({ name, at_ms, ...mail }) => {
        await delay(at_ms)
        await transport.sendMail({ ...mail, messageId: `<${name}@app.test>` })
      }),
    )
    for (;;) {
      const tried = triedIn(postfix.log())
      const ended = tried.filter(({ result }) => result === 'accepted' || result === 'given up')
      if (ended.length === work.mails.length) return tried
      if (Date.now() > until) throw new Error(postfix.why())
      await delay(100)
    }
  } finally {
    await postfix.stop()
  }
}

const results = { sent: 'accepted', bounced: 'refused', deferred: 'deferred' } as const

function triedIn(log: string): Tried[] {
  const names = new Map<string, string>()
  const last = new Map<string, Tried['result']>()
  return log.split('\n').flatMap((line): Tried[] => {
    const [, id = '', said = ''] = /postfix\/\w+\[\d+\]: (\w+): (.*)/.exec(line) ?? []
    const named = /^message-id=<(m\d+x)@app\.test>/.exec(said)?.[1]
    if (named) names.set(id, named)
    const mail = names.get(id)
    if (mail === undefined) return []
    if (said === 'removed') {
      return last.get(id) === 'accepted' ? [] : [{ mail, result: 'given up' }]
    }
    // Without a relay nothing was tried: Postfix spares a server that has just failed.
    const status = /relay=[^,n].*status=(sent|bounced|deferred) \((.*)\)/.exec(said)
    if (!status) return []
    const [, name, why = ''] = status
    const isBroken = name === 'deferred' && /^(?:lost connection|conversation)/.test(why)
    const result = isBroken ? 'broken' : results[name as keyof typeof results]
    last.set(id, result)
    return [{ mail, result, said: why }]
  })
}
