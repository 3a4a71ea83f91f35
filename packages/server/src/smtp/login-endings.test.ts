import { expect, onTestFinished, test } from 'vitest'
import { connectSmtp } from '../../test/clients/smtp-client.ts'
import { startSmtp } from '../../test/clients/smtp-harness.ts'

const end = 3_600_000

/** A server whose inboxes 2 and 3 are in one account; passwords from before have their end. */
async function start() {
  const clock = { time: 1_000 }
  const server = await startSmtp({
    now: () => clock.time,
    limits: { sweepMs: 10 },
    authenticate: async ({ username, password }) => {
      const account = { id: 7, inbox: Number(username) }
      return password === 'before' ? { ...account, until: end } : account
    },
  })
  onTestFinished(() => server.smtp.stop())
  async function logIn(inbox: number, password = 'present') {
    const client = await connectSmtp({ port: server.port })
    onTestFinished(() => client.destroy())
    await client.send('EHLO app.test')
    expect((await client.login(String(inbox), password)).code).toBe(235)
    return client
  }
  return { ...server, clock, logIn }
}

type Client = Awaited<ReturnType<typeof connectSmtp>>
const codeOf = async (client: Client) => (await client.mail('a@b.test', ['c@d.test'], 'x')).code

test('a session ends with the password that it came with, and others live on', async () => {
  const { smtp, clock, logIn } = await start()
  const [open, other] = [await logIn(2), await logIn(3)]
  smtp.endSessions({ accountId: 7, inbox: 2, until: end })
  const [late, fresh] = [await logIn(2, 'before'), await logIn(2)]
  for (const client of [open, late, fresh, other]) expect(await codeOf(client)).toBe(250)
  clock.time = end
  for (const client of [open, late]) {
    expect((await client.read()).lines).toEqual(['4.7.0 This connection has ended, log in again'])
    await client.closed()
  }
  for (const client of [fresh, other]) expect(await codeOf(client)).toBe(250)
})

test('the password before the one that is replaced works no longer, and its sessions end at once', async () => {
  const { smtp, logIn } = await start()
  const oldest = await logIn(2)
  smtp.endSessions({ accountId: 7, inbox: 2, until: end })
  const old = await logIn(2)
  smtp.endSessions({ accountId: 7, inbox: 2, until: 2 * end })
  expect((await oldest.read()).code).toBe(421)
  expect(await codeOf(old)).toBe(250)
})

test('a mail under way is kept when its inbox takes others from now on', async () => {
  const { smtp, logIn } = await start()
  const [idle, sending] = [await logIn(2), await logIn(2)]
  await sending.send('MAIL FROM:<a@b.test>')
  await sending.send('RCPT TO:<c@d.test>')
  await sending.send('DATA')
  smtp.endSessions({ accountId: 7, inbox: 2, finishContent: true })
  expect((await idle.read()).code).toBe(421)
  expect((await sending.send('Subject: x\r\n\r\nx\r\n.')).code).toBe(250)
  expect((await sending.read()).code).toBe(421)
})
