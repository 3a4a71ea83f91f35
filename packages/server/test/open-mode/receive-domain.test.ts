import {
  deleteMails,
  deleteTeam,
  createTeam,
  getCounters,
  listMails,
  listTeams,
  type Team,
} from '@mailstop/contract'
import { createTransport } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { signUpPassword, startApp } from '../support/harness.ts'
import { alikeDatabases } from '../support/product-databases.ts'
import { sendMail } from '../clients/send-mail.ts'
import { connectSmtp } from '../clients/smtp-client.ts'

const env = { RECEIVE_DOMAIN: 'Mail.Example', TEAM_MAX_BYTES: '1000000' }

/** As a mail server or an app without credentials sends it. */
async function sendWithoutLogin(port: number, to: string | string[], subject: string) {
  const tls = { rejectUnauthorized: false }
  const transport = createTransport({ host: '127.0.0.1', port, tls })
  try {
    return await transport.sendMail({ from: 'app@rocket.test', to, subject, text: 'Hello' })
  } finally {
    transport.close()
  }
}

describe.each(alikeDatabases)('with RECEIVE_DOMAIN, on $dialect', ({ open }) => {
  async function setUp() {
    const running = await startApp({ ...env, ...(await open()) })
    const { api, team } = await running.signIn('ada')
    const at = (name: string, { mail_domain }: Team = team) => `${name}@${mail_domain ?? ''}`
    async function subjects(of: Team = team) {
      const { data } = await api.must(listMails, { params: { team: String(of.id) }, query: {} })
      return data.map(({ subject }) => subject)
    }
    return { ...running, api, team, at, subjects }
  }

  test('mail to the domain of a team is in its inbox, without a login, and all else needs one', async () => {
    const { smtpPort, api, team, at, subjects } = await setUp()
    expect(team.code).toMatch(/^[a-z0-9]{8}$/)
    expect(team.mail_domain).toBe(`${team.code}.mail.example`)
    const { data: other } = await api.must(createTeam, { body: { name: 'Rocket Labs' } })
    expect(other.code).not.toBe(team.code)

    await sendWithoutLogin(smtpPort, at('ann+run1').toUpperCase(), 'One')
    await sendWithoutLogin(smtpPort, at('ann', other), 'Other')
    const mixed = await sendWithoutLogin(smtpPort, [at('ann', other), at('ann')], 'Mixed')
    expect(mixed).toMatchObject({ accepted: [at('ann', other)], rejected: [at('ann')] })
    const elsewhere = sendWithoutLogin(smtpPort, 'ann@elsewhere.test', 'x')
    await expect(elsewhere).rejects.toThrow(/530/)
    await expect(
      sendMail(smtpPort, team, { to: at('x', other), subject: 'Own' }),
    ).resolves.toBeTruthy()

    expect(await subjects()).toEqual(['Own', 'One'])
    expect(await subjects(other)).toEqual(['Mixed', 'Other'])
  })

  test('a stranger fills a team up to its limit, and not beyond', async () => {
    const { smtpPort, api, team, at, subjects } = await setUp()
    const client = await connectSmtp({ port: smtpPort })
    await client.send('EHLO stranger.test')
    const fill = () => client.mail('a@b.test', [at('ann')], 'x'.repeat(300_000))
    const replies = []
    for (let sent = 0; sent < 6; sent += 1) replies.push((await fill()).code)
    expect(replies).toEqual([250, 250, 250, 452, 452, 452])
    expect(await subjects()).toHaveLength(3)
    const params = { team: String(team.id) }
    const { data } = await api.must(getCounters, { params })
    expect(data.quota?.bytes).toBeLessThan(1_000_000)
    await api.must(deleteMails, { params, query: {}, body: {} })
    expect((await client.send('RSET')).code).toBe(250)
    client.destroy()
  })

  test('a team that was deleted has no address any more', async () => {
    const { smtpPort, api, at } = await setUp()
    const { data: team } = await api.must(createTeam, { body: { name: 'Rocket Labs' } })
    await sendWithoutLogin(smtpPort, at('ann', team), 'One')
    const params = { team: String(team.id) }
    await api.must(deleteTeam, { params, body: { password: signUpPassword } })
    await expect(sendWithoutLogin(smtpPort, at('ann', team), 'Two')).rejects.toThrow(/530/)
  })
})

test('without RECEIVE_DOMAIN, no address replaces a login', async () => {
  const { smtpPort, signIn } = await startApp()
  const { api, team } = await signIn('ada')
  expect((await api.must(listTeams, {})).data).toMatchObject([{ mail_domain: null }])
  const sent = sendWithoutLogin(smtpPort, `ann@${team.code}.mail.example`, 'x')
  await expect(sent).rejects.toThrow(/530/)
})
