import {
  disableUser,
  getCounters,
  getProfile,
  mailChannel,
  sendTestMail,
  suspendTeam,
} from '@mailstop/contract'
import { expect, test } from 'vitest'
import { connectLive, joinChannel, nextEvent } from '../clients/live-client.ts'
import { sendMail } from '../clients/send-mail.ts'
import { connectSmtp } from '../clients/smtp-client.ts'
import { at, startTwo } from '../support/two-processes-on.ts'

/** Two processes with one account, whose browser listens to the second. */
async function startWithAccount() {
  const { here: first, there: second, ...database } = await startTwo()
  const { api, team } = await first.signUp()
  const elsewhere = at(second, api)
  const socket = connectLive(elsewhere)
  expect(await joinChannel(socket, mailChannel(team.id))).toMatchObject({ ok: true })
  return { ...database, first, second, api, elsewhere, team, socket }
}

test('an account that an operator disables at one process, and a team that is suspended, end at another', async () => {
  const { first, second, api } = await startWithAccount()
  const bob = await first.signIn('bob')
  const elsewhere = second.client()
  for (const [name, value] of bob.api.cookies) elsewhere.cookies.set(name, value)
  const socket = connectLive(elsewhere)
  expect(await joinChannel(socket, mailChannel(bob.team.id))).toMatchObject({ ok: true })
  const { data: profile } = await elsewhere.must(getProfile, {})

  const params = { team: String(bob.team.id) }
  await sendMail(second.smtpPort, bob.team, { text: 'x' })
  await api.must(suspendTeam, { params })
  await expect(sendMail(second.smtpPort, bob.team, { text: 'x' })).rejects.toThrow('550 5.2.1')
  expect((await elsewhere.must(getCounters, { params })).data).toMatchObject({ total: 1 })

  const gone = new Promise((resolve) => socket.once('disconnect', resolve))
  await api.must(disableUser, { params: { user: String(profile.id) } })
  await gone
  expect(await elsewhere.call(getProfile, {})).toMatchObject({ ok: false, status: 401 })
})

test('after the processes lost each other, clients are made to come back and look again', async () => {
  const { first, team, socket, deafen } = await startWithAccount()
  const back = new Promise((resolve) => {
    socket.once('disconnect', () => socket.once('connect', () => resolve(null)))
  })
  await deafen()
  await back
  await joinChannel(socket, mailChannel(team.id))
  const received = nextEvent(socket, 'MailReceived')
  await sendMail(first.smtpPort, team, { text: 'x' })
  expect(await received).toMatchObject({ count: 1 })
})

test('guesses at one process count at the other, and lock out nobody', async () => {
  const { first, second, api, team, database } = await startWithAccount()
  const logIn = async (port: number, username: string, password: string) => {
    const client = await connectSmtp({ port })
    await client.send('EHLO x')
    const { code } = await client.login(username, password)
    const next = await client.send('NOOP').catch(() => null)
    client.destroy()
    return { code, isHungUpOn: next?.code !== 250 }
  }
  const guesses = Array.from({ length: 100 }, (_, index) => `guess ${index}`)
  for (const guess of guesses) {
    expect(await logIn(first.smtpPort, team.smtp_username, guess)).toMatchObject({ code: 535 })
  }
  const counted = async () => {
    const { rows } = await database.query('select max(used)::int as most from attempts')
    return (rows[0] as { most: number }).most
  }
  while ((await counted()) < 100) await new Promise((done) => setImmediate(done))
  await logIn(second.smtpPort, 'a new', 'guess')
  while ((await counted()) < 101) await new Promise((done) => setImmediate(done))
  // The count is known there with the answer to the write.
  let last = await logIn(second.smtpPort, 'one', 'more')
  while (!last.isHungUpOn) last = await logIn(second.smtpPort, 'one', 'more')
  expect(last.code).toBe(535)
  for (const { smtpPort } of [first, second]) {
    const right = await logIn(smtpPort, team.smtp_username, team.smtp_password)
    expect(right).toEqual({ code: 235, isHungUpOn: false })
  }
  expect(await api.must(sendTestMail, { params: { team: String(team.id) } })).toBeTruthy()
})
