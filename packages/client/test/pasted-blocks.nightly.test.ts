import { readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createToken, tokenScope } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { blockOf } from '../../../scripts/lib/document-blocks.mjs'
import { sendMail } from '../../server/test/clients/send-mail.ts'
import { builtProgram } from '../../server/test/durability/product-child.ts'
import { signUp, startProduct } from '../../server/test/durability/product-process.ts'
import { newFolder } from '../../server/test/support/new-folder.ts'
import { installClient, npx } from './installed-client.ts'
import { deletion, dump, lines, preview, settings } from './pasted-blocks.ts'

/** `npm run test:pasted`: what the documents show, pasted as their readers would. */

function textOf(block: string): string {
  const [file = '', ...beginning] = block.split(': ')
  return blockOf(file, beginning.join(': '))
}

/** The programs of a reader: the server, and what stands for npm, a deployment and a browser. */
const programs = [
  npx,
  'npm() { :; }',
  `mailstop() { ${process.execPath} ${builtProgram} "$@"; }`,
  'mailpit() { MAILSTOP_AS=mailpit mailstop "$@"; }',
]

/** Makes the files that settings of HTTPS name. */
const certificate =
  'openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=mail.example.com -keyout privkey.pem -out fullchain.pem'

/** The commands of a CI file, without what is the service's own; requests as curl sends them. */
function commandsOf(text: string): string {
  const request = /^GET (\S+)/.exec(text)
  if (request) {
    return `curl -fsS -H "Authorization: Bearer $MAILSTOP_TOKEN" "$MAILSTOP_URL${request[1]}"`
  }
  if (!/^ +(steps|script):$/m.test(text)) return text
  const commands = text.split('\n').map((line) => line.trim().replace(/^(- )?(run: )?/, ''))
  const own = commands.filter((line) => /^(SETTINGS=|eval |export |npx |npm )/.test(line))
  const shown = own.findLastIndex((line) => /^(eval|export)/.test(line)) + 1
  return own.toSpliced(shown, 0, 'echo "MAIL_USERNAME=$MAIL_USERNAME"').join('\n')
}

async function startReader() {
  const dataDir = newFolder()
  const product = await startProduct(dataDir, { POP3_PORTS: '0' })
  const { origin, smtpPort } = product
  const pop3 = await product.line((text) => /POP3\s+(\d+)/.exec(text)?.[1])
  const { api, team } = await signUp(product)
  const params = { team: String(team.id) }
  const body = {
    name: 'Pasted',
    scopes: tokenScope.options.filter((scope) => scope !== 'mail:forward'),
  }
  const { data } = await api.must(createToken, { params, body })
  await sendMail(smtpPort, team, { to: 'ada@example.test', subject: 'Hi', text: 'Hi' })
  const installed = await installClient(['nodemailer'])
  await mkdir(join(installed.folder, 'backups'))
  const places: [string, string][] = [
    ['https://mailstop.example', origin],
    ['http://localhost:8025', origin],
    ['pop3://localhost:1110', `pop3://127.0.0.1:${pop3}`],
    ['username:password', `${team.smtp_username}:${team.smtp_password}`],
    ['{team}', String(team.id)],
    ['/backups/', `${installed.folder}/backups/`],
    ['/var/lib/', `${installed.folder}/`],
    ['/etc/letsencrypt/live/mail.example.com/', `${installed.folder}/`],
    ['/run/mailstop/', `${installed.folder}/`],
  ]
  const env = {
    DATA_DIR: dataDir,
    TMPDIR: newFolder(),
    MAILSTOP_URL: origin,
    MAILSTOP_TOKEN: data.token,
    URL: origin,
    TOKEN: data.token,
    TEAM: String(team.id),
    LOG_LEVEL: 'warn',
  }
  const adapted = (text: string) => places.reduce((so, [from, to]) => so.replaceAll(from, to), text)
  async function paste(text: string, more: Record<string, string> = {}) {
    const script = [...programs, adapted(text)].join('\n')
    const { code, stdout, stderr } = await installed.run(
      'timeout',
      ['60', 'bash', '--norc', '-euc', script],
      {
        ...env,
        ...more,
      },
    )
    return { code, said: stdout + stderr }
  }
  return { ...installed, env, adapted, paste }
}

test('lines of the documents do what they say', { timeout: 240_000 }, async () => {
  const { write, paste, run, env } = await startReader()
  for (const [block, { files = {}, env: own, code = 0, says = /./ }] of Object.entries(lines)) {
    await write(files)
    const ran = await paste(commandsOf(textOf(block)), own)
    expect.soft({ block, ...ran }).toEqual({ block, code, said: expect.stringMatching(says) })
  }
  // The app of a preview sends as soon as it has its credentials.
  const deployed = `const { host, ports, username, password } = preview.credentials
    const { createTransport } = await import('nodemailer')
    const app = createTransport({ host, port: ports[0], auth: { user: username, pass: password } })
    await app.sendMail({ from: 'app@toy.test', to: inbox.address, subject: 'Welcome', text: 'Hi' })
    const mail =`
  // Prepared, it needs its table and its column.
  const database = new DatabaseSync(join(env.DATA_DIR, 'mailstop.sqlite'), { readOnly: true })
  database.prepare(textOf(deletion))
  database.close()
  await write({ 'preview.mjs': textOf(preview).replace('const mail =', deployed) })
  expect(await run(process.execPath, ['preview.mjs'], env)).toMatchObject({ code: 0, stderr: '' })
})

test('all mail of an open inbox is written by the command that the guide for Mailpit shows', async () => {
  const { folder, paste } = await startReader()
  const open = await startProduct(newFolder(), { MAILSTOP_MODE: 'open' })
  await sendMail(open.smtpPort, { smtp_username: 'a', smtp_password: 'b' }, { subject: 'Kept' })
  const ran = await paste(textOf(dump).replace('http://localhost:8025', open.origin))
  expect(ran).toMatchObject({ code: 0 })
  expect(readdirSync(join(folder, 'mail'))).toHaveLength(1)
})

test('settings of the documents are accepted', { timeout: 120_000 }, async () => {
  const { adapted, paste } = await startReader()
  await paste(certificate)
  // What stands in brackets is the reader's. Some settings are about others, which stand elsewhere in the document.
  const postgres = { DATABASE_URL: 'postgres://a:b@localhost/c', APP_KEY: 'A'.repeat(44) }
  const signIn = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'mailstop' }
  const neededBy = (text: string) =>
    /^(SOURCES|DATABASE)_URL/.test(text) ? postgres : text.startsWith('OIDC_') ? signIn : {}
  for (const block of settings) {
    const text = adapted(textOf(block))
      .replaceAll(/<the output of [^>]+>/g, 'A'.repeat(44))
      .replaceAll(/<[^>]+>/g, 'x')
    const pairs = text.matchAll(/^([A-Z_0-9]+)=(.*)$/gm)
    const own = Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, value]))
    const ran = await paste('mailstop config check', { ...neededBy(text), ...own })
    expect
      .soft({ block, ...ran })
      .toEqual({ block, code: 0, said: 'The configuration is valid.\n' })
  }
})
