import {
  getCounters,
  getMail,
  getMailSource,
  listMails,
  mailChannel,
  updateMail,
} from '@mailstop/contract'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { startApp } from '../support/harness.ts'
import { connectLive, joinChannel, nextEvent } from '../clients/live-client.ts'
import { sendMail } from '../clients/send-mail.ts'

test('a mail sent with a team’s credentials is announced, listed, opened and kept as sent', async () => {
  const running = await startApp()
  const { api, team } = await running.signUp()
  const socket = connectLive(api)
  expect(await joinChannel(socket, mailChannel(team.id))).toMatchObject({ ok: true })

  const received = nextEvent(socket, 'MailReceived')
  const raw = 'Subject: Hello\r\nTo: you@customer.test\r\n\r\n.dots\r\n..more\r\nlast line\r\n'
  const info = await sendMail(running.smtpPort, team, {
    envelope: { from: 'app@rocket.test', to: ['you@customer.test'] },
    raw,
  })
  const event = await received
  expect(event).toMatchObject({ team_id: team.id, user_id: null, count: 1 })
  expect(info.response).toBe(`250 2.0.0 Ok: queued as ${event.ids[0]}`)

  const params = { team: String(team.id) }
  const { data } = await api.must(listMails, { params, query: {} })
  expect(data).toMatchObject([{ id: event.ids[0], subject: 'Hello', read_at: null }])
  const one = { ...params, mail: String(event.ids[0]) }
  const { data: mail } = await api.must(getMail, { params: one })
  expect(mail).toMatchObject({ text: expect.stringContaining('last line'), problem: null })
  const { url } = await api.must(getMailSource, { params: one })
  const source = await (await api.send('GET', url)).text()
  expect(source).toBe(raw)

  const updated = nextEvent(socket, 'MailUpdated')
  await api.must(updateMail, { params: one, body: { read: true } })
  expect(await updated).toMatchObject({ id: mail.id, flagged: false, read_at: expect.any(String) })
  const { data: counters } = await api.must(getCounters, { params })
  expect(counters).toMatchObject({ unread: 0, total: 1 })
})

test('a link to a source opens for the user who asked for it alone', async () => {
  const running = await startApp()
  const ada = await running.signUp('ada')
  const eve = await running.signUp('eve')
  await sendMail(running.smtpPort, ada.team, { text: 'x' })
  const params = { team: String(ada.team.id) }
  const { data } = await ada.api.must(listMails, { params, query: {} })
  const { url } = await ada.api.must(getMailSource, {
    params: { ...params, mail: String(data[0]?.id) },
  })
  expect((await eve.api.send('GET', url)).status).toBe(410)
  expect((await running.client().send('GET', url)).status).toBe(410)
  expect((await ada.api.send('GET', `${url}x`)).status).toBe(410)
  const opened = await ada.api.send('GET', url)
  expect(opened.status).toBe(200)
  expect(opened.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(opened.headers.get('content-security-policy')).toContain('sandbox')
  expect(opened.headers.get('cache-control')).toBe('no-store')
})

test('a client that offers HTTP/2 in plain text is answered as any other', async () => {
  const { origin } = await startApp()
  const status = await new Promise((resolve, reject) => {
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'A' }
    const sent = request(`${origin}/api/profile`, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', reject).end()
  })
  expect(status).toBe(401)
})
