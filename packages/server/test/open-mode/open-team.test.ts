import { getMail, listMails, listTeams } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { startApp } from '../support/harness.ts'
import { sendMail } from '../clients/send-mail.ts'

const billing = { smtp_username: 'billing', smtp_password: 'x' }

test('mail with an unknown login comes to SMTP_OPEN_TEAM, and other teams get only their own', async () => {
  const { signIn, smtpPort } = await startWithTeam()
  const { api, team } = await signIn('ada')
  const other = await signIn('bob')
  const params = { team: String(team.id) }
  expect((await api.must(listTeams, {})).data).toMatchObject([{ id: 1, smtp_open: true }])
  expect(other.team.smtp_open).toBe(false)
  await sendMail(smtpPort, billing, { subject: 'Unknown' })
  await sendMail(smtpPort, other.team, { subject: 'Known' })
  const typo = { ...other.team, smtp_password: 'a typo' }
  await expect(sendMail(smtpPort, typo, { subject: 'Typo' })).rejects.toThrow(/535/)

  const { data: mails } = await api.must(listMails, { params })
  expect(mails.map(({ subject }) => subject)).toEqual(['Unknown'])
  const mail = String(mails[0]?.id)
  expect((await api.must(getMail, { params: { ...params, mail } })).data.login).toBe('billing')
  const others = await other.api.must(listMails, { params: { team: String(other.team.id) } })
  expect(others.data.map(({ subject }) => subject)).toEqual(['Known'])
})

test('other networks log in as ever', async () => {
  const { signIn, smtpPort } = await startWithTeam({
    SMTP_OPEN_NETWORKS: '192.0.2.0/24, 2001:db8::/32',
  })
  const { team } = await signIn('ada')
  await expect(sendMail(smtpPort, billing, {})).rejects.toThrow(/535/)
  await sendMail(smtpPort, team, {})
})

test('a team that does not exist is named at start, and catches once it is made', async () => {
  const { printed, signIn, smtpPort } = await startApp({ SMTP_OPEN_TEAM: '1' })
  expect(printed.join('\n')).toMatch(/SMTP_OPEN_TEAM.*team 1/)
  await expect(sendMail(smtpPort, billing, {})).rejects.toThrow(/535/)
  await signIn('ada')
  // The first client after that is refused, and has the team looked for.
  await sendMail(smtpPort, billing, {}).catch(() => {})
  await sendMail(smtpPort, billing, {})
})

/** Ada's team is there, and has the id 1. */
async function startWithTeam(env: Record<string, string> = {}) {
  const first = await startApp()
  await first.signIn('ada')
  await first.app.stop()
  return startApp({ SMTP_OPEN_TEAM: '1', DATA_DIR: first.dataDir, ...env })
}
