import {
  getMail,
  getMailAttachment,
  getMailSource,
  listMails,
  type MailSummary,
} from '@mailstop/contract'
import { expect, test } from 'vitest'
import { corpusMails } from './corpora.ts'
import { startApp } from '../support/harness.ts'
import { connectSmtp } from '../clients/smtp-client.ts'

/**
 * Every mail there is to test with, real and torture, through the whole product: accepted over SMTP
 * by one server, listed, opened with its attachments, and its source equal to what was sent.
 */
test('every mail of the corpora is caught, listed, opened and kept byte for byte', async () => {
  const running = await startApp()
  const { api, team } = await running.signUp()
  const sender = await connectSmtp({ port: running.smtpPort })
  await sender.send('EHLO app.rocket.test')
  await sender.login(team.smtp_username, team.smtp_password)

  const mails = corpusMails()
  expect(mails.length).toBeGreaterThan(5)
  const params = { team: String(team.id) }
  for (const { name, bytes } of mails) {
    const reply = await sender.mail('app@rocket.test', ['you@customer.test'], bytes)
    const id = /queued as (\d+)/.exec(reply.lines.join(' '))?.[1]
    expect(id, `${name}: ${reply.code} ${reply.lines.join(' ')}`).toBeDefined()
    const one = { ...params, mail: String(id) }

    const sent = endedByCrlf(bytes)
    const { url } = await api.must(getMailSource, { params: one })
    const source = Buffer.from(await (await api.send('GET', url)).arrayBuffer())
    expect(source.equals(sent), name).toBe(true)

    const { data: mail } = await api.must(getMail, { params: one })
    expect(mail.problem, name).toBeNull()
    for (const { key, size } of mail.attachments) {
      const file = await api.must(getMailAttachment, { params: { ...one, key } })
      const opened = await api.send('GET', file.url)
      expect([opened.status, (await opened.arrayBuffer()).byteLength], name).toEqual([200, size])
    }
  }

  const listed: MailSummary[] = []
  let cursor: string | undefined
  do {
    const page = await api.must(listMails, { params, query: { ...(cursor && { cursor }) } })
    listed.push(...page.data)
    cursor = page.meta.next_cursor ?? undefined
  } while (cursor)
  expect(listed.map((mail) => mail.size).toReversed()).toEqual(
    mails.map(({ bytes }) => endedByCrlf(bytes).length),
  )
}, 120_000)

/** DATA ends with a whole line, so a mail without its last CRLF is sent with one. */
function endedByCrlf(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString('latin1')
  return Buffer.from(text === '' || text.endsWith('\r\n') ? text : `${text}\r\n`, 'latin1')
}
