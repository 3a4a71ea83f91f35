import {
  deleteMails,
  getCounters,
  importMails,
  requestPath,
  listMails,
  listSmtpSessions,
  mailChannel,
  sendTestMail,
  type ImportReport,
} from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import { createBrowser } from '../clients/browser.ts'
import { startApp } from '../support/harness.ts'
import { connectLive, joinChannel, nextEvent } from '../clients/live-client.ts'
import { productDatabases } from '../support/product-databases.ts'
import { connectSmtp } from '../clients/smtp-client.ts'

const full = '4.2.2 The inbox of this team is full, delete some messages'
const eml = (subject: string) =>
  `From a@b.test Sat Nov 21 09:41:00 2020\r\nSubject: ${subject}\r\n\r\nx\r\n\r\n`

describe.each(productDatabases)('a team that may hold two mails, on $dialect', ({ open }) => {
  async function setUp() {
    const running = await startApp({ TEAM_MAX_MAILS: '2', ...(await open()) })
    const { api, team } = await running.signIn('ada')
    const params = { team: String(team.id) }

    async function connect() {
      const client = await connectSmtp({ port: running.smtpPort })
      await client.send('EHLO app.test')
      await client.login(team.smtp_username, team.smtp_password)
      const send = () => client.mail('app@rocket.test', ['you@customer.test'], 'x\r\n')
      return { ...client, sendMail: send }
    }
    async function importFile(file: string): Promise<ImportReport> {
      const browser = createBrowser(Number(new URL(running.origin).port))
      for (const [cookie, value] of api.cookies) browser.cookies.set(cookie, value)
      const named = { params: { team: team.id }, query: { import: 'one' } }
      const path = requestPath(importMails.path, named)
      const { json } = await browser.request('POST', path, {
        body: file,
        headers: { 'content-type': 'application/octet-stream' },
      })
      return (json as { data: ImportReport }).data
    }
    const quota = async () => (await api.must(getCounters, { params })).data.quota
    const refused = async () => (await api.must(listSmtpSessions, { params })).data
    const empty = () => api.must(deleteMails, { params, query: {}, body: {} })
    const count = async () => (await api.must(listMails, { params, query: {} })).data.length
    return { api, team, params, connect, importFile, quota, refused, empty, count }
  }

  test('gets 452 after the content, then before it, and takes mail again once some is deleted', async () => {
    const { api, team, connect, quota, refused, empty, count } = await setUp()
    const socket = connectLive(api)
    expect(await joinChannel(socket, mailChannel(team.id))).toMatchObject({ ok: true })
    const client = await connect()
    expect(await quota()).toMatchObject({ max_mails: 2, max_bytes: null, full: null })
    expect((await client.sendMail()).code).toBe(250)
    const filled = nextEvent(socket, 'MailReceived')
    expect((await client.sendMail()).code).toBe(250)
    await filled
    expect(await quota()).toEqual({ bytes: 6, max_mails: 2, max_bytes: null, full: 'mails' })

    expect(await client.sendMail()).toEqual({ code: 452, lines: [full] })
    // What was seen a moment ago is said at once, to what is pipelined behind it too.
    client.write('MAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\nDATA\r\n')
    const replies = [await client.read(), await client.read(), await client.read()]
    expect(replies.map(({ code }) => code)).toEqual([452, 503, 503])
    expect(replies[0]?.lines).toEqual([full])
    await client.send('QUIT')
    await client.closed()
    await expect.poll(refused).toHaveLength(2)
    const shown = await refused()
    expect(shown.map(({ reply }) => reply)).toEqual([`452 ${full}`, `452 ${full}`])
    expect(shown[0]?.transcript).toContain(`C: MAIL FROM:<a@b.test>\nS: 452 ${full}\n`)
    expect(shown[1]?.transcript).toContain('C: (3 bytes of content)\nS: 452')

    const emptied = nextEvent(socket, 'InboxOutdated')
    await empty()
    await emptied
    expect(await quota()).toMatchObject({ bytes: 0, full: null })
    expect((await (await connect()).sendMail()).code).toBe(250)
    expect(await count()).toBe(1)
  })

  test('keeps of an import what there is room for, and says of each other mail why it is not there', async () => {
    const { importFile, count } = await setUp()
    const file = ['One', 'Two', 'Three', 'Four'].map(eml).join('')
    const reason = 'The inbox of the team is full.'
    const report = await importFile(file)
    expect(report).toMatchObject({ imported: 2, failed: 2 })
    expect(report.problems.toSorted((a, b) => a.mail - b.mail)).toEqual([
      { mail: 3, reason },
      { mail: 4, reason },
    ])
    expect(await importFile(eml('Five'))).toEqual({
      imported: 0,
      already_there: 0,
      failed: 1,
      problems: [{ mail: 1, reason }],
    })
    expect(await count()).toBe(2)
  })

  test('learns why a test mail does not come', async () => {
    const { api, params, importFile } = await setUp()
    await importFile(eml('One') + eml('Two'))
    const answer = await api.call(sendTestMail, { params })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(JSON.stringify(answer)).toContain('inbox of this team is full')
  })
})
