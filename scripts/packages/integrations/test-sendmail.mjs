import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../../lib/root.mjs'
import { run } from '../../lib/run.mjs'
import { freePort } from '../test-registry.mjs'

/** @typedef {{ Address: string }[]} Addresses @typedef {{ To: Addresses, Cc: Addresses, Bcc: Addresses, Subject: string }} Latest */

const script = join(root, 'integrations/sendmail/sendmail.php')

/**
 * Sends with sendmail.php as `mail()` of PHP, cron and shells do, to a server that runs.
 *
 * @param {ReturnType<typeof import('../../lib/report.mjs').createReport>} report @param {string} node @param {string} main
 */
export async function testSendmail(report, node, main) {
  const [http, smtp] = [String(await freePort()), String(await freePort())]
  const server = spawn(node, [main, '--ci', '--port', http, '--smtp', smtp], { stdio: 'ignore' })
  const ended = once(server, 'exit')
  const api = `http://127.0.0.1:${http}/api/v1`
  /** @param {string} message @param {string} words */
  const send = (message, words) =>
    run('bash', ['-c', `printf '%b' "$1" | php "$0" ${words}`, script, message])
  const latest = async () => {
    const answer = await fetch(`${api}/message/latest`)
    return /** @type {Promise<Latest>} */ (answer.json())
  }
  try {
    for (let turn = 0; turn < 100 && !(await isUp(http)); turn += 1) await pause(200)
    const to = `-S 127.0.0.1:${smtp}`
    /** @type {[string, string, string, number][]} */
    const cases = [
      ['no recipients', 'Subject: x\\n\\nx', `-t ${to}`, 64],
      ['an unknown option', 'x', `--nope ${to} a@b.test`, 64],
      ['a line in an address', 'x', `${to} $'a@b.test>\\nRSET'`, 64],
      ['an address that is none', 'x', `${to} 'a@@b'`, 69],
      ['a server that is away', 'x', '-S 127.0.0.1:1 a@b.test', 75],
      ['a recipient as an argument', 'Subject: x\\n\\nx', `-f cron@a.test ${to} -- root@b.test`, 0],
    ]
    for (const [name, message, words, wanted] of cases) {
      const { code, output } = await send(message, words)
      report.check(
        `sendmail.php ends with ${wanted}: ${name}`,
        code === wanted,
        `${code} ${output}`,
      )
    }
    const header =
      'From: Ada <ada@a.test>\\nTo: "Doe, J" <j@b.test>, k@b.test (a, b)\\nCc: Team: m@b.test;\\nBcc: s@b.test,\\n t@b.test\\nSubject: one\\n'
    await send(`${header}\\n.dot`, `-t -i --smtp-addr 127.0.0.1:${smtp}`)
    const raw = await (await fetch(`${api}/message/latest/raw`)).text()
    const { To, Cc, Bcc } = await latest()
    const found = [To, Cc, Bcc].flat().map(({ Address }) => Address)
    report.check(
      'sendmail.php sends to all whom the header names, without Bcc and with every dot',
      found.join() === 'j@b.test,k@b.test,m@b.test,s@b.test,t@b.test' &&
        !/^bcc/im.test(raw) &&
        raw.endsWith('\r\n\r\n.dot\r\n'),
      `${found.join()}\n${raw}`,
    )
    const php = ['-d', `sendmail_path=php ${script} -t ${to}`, '-r']
    const { code } = await run('php', [...php, 'exit(mail("m@b.test", "mail()", "x") ? 0 : 1);'])
    const { Subject } = await latest()
    report.check(
      'mail() of PHP sends with sendmail.php',
      code === 0 && Subject === 'mail()',
      Subject,
    )
  } finally {
    server.kill()
    await ended
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
