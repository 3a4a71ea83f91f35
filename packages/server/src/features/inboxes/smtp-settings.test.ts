import { once } from 'node:events'
import { connect as connectPlain } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import { getInboxCredentials, getSmtpSettings, rotateCredentials } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/support/harness.ts'
import { sendMail } from '../../../test/clients/send-mail.ts'

test('the SMTP settings of a team are those with which an app can send now', async () => {
  const running = await startApp({ SMTPS_PORTS: '0' })
  const { api, team } = await running.signIn('ada')
  const params = { team: String(team.id) }
  for (const turn of ['first', 'second']) {
    const { data } = await api.must(getSmtpSettings, { params })
    expect(data).toMatchObject({ host: team.smtp_server, self_signed: true })
    expect(data.ports).toEqual([running.smtpPort, running.starttlsPort])
    expect(data.starttls_ports).toEqual([running.starttlsPort])
    expect(data.tls_ports).toHaveLength(1)
    expect(data.ports).not.toContain(data.tls_ports[0])
    expect([data.pop3_ports, data.pop3s_ports]).toEqual([[], []])
    const login = { smtp_username: data.username, smtp_password: data.password }
    await sendMail(running.smtpPort, login, { subject: turn })
    await api.must(rotateCredentials, { params })
  }
  const { api: eve } = await running.signIn('eve')
  expect((await eve.call(getSmtpSettings, { params })).status).toBe(404)
})

test('the credentials of an inbox name the ports where POP3 is open, with TLS and without', async () => {
  const running = await startApp({ POP3_PORTS: '0', POP3S_PORTS: '0' })
  const { api, team } = await running.signIn('ada')
  const params = { team: String(team.id), inbox: '1' }
  const { data } = await api.must(getInboxCredentials, { params })
  const [plain = 0, secure = 0] = [...data.pop3_ports, ...data.pop3s_ports]
  expect([data.pop3_ports, data.pop3s_ports]).toEqual([[plain], [secure]])
  const open = { host: '127.0.0.1', rejectUnauthorized: false }
  for (const socket of [
    connectPlain({ ...open, port: plain }),
    connectSecure({ ...open, port: secure }),
  ]) {
    const [greeting] = (await once(socket, 'data')) as [Buffer]
    expect(greeting.toString()).toMatch(/^\+OK /)
    socket.destroy()
  }
})
