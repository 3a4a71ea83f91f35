import { getMail, listMails, listSmtpSessions, type Team } from '@mailstop/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startApp, type RunningApp } from '../support/harness.ts'
import { alikeDatabases } from '../support/product-databases.ts'
import { connectSmtp } from '../clients/smtp-client.ts'

const addresses = (count: number, name = 'you') =>
  Array.from({ length: count }, (_, at) => `${name}${at + 1}@customer.test`)

async function logIn({ smtpPort }: RunningApp, team: Team) {
  const client = await connectSmtp({ port: smtpPort })
  onTestFinished(() => client.destroy())
  await client.send('EHLO app.test')
  await client.login(team.smtp_username, team.smtp_password)
  return client
}

describe.each(alikeDatabases)('the recipients of a mail on $dialect', ({ open }) => {
  test('are all shown, however many there are, and each finds the mail', async () => {
    const running = await startApp(await open())
    const { api, team } = await running.signIn('ada')
    const client = await logIn(running, team)
    const to = addresses(200)
    const hidden = addresses(60, 'hidden')
    const header = to.map((address, at) => `Person ${at + 1} <${address}>`).join(',\r\n ')
    const source = `To: ${header}\r\nSubject: To all\r\n\r\nx\r\n`
    expect((await client.mail('app@rocket.test', [...to, ...hidden], source)).code).toBe(250)

    const params = { team: String(team.id) }
    const [summary] = (await api.must(listMails, { params, query: {} })).data
    const request = { params: { ...params, mail: String(summary?.id) } }
    const { data: mail } = await api.must(getMail, request)
    expect(mail.to).toHaveLength(200)
    expect(mail.to.at(-1)).toEqual({ name: 'Person 200', address: 'you200@customer.test' })
    expect(mail.envelope.to).toEqual([...to, ...hidden])
    expect(mail.hidden_recipients).toBe(0)
    for (const rcpt of ['you200@customer.test', 'hidden60@customer.test']) {
      const found = await api.must(listMails, { params, query: { rcpt } })
      expect(found.data).toHaveLength(1)
    }
  })

  test('beyond the limit are refused, which is listed with the mail that the others got', async () => {
    const running = await startApp({ ...(await open()), SMTP_MAX_RECIPIENTS: '100' })
    const { api, team } = await running.signIn('ada')
    const client = await logIn(running, team)
    await client.send('MAIL FROM:<app@rocket.test>')
    const codes: number[] = []
    for (const address of addresses(102)) {
      codes.push((await client.send(`RCPT TO:<${address}>`)).code)
    }
    expect(codes.slice(-3)).toEqual([250, 452, 452])
    await client.send('DATA')
    const { lines } = await client.send('Subject: To many\r\n\r\nx\r\n.')
    const id = Number(/queued as (\d+)/.exec(lines.join())?.[1])

    const params = { team: String(team.id) }
    const failed = async () => (await api.must(listSmtpSessions, { params })).data
    await expect.poll(failed).toHaveLength(1)
    const refused = await failed()
    expect(refused).toMatchObject([
      { reply: '452 4.5.3 Too many recipients', mail_id: id, remote_address: '127.0.0.1' },
    ])
    const [first] = refused
    expect(first?.transcript_times).toHaveLength(
      first?.transcript.trimEnd().split('\n').length ?? 0,
    )
    // The next mail, which has only recipients that are taken, adds nothing.
    expect((await client.mail('app@rocket.test', ['a@b.test'], 'x\r\n')).code).toBe(250)
    expect((await client.mail('app@rocket.test', ['no address'], 'x\r\n')).code).toBe(501)
    await client.send('QUIT')
    await expect.poll(failed).toHaveLength(2)
  })
})
