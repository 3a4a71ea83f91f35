import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../lib/root.mjs'
import { run } from '../../lib/run.mjs'
import { freePort } from '../test-registry.mjs'

const action = join(root, 'integrations/github-action')

/**
 * Runs the scripts of the action by bash, as GitHub does, with a program in place of the image.
 *
 * @param {ReturnType<typeof import('../../lib/report.mjs').createReport>} report @param {string} folder @param {string} command
 */
export async function testAction(report, folder, command) {
  await mkdir(folder, { recursive: true })
  const files = { GITHUB_ENV: join(folder, 'env'), GITHUB_OUTPUT: join(folder, 'output') }
  const http = String(await freePort())
  const smtp = String(await freePort())
  const inputs = {
    MAILSTOP_IMAGE: '',
    MAILSTOP_COMMAND: command,
    MAILSTOP_HTTP_PORT: http,
    MAILSTOP_SMTP_PORT: smtp,
    MAILSTOP_CI_TOKEN: 'mst_tests-of-the-action',
    MAILSTOP_SECONDS: '60',
  }
  /** @param {string} script @param {Record<string, string>} [changed] */
  const bash = async (script, changed = {}) => {
    for (const file of Object.values(files)) await writeFile(file, '')
    // Not `run`: the server stays, and would keep its pipes open.
    const env = { ...process.env, RUNNER_TEMP: folder, ...files, ...inputs, ...changed }
    const all = join(folder, 'said')
    const { code } = await run(
      'bash',
      ['-c', 'exec bash "$0" >"$1" 2>&1', join(action, script), all],
      { env },
    )
    return { code, output: await readFile(all, 'utf8') }
  }

  /** @type {{ changed: Record<string, string>, said: string }[]} */
  const refusals = [
    { changed: { MAILSTOP_COMMAND: '' }, said: 'Set the input image or command' },
    { changed: { MAILSTOP_IMAGE: 'mailstop' }, said: 'and not both' },
    { changed: { MAILSTOP_HTTP_PORT: '80;id' }, said: '80;id is no port' },
    { changed: { MAILSTOP_SECONDS: '0' }, said: 'whole number' },
    { changed: { MAILSTOP_CI_TOKEN: 'short' }, said: 'CI_TOKEN' },
    { changed: { MAILSTOP_COMMAND: 'no-such-program' }, said: 'Mailstop ended' },
  ]
  for (const { changed, said } of refusals) {
    const { code, output } = await bash('start.sh', changed)
    const words = Object.entries(changed).map((pair) => pair.join('='))
    report.check(`The action refuses ${words.join()}`, code === 1 && output.includes(said), output)
  }

  const started = await bash('start.sh')
  report.check('The action starts Mailstop', started.code === 0, started.output)
  const env = Object.fromEntries(
    (await readFile(files.GITHUB_ENV, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  )
  const wanted = {
    MAILSTOP_URL: `http://localhost:${http}`,
    MAIL_HOST: 'localhost',
    MAIL_PORT: smtp,
    SMTP_HOST: 'localhost',
    SMTP_PORT: smtp,
    MAILSTOP_TOKEN: inputs.MAILSTOP_CI_TOKEN,
  }
  report.check('It tells the next steps where', JSON.stringify(env) === JSON.stringify(wanted))
  const output = await readFile(files.GITHUB_OUTPUT, 'utf8')
  const [, url, server] = /^url=(.+)\nserver=(\d+)\n$/.exec(output) ?? []
  report.check('Its outputs are the address and the process', url === wanted.MAILSTOP_URL, output)

  try {
    const second = await bash('start.sh')
    report.check('A second one on the same ports fails', second.code === 1, second.output)
    const mail = join(folder, 'mail.eml')
    await writeFile(mail, 'Subject: Kept by the action\r\n\r\nHi\r\n')
    const envelope = ['--mail-from', 'app@example.test', '--mail-rcpt', 'ada@example.test']
    const sent = await run('curl', [
      '-fsS',
      '--upload-file',
      mail,
      ...envelope,
      `smtp://${env.MAIL_HOST}:${env.MAIL_PORT}`,
    ])
    report.check('A mail is sent where the variables say', sent.code === 0, sent.output)
    const kept = await bash('keep/keep.sh', env)
    const mbox = await readFile(join(folder, 'mailstop/mail.mbox'), 'utf8').catch(() => '')
    report.check('keep writes it to an mbox', mbox.includes('Kept by the action'), kept.output)
  } finally {
    // The action leaves it to the end of the job's machine.
    if (server) process.kill(Number(server), 'SIGKILL')
  }
  const later = await bash('keep/keep.sh', env)
  const log = await readFile(join(folder, 'mailstop/server.log'), 'utf8')
  report.check(
    'A server that has ended leaves its log',
    later.code === 0 && later.output.includes('only its log') && log !== '',
    later.output,
  )
}
