import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createInbox, listMails } from '@mailstop/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { installTools, tools } from '../../../../scripts/lib/debian-packages.mjs'
import { stores } from '../access/stores.ts'
import { sendMail } from '../clients/send-mail.ts'
import { newFolder } from '../support/new-folder.ts'

const run = promisify(execFile)
const nobody = 65_534

type Login = { port: number; user: string; password: string; ssl: boolean }
/** Fetches all mail, and returns the mails as the client keeps them. */
type Fetch = (login: Login) => Promise<string[]>

const fetchmail: Fetch = async ({ port, user, password, ssl }) => {
  const home = newFolder()
  const rc = join(home, 'rc')
  const account = `user "${user}" password "${password}" keep fetchall`
  const line = `poll 127.0.0.1 service ${port} protocol POP3 ${account} ${ssl ? 'ssl' : "sslproto ''"} no sslcertck`
  writeFileSync(rc, `${line} mda "cat > ${home}/$$.mail"\n`, { mode: 0o600 })
  const env = { PATH: '/usr/bin:/bin', HOME: home, FETCHMAILHOME: home }
  await run('fetchmail', ['-f', rc, '--nodetach', '--nosyslog'], { env })
  const files = readdirSync(home).filter((name) => name.endsWith('.mail'))
  return files.map((name) => readFileSync(join(home, name), 'latin1'))
}

const getmail: Fetch = async ({ port, user, password, ssl }) => {
  const folder = newFolder()
  const folders = ['.', 'mail', 'mail/new', 'mail/cur', 'mail/tmp'].map((part) =>
    join(folder, part),
  )
  for (const each of folders.slice(1)) mkdirSync(each)
  const rc = [
    '[retriever]',
    `type = SimplePOP3${ssl ? 'SSL' : ''}Retriever`,
    'server = 127.0.0.1',
    `port = ${port}`,
    `username = ${user}`,
    `password = ${password}`,
    '[destination]',
    'type = Maildir',
    `path = ${folder}/mail/`,
    '[options]',
    'read_all = true',
  ]
  writeFileSync(join(folder, 'rc'), `${rc.join('\n')}\n`, { mode: 0o600 })
  // It delivers nothing as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const each of [...folders, join(folder, 'rc')]) chownSync(each, nobody, nobody)
  const as = isRoot ? { uid: nobody, gid: nobody } : {}
  await run('getmail', ['--getmaildir', folder, '--rcfile', 'rc'], { cwd: folder, ...as })
  const files = readdirSync(join(folder, 'mail/new'))
  return files.map((name) => readFileSync(join(folder, 'mail/new', name), 'latin1'))
}

const poplib: Fetch = async ({ port, user, password, ssl }) => {
  const program = `
import poplib, ssl, sys
kind, port, user, password = sys.argv[1:]
context = ssl._create_unverified_context()
client = poplib.POP3_SSL('127.0.0.1', int(port), context=context) if kind == 'ssl' else poplib.POP3('127.0.0.1', int(port))
client.user(user)
client.pass_(password)
for number in range(1, client.stat()[0] + 1):
    print('\\n'.join(line.decode('latin1') for line in client.retr(number)[1]), end='\\0')
client.quit()
`
  const words = ['-c', program, ssl ? 'ssl' : 'plain', String(port), user, password]
  return (await run('python3', words)).stdout.split('\0').slice(0, -1)
}

const curl: Fetch = async ({ port, user, password, ssl }) => {
  const ask = async (path: string) => {
    const url = `${ssl ? 'pop3s' : 'pop3'}://127.0.0.1:${port}/${path}`
    const words = ['-sS', '--insecure', '--user', `${user}:${password}`, url]
    return (await run('curl', words, { encoding: 'latin1' })).stdout
  }
  const numbers = (await ask('')).trim().split(/\r?\n/)
  return Promise.all(numbers.map((line) => ask(line.split(' ')[0] ?? '')))
}

beforeAll(() => installTools([tools.fetchmail, tools.getmail, tools.python, tools.curl]), 300_000)

describe.each(stores)('on $name', ({ start }) => {
  test.each([
    ['fetchmail', fetchmail],
    ['getmail', getmail],
    ['poplib', poplib],
    ['curl', curl],
  ])(
    '%s reads the mail of one inbox, line by line, with TLS and without',
    async (_, fetchAll) => {
      const { running } = await start({ POP3_PORTS: '0', POP3S_PORTS: '0' })
      const { smtpPort, pop3Port, pop3sPort, signIn } = running
      const { api, team } = await signIn('ada')
      const params = { team: String(team.id) }
      const made = await api.must(createInbox, { params, body: { name: 'Other' } })
      const { username, password } = made.data.credentials
      const inbox = { smtp_username: username, smtp_password: password }
      await sendMail(smtpPort, team, { subject: 'Elsewhere' })
      await sendMail(smtpPort, inbox, { subject: 'First', text: '.\n..dots\nend' })
      await sendMail(smtpPort, inbox, { subject: 'Second', text: 'x'.repeat(200_000) })
      for (const ssl of [false, true]) {
        const port = ssl ? pop3sPort : pop3Port
        const mails = await fetchAll({ port, user: username, password, ssl })
        const found = mails.map((mail) => /^Subject: (.*?)\r?$/m.exec(mail)?.[1])
        expect(new Set(found)).toEqual(new Set(['First', 'Second']))
        expect(found).toHaveLength(2)
        expect(mails.join('\n')).toMatch(/^\.\r?\n\.\.dots\r?\nend/m)
      }
      expect((await api.must(listMails, { params })).data).toHaveLength(3)
    },
    120_000,
  )
})
