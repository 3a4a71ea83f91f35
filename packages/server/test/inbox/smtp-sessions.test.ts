import {
  acceptInvite,
  createTeam,
  deleteTeam,
  listSmtpSessions,
  mailChannel,
  rotateCredentials,
  type Team,
} from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import type { ApiClient } from '../clients/api-client.ts'
import { startApp, type RunningApp } from '../support/harness.ts'
import { connectLive, joinChannel, nextEvent } from '../clients/live-client.ts'
import { invite } from '../clients/invite-link.ts'
import { alikeDatabases } from '../support/product-databases.ts'
import { connectSmtp } from '../clients/smtp-client.ts'

const password = 'correct horse battery staple'

/** An app sends the team one mail to each of these recipients; returns the codes of the replies. */
async function send({ smtpPort }: RunningApp, team: Team, recipients: string[]): Promise<number[]> {
  const client = await connectSmtp({ port: smtpPort })
  await client.send('EHLO app.test')
  await client.login(team.smtp_username, team.smtp_password)
  const codes: number[] = []
  for (const recipient of recipients) {
    codes.push((await client.mail('app@rocket.test', [recipient], 'x\r\n')).code)
    if (codes.at(-1) !== 250) await client.send('RSET')
  }
  await client.send('QUIT')
  await client.closed()
  client.destroy()
  return codes
}

const paramsOf = ({ id }: Team) => ({ params: { team: String(id) } })
const failedOf = async (api: ApiClient, team: Team, query = {}) =>
  (await api.must(listSmtpSessions, { ...paramsOf(team), query })).data

/** They are written a moment after they fail. */
async function untilFailed(api: ApiClient, team: Team, count: number) {
  await expect.poll(() => failedOf(api, team).then(({ length }) => length)).toBe(count)
  return failedOf(api, team)
}

describe.each(alikeDatabases)('the failed SMTP sessions of a team on $dialect', ({ open }) => {
  async function setUp() {
    const running = await startApp(await open())
    const { api: ada, team: personal } = await running.signIn('ada')
    const { data: team } = await ada.must(createTeam, { body: { name: 'Rocket Labs' } })
    return { running, ada, personal, team }
  }

  test('are shown newest first, each with the dialogue that led to it and without the password', async () => {
    const { running, ada, personal, team } = await setUp()
    expect(await failedOf(ada, team)).toEqual([])
    const before = Date.now()
    expect(await send(running, team, ['no address', 'you@customer.test'])).toEqual([501, 250])
    expect(await send(running, team, ['none either'])).toEqual([501])
    const refused = await untilFailed(ada, team, 2)
    expect(refused).toMatchObject(
      ['none either', 'no address'].map((recipient) => ({
        failure: 'mail_refused',
        login: team.smtp_username,
        remote_address: '127.0.0.1',
        reply: '501 5.1.3 The recipient is not a valid address',
        transcript: expect.stringMatching(
          new RegExp(`^S: 220 [^]*C: AUTH PLAIN \\*\\*\\*\n[^]*C: RCPT TO:<${recipient}>\nS: 501 `),
        ),
      })),
    )
    for (const { at, transcript } of refused) {
      expect(Date.parse(at)).toBeGreaterThanOrEqual(before)
      expect(transcript).not.toContain(team.smtp_password)
    }
    expect(await failedOf(ada, personal)).toEqual([])
  })

  test('are shown to its members and to nobody else', async () => {
    const { running, ada, team } = await setUp()
    await send(running, team, ['no address'])
    const { api: bob } = await running.signIn('bob')
    expect(await bob.call(listSmtpSessions, paramsOf(team))).toMatchObject({ status: 404 })
    const { token } = await invite(running, ada, { team: team.id, email: 'bob@example.test' })
    await bob.must(acceptInvite, { params: { token } })
    await untilFailed(bob, team, 1)
    const stranger = running.client()
    expect(await stranger.call(listSmtpSessions, paramsOf(team))).toMatchObject({ status: 401 })
  })

  test('stay the team’s when its credentials are rotated, and end with it', async () => {
    const { running, ada, team } = await setUp()
    await send(running, team, ['no address'])
    const { data: renewed } = await ada.must(rotateCredentials, paramsOf(team))
    await send(running, renewed, ['none either'])
    await untilFailed(ada, team, 2)
    const { data: other } = await ada.must(createTeam, { body: { name: 'Other' } })
    await ada.must(deleteTeam, { ...paramsOf(team), body: { password } })
    expect(await ada.call(listSmtpSessions, paramsOf(team))).toMatchObject({ status: 404 })
    const { data: next } = await ada.must(createTeam, { body: { name: 'Rocket Labs' } })
    for (const each of [other, next]) expect(await failedOf(ada, each)).toEqual([])
  })

  test('name a wrong password live, once for each client, and are found by their kind and login', async () => {
    const { running, ada, team } = await setUp()
    const socket = connectLive(ada)
    expect(await joinChannel(socket, mailChannel(team.id))).toMatchObject({ ok: true })
    const outdated = nextEvent(socket, 'TeamOutdated')
    const guess = async (username: string) => {
      const client = await connectSmtp({ port: running.smtpPort })
      await client.send('EHLO app.test')
      expect((await client.login(username, 'not it')).code).toBe(535)
      client.destroy()
    }
    await guess(team.smtp_username)
    expect(await outdated).toMatchObject({ team_id: team.id, part: 'sessions' })
    await guess(team.smtp_username)
    await send(running, team, ['no address'])
    const failed = await untilFailed(ada, team, 2)
    expect(failed.map(({ failure }) => failure)).toEqual(['mail_refused', 'wrong_password'])
    expect(JSON.stringify(failed)).not.toContain('not it')
    const found = (query: object) => failedOf(ada, team, query)
    expect(await found({ failure: 'wrong_password' })).toEqual(failed.slice(1))
    expect(await found({ login: team.smtp_username })).toHaveLength(2)
    expect(await found({ login: 'another' })).toEqual([])
    expect(await found({ inbox: '1' })).toHaveLength(2)
    expect(await found({ inbox: '2' })).toEqual([])
    const unknown = { ...paramsOf(team), query: { failure: 'other' } }
    expect(await ada.call(listSmtpSessions, unknown as never)).toMatchObject({ status: 422 })
    for (const query of [{ query: 'a\0b' }, { login: 'a\0b' }]) {
      const answer = await ada.call(listSmtpSessions, { ...paramsOf(team), query })
      expect(answer).toMatchObject({ status: 422 })
    }
  })
})
