import { getMail, listMails, listTags, listTeams } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { startApp } from '../support/harness.ts'
import { sendMail } from '../clients/send-mail.ts'

const tagged = <T extends { smtp_username: string }>(team: T, run: string): T => ({
  ...team,
  smtp_username: `${team.smtp_username}+${run}`,
})

test('runs that send to one address at the same time each find their own mail, and no other', async () => {
  const { signIn, smtpPort } = await startApp()
  const { api, team } = await signIn('ada')
  const params = { team: String(team.id) }
  const runs = Array.from({ length: 12 }, (_, index) => `Run${index}`)
  const mails = runs.flatMap((run) => [1, 2].map((count) => ({ run, subject: `${run}: ${count}` })))
  await Promise.all(
    mails.map(({ run, subject }) => sendMail(smtpPort, tagged(team, run), { subject })),
  )

  for (const run of runs) {
    const { data } = await api.must(listMails, { params, query: { tag: run.toLowerCase() } })
    expect(data.map(({ subject }) => subject).toSorted()).toEqual([`${run}: 1`, `${run}: 2`])
    expect(data.map(({ tags }) => tags)).toEqual([[run], [run]])
  }
  const { data } = await api.must(listTags, { params })
  expect(data.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
    runs.toSorted().map((name) => ({ name, total: 2, unread: 2, color: null })),
  )
  const [first] = (await api.must(listMails, { params })).data
  const { login, tags } = (
    await api.must(getMail, { params: { ...params, mail: String(first?.id) } })
  ).data
  expect(login).toBe(`${team.smtp_username}+${tags[0]}`)
  const typo = { ...tagged(team, 'Run1'), smtp_password: 'a typo' }
  await expect(sendMail(smtpPort, typo, {})).rejects.toThrow(/535/)
}, 60_000)

test('an unknown login that an open team takes has its tag, and that of a team needs its password', async () => {
  const { app, signIn, dataDir } = await startApp()
  await signIn('ada')
  await app.stop()
  const open = await startApp({ SMTP_OPEN_TEAM: '1', DATA_DIR: dataDir })
  const { api } = await open.signIn('ada')
  const other = await open.signIn('bob')
  const [team] = (await api.must(listTeams, {})).data
  const billing = { smtp_username: 'billing', smtp_password: 'x' }
  await sendMail(open.smtpPort, tagged(billing, 'run7'), { subject: 'Open' })
  const typo = { ...tagged(other.team, 'run7'), smtp_password: 'a typo' }
  await expect(sendMail(open.smtpPort, typo, {})).rejects.toThrow(/535/)
  const { data } = await api.must(listMails, { params: { team: String(team?.id) } })
  expect(data.map(({ subject, tags }) => [subject, tags])).toEqual([['Open', ['run7']]])
}, 60_000)
