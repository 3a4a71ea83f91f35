import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../command-line/run-command.ts'
import { createBrowser } from '../clients/browser.ts'
import { builtProgram, listening, spawnChild } from '../durability/product-child.ts'
import { newFolder } from '../support/new-folder.ts'

/** The built server, called by a link of this name. */
function startAs(name: string, env: Record<string, string> = {}, words: string[] = []) {
  const folder = newFolder()
  mkdirSync(folder, { recursive: true })
  const link = join(folder, name)
  symlinkSync(builtProgram, link)
  const temporary = newFolder()
  mkdirSync(temporary, { recursive: true })
  const product = spawnChild({ TMPDIR: temporary, ...env }, { program: [link], words })
  onTestFinished(async () => {
    product.signal('SIGKILL')
    await product.exited
  })
  return { product, temporary, link }
}

const mail = { from: 'app@rocket.test', to: 'you@customer.test', subject: 'Hi', text: 'Hi' }

test('a server called mailpit takes mail by the defaults of a library, serves the API, and runs the commands', async () => {
  const env = { MP_MAX_MESSAGES: '9', MP_SMTP_DISABLE_RDNS: '1', MP_NEW: 'x' }
  const { product, temporary } = startAs('mailpit', env, ['--smtp-auth-accept-any'])
  const { origin, smtpPort } = await listening(product)
  await product.line((line) => line === `[http] accessible via ${origin}/` || undefined)
  expect(product.output()).toContain('As Mailpit: MP_MAX_MESSAGES is RETENTION_MAILS=9.')
  expect(product.output()).toContain(
    'No different with --smtp-auth-accept-any, MP_SMTP_DISABLE_RDNS',
  )
  expect(product.output()).toContain('WARNING: Mailstop does not know MP_NEW.')
  expect(readdirSync(temporary)).toEqual([expect.stringMatching(/^mailstop-ci-/)])
  await createTransport({ host: 'localhost', port: smtpPort }).sendMail(mail)

  const port = Number(new URL(origin).port)
  const { request } = createBrowser(port)
  for (const host of [`mailpit:${port}`, `shop.ddev.site:${port}`]) {
    for (const path of ['/livez', '/readyz', '/api/v1/info']) {
      expect((await request('GET', path, { headers: { host } })).status).toBe(200)
    }
    const { json } = await request('GET', '/api/v1/messages', { headers: { host } })
    expect(json).toMatchObject({ total: 1, messages: [{ Subject: 'Hi' }] })
  }
  for (const headers of [
    { host: 'evil.example' },
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]) {
    const refused = await request('GET', '/api/v1/messages', { headers })
    expect([403, 421]).toContain(refused.status)
    expect((await request('DELETE', '/api/v1/messages', { headers })).status).not.toBe(200)
  }

  const as = { MAILSTOP_AS: 'mailpit', MP_UI_BIND_ADDR: `0.0.0.0:${port}`, HTTP_PORT: '1' }
  const server = `127.0.0.1:${smtpPort}`
  const header = 'From: app@rocket.test\nTo: header@customer.test\nSubject: sent\n\nHi\n'
  const sent = ['sendmail', '--verbose', '--long-t', '--long-i', `--smtp-addr=${server}`]
  expect(await runCommand(sent, { env: as, input: header })).toMatchObject({ code: 0 })
  const dialogue = await runCommand(['sendmail', '-bs', '-S', server], {
    env: as,
    input: 'QUIT\r\n',
  })
  expect(dialogue.text).toMatch(/^220 [^]*\r\n221 /)

  const folder = newFolder()
  mkdirSync(join(folder, 'below'), { recursive: true })
  writeFileSync(join(folder, 'below', 'one.eml'), header.replace('sent', 'ingested'))
  // More than what is read of a file before the rest passes through.
  const long = `${'A long line of text.\n'.repeat(100_000)}The end.\n`
  writeFileSync(join(folder, 'two.eml'), header.replace('sent', 'long') + long)
  const ingested = await runCommand(['ingest', folder, '-S', server], { env: as })
  expect(ingested).toMatchObject({ code: 0, text: 'Sent 2 messages.\n' })

  const dumped = newFolder()
  expect(await runCommand(['dump', dumped], { env: as })).toMatchObject({ code: 0, error: '' })
  const sources = readdirSync(dumped).map((file) => readFileSync(join(dumped, file), 'utf8'))
  expect(sources).toHaveLength(4)
  const whole = sources.find((source) => source.includes('Subject: long'))
  expect(whole?.replaceAll('\r\n', '\n').endsWith(long)).toBe(true)

  for (const words of [
    ['readyz'],
    ['readyz', '--wait', '--timeout', '9s'],
    ['health', '--ready'],
  ]) {
    expect(await runCommand(words, { env: as })).toMatchObject({ code: 0 })
  }
  expect(await runCommand(['readyz', '-l', '127.0.0.1:1'], { env: as })).toMatchObject({ code: 1 })
  expect(await runCommand(['reindex'], { env: as })).toMatchObject({ code: 0 })
  expect((await runCommand(['version'], { env: as })).text).toMatch(/^mailpit v1\.\d+/)
})

test('a server in place of Mailpit keeps its mail beside the database that MP_DATABASE names', async () => {
  const folder = newFolder()
  mkdirSync(folder, { recursive: true })
  const env = { MAILSTOP_AS: 'mailpit', MP_DATABASE: join(folder, 'mailpit.db') }
  for (const total of [1, 2]) {
    const product = spawnChild(env)
    const { origin, smtpPort } = await listening(product)
    expect(product.output()).not.toContain('WARNING')
    await createTransport({ host: 'localhost', port: smtpPort }).sendMail(mail)
    const answer = await fetch(`${origin}/api/v1/messages`)
    expect(await answer.json()).toMatchObject({ total })
    product.signal('SIGTERM')
    expect(await product.exited).toMatchObject({ code: 0 })
  }
})

test.each([
  [
    { MAILSTOP_AS: 'mailpit', MP_SMTP_RELAY_ALL: 'true' },
    [],
    2,
    /MP_SMTP_RELAY_ALL: caught mail is not/,
  ],
  [
    { MAILSTOP_AS: 'mailpit' },
    ['--ui-auth-file', 'x'],
    2,
    /--ui-auth-file: open mode lets everybody in/,
  ],
  [{ MAILSTOP_AS: 'mailcrab' }, [], 1, /MAILSTOP_AS must be mailstop or mailpit/],
  [{ OPEN_HOSTS: '*.example.com' }, [], 1, /OPEN_HOSTS must not be set with accounts/],
  [{ OPEN_HOSTS: '*' }, ['--open'], 1, /OPEN_HOSTS must be host names/],
])('a server with %j and %j does not start', async (env, words, code, sentence) => {
  const product = spawnChild({ DATA_DIR: newFolder(), ...env }, { words })
  expect(await product.exited).toMatchObject({ code })
  expect(product.output()).toMatch(sentence)
})

test.each(['readyz', 'sendmail', 'ingest', 'dump', 'version', 'reindex'])(
  'in the place of Mailpit, %s --help says how it is used',
  async (command) => {
    const product = spawnChild({ MAILSTOP_AS: 'mailpit' }, { words: [command, '--help'] })
    expect(await product.exited).toMatchObject({ code: 0 })
    expect(product.output()).toContain(`Usage: mailpit ${command}`)
  },
)
