import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../../lib/root.mjs'
import { run } from '../../lib/run.mjs'
import { freePort } from '../test-registry.mjs'

/** @typedef {{ Address: string }[]} Addresses @typedef {{ To: Addresses, Cc: Addresses, Bcc: Addresses, Subject: string }} Latest */

const folder = join(root, 'integrations/sendmail')
/** @type {[name: string, program: string][]} */
const programs = [
  ['sendmail.php', `php ${folder}/sendmail.php`],
  ['sendmail in dash', `dash ${folder}/sendmail`],
  ['sendmail in busybox', `busybox sh ${folder}/sendmail`],
]

/**
 * Sends with sendmail.php and with the sendmail of a shell and curl, as `mail()` of PHP, cron and shells do, to a server that runs.
 *
 * @param {ReturnType<typeof import('../../lib/report.mjs').createReport>} report @param {string} node @param {string} main
 */
export async function testSendmail(report, node, main) {
  const [http, smtp] = [String(await freePort()), String(await freePort())]
  const server = spawn(node, [main, '--ci', '--port', http, '--smtp', smtp], { stdio: 'ignore' })
  const ended = once(server, 'exit')
  const api = `http://127.0.0.1:${http}/api/v1`
  const latest = async () => {
    const answer = await fetch(`${api}/message/latest`)
    return /** @type {Promise<Latest>} */ (answer.json())
  }
  try {
    for (let turn = 0; turn < 100 && !(await isUp(http)); turn += 1) await pause(200)
    for (const [name, program] of programs) await testProgram(name, program)
  } finally {
    server.kill()
    await ended
  }

  /** @param {string} name @param {string} program */
  async function testProgram(name, program) {
    /** @param {string} message @param {string} words */
    const send = (message, words) =>
      run('bash', ['-c', `printf '%b' "$1" | ${program} ${words}`, 'bash', message])
    const to = `-S 127.0.0.1:${smtp}`
    /** @type {[string, string, string, number][]} */
    const cases = [
      ['no recipients', 'Subject: x\\n\\nx', `-t ${to}`, 64],
      ['an unknown option', 'x', `--nope ${to} a@b.test`, 64],
      ['an option without its value', 'x', `${to} a@b.test -f`, 64],
      ['a server that is none', 'x', `-S 'a b:1' a@b.test`, 64],
      ['a line in an address', 'x', `${to} $'a@b.test>\\nRSET'`, 64],
      ['a line in the sender', 'x', `${to} -f $'a@b.test\\nRSET' a@b.test`, 64],
      ['an address that is none', 'x', `${to} 'a@@b'`, 69],
      ['a server that is away', 'x', '-S 127.0.0.1:1 a@b.test', 75],
      ['an address with quotes', 'Subject: x\\n\\nx', `${to} '"a\\"b"@b.test'`, 0],
      ['a recipient as an argument', 'Subject: x\\n\\nx', `-f cron@a.test ${to} -- root@b.test`, 0],
    ]
    for (const [what, message, words, wanted] of cases) {
      const { code, output } = await send(message, words)
      report.check(`${name} ends with ${wanted}: ${what}`, code === wanted, `${code} ${output}`)
    }
    const header =
      'From: Ada <ada@a.test>\\nTo: "Doe, J" <j@b.test>, k@b.test (a, b)\\nCc: Team: m@b.test;\\nBcc: s@b.test,\\n t@b.test\\nSubject: one\\n'
    await send(`${header}\\n.dot\\r\\nnext`, `-t -i --smtp-addr 127.0.0.1:${smtp}`)
    const raw = await (await fetch(`${api}/message/latest/raw`)).text()
    const { To, Cc, Bcc } = await latest()
    const found = [To, Cc, Bcc].flat().map(({ Address }) => Address)
    report.check(
      `${name} sends to all whom the header names, without Bcc and with every dot`,
      found.join() === 'j@b.test,k@b.test,m@b.test,s@b.test,t@b.test' &&
        !/^bcc/im.test(raw) &&
        raw.endsWith('\r\n\r\n.dot\r\nnext\r\n'),
      `${found.join()}\n${raw}`,
    )
    const php = ['-d', `sendmail_path=${program} -t ${to}`, '-r']
    const { code } = await run('php', [...php, `exit(mail("m@b.test", "${name}", "x") ? 0 : 1);`])
    const { Subject } = await latest()
    report.check(`mail() of PHP sends with ${name}`, code === 0 && Subject === name, Subject)
  }
}

/** @param {string} port */
async function isUp(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch {
    return false
  }
}
