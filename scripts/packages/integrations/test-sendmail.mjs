import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../../lib/root.mjs'
import { run } from '../../lib/run.mjs'
import { freePort } from '../test-registry.mjs'

/** @typedef {{ Address: string }[]} Addresses @typedef {{ To: Addresses, Cc: Addresses, Bcc: Addresses, Subject: string }} Latest */

const scripts = join(root, 'integrations/sendmail')

/**
 * Sends with sendmail.php, and with the script for shells by dash and by the programs of busybox alone, as `mail()` of
 * PHP, cron and shells do, to a server that runs.
 *
 * @param {ReturnType<typeof import('../../lib/report.mjs').createReport>} report
 * @param {{ node: string, main: string, folder: string }} at `folder` is empty
 */
export async function testSendmail(report, { node, main, folder }) {
  const [http, smtp] = [String(await freePort()), String(await freePort())]
  const server = spawn(node, [main, '--ci', '--port', http, '--smtp', smtp], { stdio: 'ignore' })
  const ended = once(server, 'exit')
  try {
    for (let turn = 0; turn < 100 && !(await isUp(http)); turn += 1) await pause(200)
    const busybox = await busyboxFolder(join(folder, 'busybox'))
    const forms = {
      'sendmail.php': { call: `php ${scripts}/sendmail.php`, path: process.env.PATH },
      'sendmail by dash': { call: `dash ${scripts}/sendmail`, path: process.env.PATH },
      'sendmail by busybox': { call: `${busybox}/sh ${scripts}/sendmail`, path: busybox },
    }
    for (const [name, form] of Object.entries(forms)) {
      await testForm(report, { name, ...form, http, smtp })
    }
    const dialogue =
      'MAIL FROM:<a@b.test>\\nRCPT TO:<c@d.test>\\nDATA\\nSubject: bs\\n\\n.\\nQUIT\\n'
    const said = await run('bash', [
      '-c',
      `printf '${dialogue.replaceAll('\\n', '\\r\\n')}' | dash ${scripts}/sendmail -bs -S 127.0.0.1:${smtp}`,
    ])
    report.check('sendmail -bs passes a dialogue on', /^221 /m.test(said.output), said.output)
  } finally {
    server.kill()
    await ended
  }
}

/** All that a container without a Debian has. @param {string} folder */
async function busyboxFolder(folder) {
  await mkdir(folder, { recursive: true })
  execFileSync('/bin/busybox', ['--install', '-s', folder])
  const curl = execFileSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).trim()
  await symlink(curl, join(folder, 'curl'))
  return folder
}

/**
 * @param {ReturnType<typeof import('../../lib/report.mjs').createReport>} report
 * @param {{ name: string, call: string, path: string | undefined, http: string, smtp: string }} form
 */
async function testForm(report, { name, call, path, http, smtp }) {
  const api = `http://127.0.0.1:${http}/api/v1`
  const own = `127.0.0.1:${smtp}`
  const env = (/** @type {string} */ MAILSTOP_SMTP) => ({ ...process.env, MAILSTOP_SMTP })
  /** @param {string} message @param {string} words @param {string} [address] */
  const send = (message, words, address = own) => {
    const command = `${message} | PATH=${path} ${call} ${words}`
    return run('bash', ['-c', command], { env: env(address) })
  }
  const text = (/** @type {string} */ message) => `printf '%b' '${message}'`
  const latest = async () => {
    const answer = await fetch(`${api}/message/latest`)
    return /** @type {Promise<Latest>} */ (answer.json())
  }
  const addresses = async () => {
    const { To, Cc, Bcc } = await latest()
    return [To, Cc, Bcc]
      .flat()
      .map(({ Address }) => Address)
      .join()
  }
  /** @type {[string, string, string, number, string?][]} */
  const cases = [
    ['no recipients', text('Subject: x\\n\\nx'), '-t', 64],
    ['an unknown option', text('x'), '--nope a@b.test', 64],
    ['a mode that is none of its', text('x'), '-bp a@b.test', 64],
    ['an option without its value', text('x'), 'a@b.test -f', 64],
    ['a line in an address', text('x'), `$'a@b.test>\\nRSET'`, 64],
    ['a line in the sender', text('x'), `-f $'a@b.test>\\nRSET' a@b.test`, 64],
    ['a line in an address of the header', text('To: <a@b.test\\n RSET>\\n\\nx'), '-t', 64],
    ['a server that is no address', text('x'), `-S $'x:1\\n${own}' a@b.test`, 64],
    ['128 MB and a byte', 'head -c 134217729 /dev/zero', 'a@b.test', 65],
    ['an address that is none', text('x'), `'a@@b'`, 69],
    ['a server that is away', text('x'), '-S 127.0.0.1:1 a@b.test', 75],
    ['a variable that is no address', text('x'), 'a@b.test', 78, 'http://x'],
    ['a recipient as an argument', text('Subject: x\\n\\nx'), '-f cron@a.test -- root@b.test', 0],
    ['an address with quotes', text('Subject: x\\n\\nx'), `'"a\\"b"@b.test'`, 0],
    ['the empty sender', text('Subject: x\\n\\nx'), `-f '<>' root@b.test`, 0],
  ]
  for (const [what, message, words, wanted, address] of cases) {
    const { code, output } = await send(message, words, address)
    report.check(`${name} ends with ${wanted}: ${what}`, code === wanted, `${code} ${output}`)
  }
  const header =
    'From: Ada <ada@a.test>\\nTo: "Doe, J" <j@b.test>, k@b.test (a, b)\\nCc: Team: m@b.test;\\nBcc: s@b.test,\\n t@b.test\\nSubject: one\\n'
  await send(text(`${header}\\n.dot`), '-t -i')
  const raw = await (await fetch(`${api}/message/latest/raw`)).text()
  const found = await addresses()
  report.check(
    `${name} sends to all whom the header names, without Bcc and with every dot`,
    found === 'j@b.test,k@b.test,m@b.test,s@b.test,t@b.test' &&
      !/^bcc/im.test(raw) &&
      raw.endsWith('\r\n\r\n.dot\r\n'),
    `${found}\n${raw}`,
  )
  const cron = await send(
    text('From: root (Cron Daemon)\\nTo: root\\nSubject: Cron\\n\\nx'),
    '-FCronDaemon -i -B8BITMIME -oem root',
  )
  report.check(
    `${name} sends what cron sends, to root of this machine`,
    cron.code === 0 && (await addresses()).includes(`root@${hostname()}`),
    `${cron.output} ${await addresses()}`,
  )
  const php = ['-d', `sendmail_path="env PATH=${path} ${call} -t -i"`, '-r']
  const subject = `mail() by ${name}`
  const code = `exit(mail("m@b.test", "${subject}", "x", "From: a@b.test") ? 0 : 1);`
  const sent = await run('php', [...php, code], { env: env(own) })
  const { Subject } = await latest()
  report.check(
    `mail() of PHP sends with ${name}`,
    sent.code === 0 && Subject === subject,
    `${Subject} ${sent.output}`,
  )
}

/** @param {string} port */
async function isUp(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch {
    return false
  }
}
