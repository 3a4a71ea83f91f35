import {
  acceptInvite,
  createTeam,
  deleteTeam,
  getMail,
  getMailSource,
  listMails,
  listMembers,
  mailChannel,
  removeMember,
  rotateCredentials,
  type Team,
} from '@mailstop/contract'
import { expect, onTestFinished, test } from 'vitest'
import type { ApiClient } from '../clients/api-client.ts'
import { startApp, type RunningApp } from '../support/harness.ts'
import { invite } from '../clients/invite-link.ts'
import { connectLive, joinChannel, nextEvent } from '../clients/live-client.ts'
import { sendMail } from '../clients/send-mail.ts'
import { at, startTwo } from '../support/two-processes-on.ts'
import { connectSmtp } from '../clients/smtp-client.ts'

/** What ends with a membership, a team or its credentials, in the process that ends it and in another. */
const password = 'correct horse battery staple'

/** A shared team of Ada, its owner, and Bob, who joined by invitation; it has one mail. */
async function teamOfTwo(running: RunningApp) {
  const { api: ada } = await running.signUp('ada')
  const { api: bob } = await running.signUp('bob')
  const { data: team } = await ada.must(createTeam, { body: { name: 'Rocket Labs' } })
  const { token } = await invite(running, ada, { team: team.id, email: 'bob@example.test' })
  await bob.must(acceptInvite, { params: { token } })
  await sendMail(running.smtpPort, team, { text: 'x' })
  const params = { team: String(team.id) }
  const { data: mails } = await bob.must(listMails, { params, query: {} })
  const { data: members } = await ada.must(listMembers, { params })
  const bobsId = String(members.find(({ email }) => email === 'bob@example.test')?.id)
  return { ada, bob, team, params, mail: String(mails[0]?.id), bobsId }
}

/** Bob, at this process, with the channel open and a signed link in his hands. */
async function reading(bob: ApiClient, team: Team, mail: string) {
  const params = { team: String(team.id), mail }
  const socket = connectLive(bob)
  expect(await joinChannel(socket, mailChannel(team.id))).toMatchObject({ ok: true })
  const { url } = await bob.must(getMailSource, { params })
  expect((await bob.send('GET', url)).status).toBe(200)
  const closed = nextEvent(socket, 'ChannelClosed')
  return {
    /** `why` is what its channel was closed with. */
    async hasLostIt(why: { deleted?: true } = {}): Promise<void> {
      expect(await closed).toEqual({ channel: mailChannel(team.id), ...why })
      expect(await joinChannel(socket, mailChannel(team.id))).toMatchObject({ ok: false })
      expect((await bob.call(getMail, { params })).status).toBe(404)
      expect((await bob.send('GET', url)).status).toBe(404)
    },
  }
}

async function smtpSession(running: RunningApp, team: Team) {
  const client = await connectSmtp({ port: running.starttlsPort })
  onTestFinished(client.destroy)
  await client.send('EHLO app.test')
  await client.startTls()
  await client.send('EHLO app.test')
  const answer = await client.login(team.smtp_username, team.smtp_password)
  return { client, answer }
}

test('a member who is removed loses inbox, channel and signed links at every process', async () => {
  const { here, there } = await startTwo()
  const { ada, bob, team, params, mail, bobsId } = await teamOfTwo(here)
  const readers = [await reading(bob, team, mail), await reading(at(there, bob), team, mail)]
  await ada.must(removeMember, { params: { ...params, user: bobsId }, query: {} })
  for (const reader of readers) await reader.hasLostIt()
  expect((await ada.must(listMembers, { params })).data).toHaveLength(1)
})

test('a team that is deleted is gone for its members and its apps at every process', async () => {
  const { here, there } = await startTwo()
  const { ada, bob, team, params, mail } = await teamOfTwo(here)
  const reader = await reading(at(there, bob), team, mail)
  const sessions = [await smtpSession(here, team), await smtpSession(there, team)]
  await ada.must(deleteTeam, { params, body: { password } })
  await reader.hasLostIt({ deleted: true })
  for (const { client } of sessions) expect(await client.closed()).toMatch(/^421 /)
  for (const running of [here, there]) {
    expect(await smtpSession(running, team)).toMatchObject({ answer: { code: 535 } })
  }
})

test('credentials that were replaced stop at every process, open sessions included', async () => {
  const { here, there } = await startTwo()
  const { ada, team, params } = await teamOfTwo(here)
  const sessions = [await smtpSession(here, team), await smtpSession(there, team)]
  expect(sessions).toMatchObject([{ answer: { code: 235 } }, { answer: { code: 235 } }])
  const { data: renewed } = await ada.must(rotateCredentials, { params })
  for (const { client } of sessions) expect(await client.closed()).toMatch(/^421 /)
  for (const running of [here, there]) {
    expect(await smtpSession(running, team)).toMatchObject({ answer: { code: 535 } })
    expect(await smtpSession(running, renewed)).toMatchObject({ answer: { code: 235 } })
  }
})

test('a process that heard nothing for a while ends the sessions whose credentials have ended', async () => {
  const { here, there, deafen } = await startTwo()
  const { ada, team, params } = await teamOfTwo(here)
  const { data: other } = await ada.must(createTeam, { body: { name: 'Kept' } })
  const [ended] = [await smtpSession(there, team), await smtpSession(there, other)]
  // Twice, so that the news is lost for certain.
  await deafen()
  await ada.must(rotateCredentials, { params })
  await deafen()
  expect(await ended.client.closed()).toMatch(/^421 /)
})

test('a team’s browsers learn which part of it changed', async () => {
  const running = await startApp()
  const { ada, bob, team, params, bobsId } = await teamOfTwo(running)
  const socket = connectLive(ada)
  await joinChannel(socket, mailChannel(team.id))
  const event = nextEvent(socket, 'TeamOutdated')
  await ada.must(removeMember, { params: { ...params, user: bobsId }, query: {} })
  expect(await event).toMatchObject({ team_id: team.id, part: 'members' })
  expect((await bob.call(listMembers, { params })).status).toBe(404)
})
