import { createTeam, listMails, listTeams, login, mailChannel } from '@mailstop/contract'
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { signUpPassword, startApp } from '../support/harness.ts'
import { connectLive, joinChannel, nextEvent } from '../clients/live-client.ts'
import { alikeDatabases, productDatabases } from '../support/product-databases.ts'
import { sendMail } from '../clients/send-mail.ts'
import { connectSmtp } from '../clients/smtp-client.ts'
import { commandJson, runCommand } from './run-command.ts'
import { newFolder } from '../support/new-folder.ts'

const password = 'a long enough password'
/** Each command is a process, which a busy machine takes seconds to start. */
const slow = { timeout: 180_000 }

describe.each(alikeDatabases)(
  'commands beside a running server on $dialect',
  ({ dialect, open }) => {
    async function start(more: Record<string, string> = {}) {
      const env = { ...(await open()), ...more }
      const running = await startApp(env)
      const own = { env: { ...env, DATA_DIR: running.dataDir } }
      const command = (words: string[], input = '') => runCommand(words, { ...own, input })
      const json = (words: string[], input = '') => commandJson(words, { ...own, input })
      return { running, command, json }
    }

    test('an account is made while registration is closed, and logs in', slow, async () => {
      const { running, command, json } = await start({ REGISTRATION: 'closed' })
      const made = await command(['users', 'create', 'bea@example.test', '--name', 'Bea'], password)
      expect(made).toMatchObject({ code: 0, error: '' })
      const api = running.client()
      await api.must(login, { body: { email: 'bea@example.test', password } })
      expect((await api.must(listTeams, {})).data).toMatchObject([
        { name: 'Bea', type: 'personal' },
      ])
      const again = await command(['users', 'create', 'BEA@example.test'], password)
      expect(again).toMatchObject({ code: 1, error: 'BEA@example.test already has an account.\n' })
      expect(await json(['users', 'list'])).toMatchObject([
        { email: 'bea@example.test', verified: true, teams: 1 },
      ])
      const short = await command(['users', 'create', 'cy@example.test'], 'short')
      expect(short).toMatchObject({ code: 1, error: expect.stringMatching(/^password: /) })
    })

    test('browsers and SMTP sessions learn at once what a command ended', slow, async () => {
      const { running, command, json } = await start()
      const { api } = await running.signIn('ada')
      const { data: team } = await api.must(createTeam, { body: { name: 'Rockets' } })
      const socket = connectLive(api)
      expect(await joinChannel(socket, mailChannel(team.id))).toMatchObject({ ok: true })

      const smtp = await connectSmtp({ port: running.smtpPort })
      await smtp.send('EHLO x')
      await smtp.login(team.smtp_username, team.smtp_password)
      const rotated = await json(['credentials', 'rotate', 'Rockets'])
      expect(rotated).toMatchObject({ id: team.id, username: expect.any(String) })
      expect(await json(['teams', 'list'])).toMatchObject([
        { type: 'personal', mails: 0, members: 1 },
        { id: team.id, name: 'Rockets', owner: 'ada@example.test' },
      ])
      // On Postgres no server can be asked for its ports, and these were any free ones.
      const ports = `${running.smtpPort},${running.starttlsPort}`
      const shown = dialect === 'SQLite' ? { running: true, ports } : { running: false, ports: '' }
      expect(await json(['credentials', 'show', String(team.id)])).toMatchObject({
        username: (rotated as { username: string }).username,
        ...shown,
      })
      let code = 250
      while (code === 250) code = (await smtp.send('NOOP').catch(() => ({ code: 0 }))).code
      smtp.destroy()

      const outdated = nextEvent(socket, 'InboxOutdated')
      const file = join(running.dataDir, 'one.eml')
      await writeFile(file, 'Subject: Imported\r\n\r\nx\r\n')
      expect(await json(['import', 'Rockets', file])).toMatchObject({ imported: 1, failed: 0 })
      expect(await outdated).toMatchObject({ team_id: team.id })

      const closed = nextEvent(socket, 'ChannelClosed')
      expect(await json(['teams', 'delete', 'Rockets'])).toMatchObject({ id: team.id })
      expect(await closed).toMatchObject({ channel: mailChannel(team.id), deleted: true })

      const gone = new Promise((resolve) => socket.once('disconnect', resolve))
      expect(await command(['users', 'end-sessions', 'ada@example.test'])).toMatchObject({
        code: 0,
      })
      await gone
      expect(await api.call(listTeams, {})).toMatchObject({ ok: false, status: 401 })
    })

    test('mail goes out and in as an mbox, byte for byte', slow, async () => {
      const { running, command, json } = await start()
      const { team } = await running.signIn('ada')
      for (const subject of ['One', 'Two']) {
        await sendMail(running.smtpPort, team, { subject, text: 'From here\n' })
      }
      const file = join(running.dataDir, 'out.mbox')
      expect(await command(['export', String(team.id), file])).toMatchObject({
        code: 0,
        error: expect.stringMatching(`^Wrote the mail of team ${team.id} to ${file}: \\d+ bytes`),
      })
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      const printed = await command(['export', String(team.id), '-'])
      expect(printed.output.equals(await readFile(file))).toBe(true)
      expect(printed.text).toContain('Subject: Two')
      const bob = await running.signIn('bob')
      expect(await json(['import', String(bob.team.id), '-'], printed.text)).toMatchObject({
        imported: 2,
      })
      const params = { team: String(bob.team.id) }
      const found = await bob.api.must(listMails, { params, query: { q: 'two' } })
      expect(found.data).toMatchObject([{ subject: 'Two' }])
      expect((await command(['export', 'Nobody', '-'])).error).toBe('There is no team Nobody.\n')
    })

    test('an account is disabled and enabled, and operates the server or not', slow, async () => {
      const { running, command, json } = await start()
      const { api } = await running.signIn('ada')
      await running.signIn('bob')
      const email = 'bob@example.test'
      const logIn = () =>
        running.client().call(login, { body: { email, password: signUpPassword } })
      expect(await json(['users', 'list'])).toMatchObject([
        { email: 'ada@example.test', operator: true, disabled: false },
        { email, operator: false, disabled: false },
      ])
      await json(['users', 'make-operator', email])
      await json(['users', 'end-operator', 'ada@example.test'])
      await json(['users', 'disable', email])
      expect(await logIn()).toMatchObject({ ok: false })
      expect(await json(['users', 'list'])).toMatchObject([
        { operator: false },
        { operator: true, disabled: true },
      ])
      await json(['users', 'enable', email])
      expect(await logIn()).toMatchObject({ ok: true })
      expect(await api.call(listTeams, {})).toMatchObject({ ok: true })
      const unknown = await command(['users', 'make-operator', 'nobody@example.test'])
      expect(unknown).toMatchObject({ code: 1, text: '' })
    })

    test('the account of ADMIN_EMAIL keeps the role while it is named', slow, async () => {
      const { running, command, json } = await start({ ADMIN_EMAIL: 'Ada@example.test' })
      await running.signIn('ada')
      expect(await command(['users', 'end-operator', 'ada@example.test'])).toMatchObject({
        code: 1,
        error: expect.stringContaining('ADMIN_EMAIL'),
      })
      expect(await json(['users', 'list'])).toMatchObject([{ operator: true }])
    })

    test('a password is replaced, or its link printed; an account is deleted', slow, async () => {
      const { running, command, json } = await start()
      const { api } = await running.signIn('ada')
      const email = 'ada@example.test'
      await json(['users', 'reset-password', email], password)
      expect(await api.call(listTeams, {})).toMatchObject({ ok: false, status: 401 })
      const logIn = (secret: string) =>
        running.client().call(login, { body: { email, password: secret } })
      expect(await logIn(signUpPassword)).toMatchObject({ ok: false })
      expect(await logIn(password)).toMatchObject({ ok: true })
      const { link } = (await json(['users', 'reset-password', email, '--link'])) as {
        link: string
      }
      expect(new URL(link).pathname).toMatch(/^\/reset-password\/[\w-]{43}$/)
      await json(['teams', 'create', 'Rockets', '--owner', email])
      const refused = await command(['users', 'delete', email])
      expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('Rockets') })
      await json(['teams', 'delete', 'Rockets'])
      await json(['users', 'delete', email])
      expect(await logIn(password)).toMatchObject({ ok: false })
    })
  },
)

describe.each(alikeDatabases)('commands without a server on $dialect', ({ open }) => {
  test('make a store, act on it at once, and leave no lock or socket', slow, async () => {
    const env = { ...(await open()), DATA_DIR: newFolder() }
    const names = ['ann', 'bea', 'cy']
    const create = (name: string) => ['users', 'create', `${name}@example.test`]
    await commandJson(create('eve'), { env, input: password })
    // Each waits for the folder until the one before has it no more.
    const all = names.map((name) => runCommand(create(name), { env, input: password }))
    expect((await Promise.all(all)).map(({ code }) => code)).toEqual([0, 0, 0])
    const users = (await commandJson(['users', 'list'], { env })) as { email: string }[]
    expect(users.map(({ email }) => email.split('@')[0])).toEqual([...names, 'eve'])
    const team = await commandJson(['teams', 'create', 'R', '--owner', 'ann@example.test'], { env })
    expect(team).toMatchObject({ username: expect.any(String), password: expect.any(String) })
    expect(await commandJson(['teams', 'members', 'R'], { env })).toMatchObject([
      { email: 'ann@example.test', role: 'owner' },
    ])
    const inboxes = (...words: string[]) => commandJson(['inboxes', ...words], { env })
    const shop = await inboxes('create', 'R', 'shop', '--days', '3')
    expect(shop).toMatchObject({ name: 'shop', username: expect.any(String) })
    expect(await inboxes('show', 'R', 'Shop')).toMatchObject({ ...(shop as object), name: 'Shop' })
    const ends = { name: 'shop', expires_at: expect.any(String) }
    expect(await inboxes('list', 'R')).toMatchObject([{ name: 'main', expires_at: null }, ends])
    expect(await inboxes('end', 'R', 'shop')).toEqual({ name: 'shop', count: 0 })
    const running = await startApp(env)
    await running.client().must(login, { body: { email: 'cy@example.test', password } })
  })
})

test('on Postgres a backup is left to pg_dump, and the key is packed beside it', slow, async () => {
  const folder = newFolder()
  const postgres = productDatabases.find(({ dialect }) => dialect === 'Postgres')
  const env = { ...(await postgres?.open()), DATA_DIR: folder }
  const archive = join(folder, 'key.tar')
  const secret = { ...env, DATABASE_URL: 'postgres://ann:secret@127.0.0.1:1/db' }
  const said = await runCommand(['backup', archive], { env: secret })
  expect(said).toMatchObject({ code: 2, text: '' })
  expect(said.error).toContain(`pg_dump --format=custom --file=mailstop.dump 'postgres://ann@127`)
  expect(said.error).not.toContain('secret')
  await commandJson(['backup', '--key-only', archive], { env })
  const into = join(folder, 'into')
  expect(await commandJson(['restore', archive, '--into', into])).toMatchObject({
    store: 'postgres',
    files: [{ name: 'app-key' }],
  })
  expect(await readFile(join(into, 'app-key'), 'utf8')).toBe(
    `${Buffer.alloc(32, 7).toString('base64')}\n`,
  )
})

test(
  'callers that hang up at any moment of a backup leave the server as it was',
  slow,
  async () => {
    const { dataDir, signIn } = await startApp()
    const hangUpAfter = async (bytes: number) => {
      const socket = connect(join(dataDir, 'control.sock'))
      socket.on('error', () => {})
      socket.write('POST /backup.archive HTTP/1.1\r\nhost: x\r\ncontent-length: 18\r\n\r\n')
      socket.write('{"keyOnly":false}\n')
      let read = 0
      if (bytes === 0) socket.end(() => socket.destroy())
      socket.on('data', (chunk) => {
        read += chunk.length
        if (read >= bytes) socket.destroy()
      })
      await once(socket, 'close')
    }
    const moments = [0, 0, 1, 1, 1_000, 3_000, 70_000, 200_000, 300_000]
    for (const bytes of moments) await hangUpAfter(bytes)
    const archive = join(dataDir, 'after.tar')
    let ran
    do ran = await runCommand(['backup', archive], { env: { DATA_DIR: dataDir } })
    while (ran.error.startsWith('Another backup'))
    expect(ran).toMatchObject({
      code: 0,
      error: expect.stringMatching(`^Wrote ${archive}, \\d+ bytes. It holds all mail and the key`),
    })
    expect(await readdir(dataDir)).not.toContain('unfinished-backup')
    await signIn('ada')
  },
)

test('every command has help', slow, async () => {
  const { text } = await runCommand(['--help'])
  const names = /Commands: (.*)/
    .exec(text)?.[1]
    ?.split(', ')
    .filter((name) => name !== 'serve')
  for (const name of names ?? []) {
    const help = await runCommand([name, '--help'])
    expect(help).toMatchObject({ code: 0, text: expect.stringContaining(`npm start -- ${name}`) })
  }
  expect(names).toContain('users')
  // Most who ask want to start it.
  expect(text).toContain('--open')
})
