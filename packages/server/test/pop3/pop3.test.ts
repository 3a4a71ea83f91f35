import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createInbox, listDeletions, listMails, rotateInbox } from '@mailstop/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stores } from '../access/stores.ts'
import { isNightly } from '../nightly.ts'
import { sendMail } from '../clients/send-mail.ts'
import { startApp } from '../support/harness.ts'

const run = promisify(execFile)

/** Sends lines as one piece and returns all replies, once the server has ended the connection. */
async function talk(port: number, lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(lines.map((line) => `${line}\r\n`).join(''))
  return text(socket)
}

async function open(port: number, lines: string[]) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let heard = ''
  socket.on('data', (data: Buffer) => (heard += data.toString('latin1')))
  socket.write(lines.map((line) => `${line}\r\n`).join(''))
  const closed = once(socket, 'close')
  await expect.poll(() => heard.split('\r\n').length).toBeGreaterThan(lines.length + 1)
  return { closed, heard: () => heard }
}

type Login = { smtp_username: string; smtp_password: string }
const login = ({ smtp_username: user, smtp_password: password }: Login) => [
  `USER ${user}`,
  `PASS ${password}`,
]

const poplib = `
import poplib, ssl, sys
host, port, user, password = sys.argv[1:]
client = poplib.POP3(host, int(port), timeout=20)
context = ssl.create_default_context()
context.check_hostname = False
context.verify_mode = ssl.CERT_NONE
client.stls(context)
client.user(user)
client.pass_(password)
count, size = client.stat()
source = b''.join(line + b'\\r\\n' for line in client.retr(1)[1])
top = client.top(1, 1)[1]
print(count, size, client.list(1).split()[2].decode(), len(source), len(client.uidl()[1]), len(top) < source.count(b'\\r\\n'))
client.dele(1)
client.quit()
`

describe.each(isNightly ? stores : stores.slice(0, 1))('on $name', ({ start }) => {
  test('curl and Python read the mail of an inbox exactly, and may delete it where that is allowed', async () => {
    const { running } = await start({ POP3_PORTS: '0', POP3_DELETE: 'on', SMTP_STARTTLS: 'on' })
    const { pop3Port: port, smtpPort, signIn } = running
    const { api, team } = await signIn('ada')
    const params = { team: String(team.id) }
    const body = `${'.dots\n..\n'.repeat(4_000)}ä`
    await sendMail(smtpPort, team, { subject: 'First', text: body })
    await sendMail(smtpPort, team, { subject: 'Second', text: 'x' })

    const url = `pop3://127.0.0.1:${port}/1`
    const credentials = `${team.smtp_username}:${team.smtp_password}`
    const { stdout } = await run('curl', ['-sS', '--user', credentials, url], {
      encoding: 'latin1',
    })
    expect(stdout).toContain('Subject: First')
    expect(stdout.match(/^\.dots\r$/gm)).toHaveLength(4_000)

    const args = ['-c', poplib, '127.0.0.1', String(port), team.smtp_username, team.smtp_password]
    const python = await run('python3', args)
    const [count, , listed, received, ids, isShorter] = python.stdout.trim().split(' ')
    expect([count, ids, isShorter]).toEqual(['2', '2', 'True'])
    expect(received).toBe(listed)
    expect(Number(listed)).toBe(Buffer.byteLength(stdout, 'latin1'))

    const left = (await api.must(listMails, { params })).data
    expect(left.map(({ subject, read_at: read }) => [subject, read])).toEqual([['Second', null]])
    expect((await api.must(listDeletions, { params })).data).toMatchObject([{ count: 1 }])
  }, 60_000)

  test('a login reads its inbox alone, ends with its credentials, and deletes nothing by default', async () => {
    const { running } = await start({ POP3_PORTS: '0' })
    const { pop3Port: port, smtpPort, signIn } = running
    const { api, team } = await signIn('ada')
    const params = { team: String(team.id) }
    const { id, credentials } = (await api.must(createInbox, { params, body: { name: 'Other' } }))
      .data
    const inbox = { smtp_username: credentials.username, smtp_password: credentials.password }
    await sendMail(smtpPort, inbox, { subject: 'Other' })
    expect(await talk(port, [...login(team), 'STAT', 'CAPA', 'QUIT'])).toMatch(
      /\+OK 0 0\r\n[^]*UIDL[^]*\.\r\n\+OK Bye\r\n$/,
    )
    expect(await talk(port, [...login(inbox), 'DELE 1', 'TOP 1 0', 'QUIT'])).toMatch(
      /-ERR Messages cannot be deleted[^]*Subject: Other/,
    )
    const session = await open(port, login(inbox))
    const of = { params: { ...params, inbox: String(id) } }
    await api.must(rotateInbox, { ...of, body: { grace_hours: 0 } })
    await session.closed
    expect(await talk(port, [...login(inbox), 'QUIT'])).toContain('-ERR [AUTH]')
    const guesses = [1, 2, 3, 4].flatMap(() => login({ ...inbox, smtp_password: 'a guess' }))
    expect((await talk(port, guesses)).match(/\[AUTH\]/g)).toHaveLength(3)
    expect(await talk(port, ['x'.repeat(5_000)])).toMatch(/-ERR The line is too long\r\n$/)
  }, 60_000)
})

test('any login reads the inbox of open mode, and one address has its connections', async () => {
  const { pop3Port: port, smtpPort } = await startApp({ POP3_PORTS: '0' }, { mode: 'open' })
  await sendMail(smtpPort, { smtp_username: 'any', smtp_password: 'any' }, { subject: 'Open' })
  const any = { smtp_username: 'some', smtp_password: 'other' }
  expect(await talk(port, [...login(any), 'RETR 1', 'QUIT'])).toContain('Subject: Open')
  const idle = await Promise.all(Array.from({ length: 50 }, () => open(port, ['NOOP'])))
  expect(await talk(port, ['QUIT'])).toContain('There are too many connections')
  expect(idle.map(({ heard }) => heard()).join('')).not.toContain('IN-USE')
}, 60_000)
