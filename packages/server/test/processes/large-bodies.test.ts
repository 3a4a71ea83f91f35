import { getMail, getMailBody, listMails } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { startApp } from '../support/harness.ts'
import { sendMail } from '../clients/send-mail.ts'

test('a mail with a body of many megabytes is a small reply, and the body a file', async () => {
  const running = await startApp()
  const { api, team } = await running.signIn('ada')
  // Six bytes each as JSON.
  const text = '\u0001'.repeat(2_000_000)
  await sendMail(running.smtpPort, team, { subject: 'Large', text, html: '<p>small</p>' })
  const params = { team: String(team.id) }
  const [summary] = (await api.must(listMails, { params, query: {} })).data
  const one = { ...params, mail: String(summary?.id) }
  const { data: mail } = await api.must(getMail, { params: one })
  expect(mail).toMatchObject({ text: null, large: ['text'], problem: null })
  expect(mail.html).toContain('<p>small</p>')
  expect(JSON.stringify(mail).length).toBeLessThan(50_000)

  const { url } = await api.must(getMailBody, { params: { ...one, kind: 'text' } })
  const file = await api.send('GET', url)
  expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect((await file.text()).trimEnd()).toBe(text)
  const other = await running.signIn('eve')
  expect((await other.api.send('GET', url)).status).toBe(410)
})
