import { expect, test } from 'vitest'
import { connectSmtp } from '../../../test/clients/smtp-client.ts'
import { big, start, until } from '../../../test/clients/smtp-sessions.ts'

const mib = 1024 * 1024

/** A server of little memory whose accounts are numbers, and a clock that the test moves. */
async function startSmall() {
  let clock = 0
  const server = await start({
    elapsed: () => clock,
    limits: { messageBytes: 2 * mib, bytesInFlight: 16 * mib, sweepMs: 5 },
    authenticate: async ({ username }) => ({ id: Number(username), user: username }),
  })

  async function logIn(account: number) {
    const client = await connectSmtp({ port: server.port })
    await client.send('EHLO client.test')
    expect((await client.login(String(account), 'any')).code).toBe(235)
    return client
  }

  /** Has sent nearly all of the largest mail, as far as the server reads it. */
  async function hog(account: number) {
    const client = await logIn(account)
    await client.send('MAIL FROM:<a@b>')
    await client.send('RCPT TO:<c@d>')
    expect((await client.send('DATA')).code).toBe(354)
    client.write(big(1_900_000))
    return client
  }

  return {
    ...server,
    logIn,
    hogs: (count: number, accounts: number) =>
      Promise.all(Array.from({ length: count }, (_, index) => hog(1 + (index % accounts)))),
    pass: (ms: number) => void (clock += ms),
  }
}

/** Waits until what the server holds no longer grows. */
async function settled(held: () => number): Promise<void> {
  for (let last = -1, same = 0; same < 200; same += 1) {
    if (held() !== last) same = 0
    last = held()
    await new Promise((done) => setImmediate(done))
  }
}

test('14 stalled connections of an account delay no mail of another', async () => {
  const { smtp, logIn, hogs } = await startSmall()
  const stuck = await hogs(14, 1)
  await until(() => smtp.stats().bytesInFlight > 6 * mib)
  await settled(() => smtp.stats().bytesInFlight)
  // The clock stands, so no connection was ended for it.
  const client = await logIn(99)
  expect((await client.mail('a@b', ['c@d'], 'small\r\n')).code).toBe(250)
  expect((await client.mail('a@b', ['c@d'], big(1_900_000))).code).toBe(250)
  for (const other of [...stuck, client]) other.destroy()
  await until(() => smtp.stats().connections === 0)
  expect(smtp.stats().bytesInFlight).toBe(0)
})

test('of several stalled accounts, those that hold memory make room for a large mail', async () => {
  const { smtp, logIn, hogs, pass } = await startSmall()
  const stuck = await hogs(16, 2)
  await until(() => smtp.stats().bytesInFlight > 12 * mib)
  await settled(() => smtp.stats().bytesInFlight)
  const client = await logIn(99)
  expect((await client.mail('a@b', ['c@d'], 'small\r\n')).code).toBe(250)
  let isDone = false
  const sent = client.mail('a@b', ['c@d'], big(1_900_000)).finally(() => (isDone = true))
  let seconds = 0
  for (; !isDone && seconds < 60; seconds += 1) {
    await settled(() => smtp.stats().bytesInFlight)
    pass(1_000)
  }
  expect((await sent).code).toBe(250)
  expect(seconds).toBeLessThan(30)
  const gone = await Promise.race(stuck.map((other) => other.read()))
  expect(gone).toMatchObject({ code: 421 })
  expect(gone.lines[0]).toMatch(/^4\.3\.2 .*waited for memory/)
  for (const other of [...stuck, client]) other.destroy()
  await until(() => smtp.stats().connections === 0)
  expect(smtp.stats().bytesInFlight).toBe(0)
})

test('a stalled mail for whose memory nobody waits may continue at any time', async () => {
  const { smtp, hogs, pass } = await startSmall()
  const [slow] = await hogs(1, 1)
  await until(() => smtp.stats().bytesInFlight > 1_900_000)
  for (let second = 0; second < 20; second += 1) {
    pass(1_000)
    await new Promise((done) => setImmediate(done))
  }
  expect((await slow?.send('\r\n.'))?.code).toBe(250)
  slow?.destroy()
})
