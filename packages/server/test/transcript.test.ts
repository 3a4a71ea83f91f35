import { getMail, listMails } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { startApp } from './harness.ts'
import { sendMail } from './send-mail.ts'

test('a mail shows the dialogue in which it came, without the password', async () => {
  const running = await startApp()
  const { api, team } = await running.signUp()
  await sendMail(running.smtpPort, team, { subject: 'Hello', text: 'x' })
  const params = { team: String(team.id) }
  const [summary] = (await api.must(listMails, { params, query: {} })).data
  const mail = { ...params, mail: String(summary?.id) }
  const { transcript, structure } = (await api.must(getMail, { params: mail })).data
  expect(transcript).toMatch(
    /C: EHLO .*[^]*C: AUTH PLAIN \*\*\*[^]*C: MAIL FROM:<app@rocket\.test>/,
  )
  expect(transcript).not.toContain(team.smtp_password)
  const secret = Buffer.from(`\0${team.smtp_username}\0${team.smtp_password}`).toString('base64')
  expect(transcript).not.toContain(secret)
  expect(structure).toMatchObject({ content_type: 'text/plain', children: [] })
})
