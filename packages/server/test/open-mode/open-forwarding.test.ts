import { forwardMail, getMail, listMails, listTeams, type Team } from '@mailstop/contract'
import { expect, test, vi } from 'vitest'
import { startApp } from '../support/harness.ts'
import { sendMail } from '../clients/send-mail.ts'
import { startRelay } from '../support/mailer-on.ts'

async function start(allowed: string) {
  const { url, received } = await startRelay()
  const env = { MAIL_URL: url, OPEN_FORWARD_TO: allowed }
  const running = await startApp(env, { mode: 'open' })
  const api = running.client()
  const { data: teams } = await api.must(listTeams, {})
  const team = teams[0] as Team
  await sendMail(running.smtpPort, team, { subject: 'Invoice' })
  const { data } = await api.must(listMails, { params: { team: String(team.id) } })
  const params = { team: String(team.id), mail: String(data[0]?.id) }
  return { ...running, api, team, params, received }
}

test('open mode forwards to the addresses that its operator names, and to no other', async () => {
  const { origin, api, team, params, received } = await start('*@customer.test')
  expect(team.permissions).toContain('forward_mail')
  const forward = (email: string) => api.call(forwardMail, { params, body: { email } })
  expect(await forward('a@stranger.test')).toMatchObject({
    status: 422,
    error: { errors: { email: [expect.stringContaining('OPEN_FORWARD_TO')] } },
  })
  expect(await forward('dev@customer.test')).toMatchObject({ status: 200 })
  await vi.waitFor(() => expect(received).toMatchObject([{ to: ['dev@customer.test'] }]))
  const { data } = await api.must(getMail, { params })
  expect(data.forwards).toMatchObject([{ email: 'dev@customer.test' }])

  const release = (to: string, headers: Record<string, string> = {}) =>
    fetch(`${origin}/api/v1/message/${params.mail}/release`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ To: [to] }),
    })
  expect((await release('a@stranger.test')).status).toBe(400)
  expect((await release('b@customer.test', { origin: 'http://evil.test' })).status).toBe(403)
  expect((await release('c@customer.test')).status).toBe(200)
  const webui = await (await fetch(`${origin}/api/v1/webui`)).json()
  expect(webui).toMatchObject({ MessageRelay: { Enabled: true } })
  await vi.waitFor(() =>
    expect(received.map(({ to }) => to)).toEqual([['dev@customer.test'], ['c@customer.test']]),
  )
})

test('open mode needs a relay to forward, and says so before it starts', async () => {
  await expect(startApp({ OPEN_FORWARD_TO: '*' }, { mode: 'open' })).rejects.toThrow('MAIL_URL')
})
