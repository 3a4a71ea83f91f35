import { getSmtpSettings, rotateCredentials } from '@mailstop/contract'
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
    const login = { smtp_username: data.username, smtp_password: data.password }
    await sendMail(running.smtpPort, login, { subject: turn })
    await api.must(rotateCredentials, { params })
  }
  const { api: eve } = await running.signIn('eve')
  expect((await eve.call(getSmtpSettings, { params })).status).toBe(404)
})
