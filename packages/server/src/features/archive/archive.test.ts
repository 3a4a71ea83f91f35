import { connect } from 'node:net'
import {
  createInbox,
  deleteMail,
  exportMail,
  exportMails,
  getMail,
  importMails,
  requestPath,
  listMails,
  mailChannel,
  type ImportReport,
} from '@mailstop/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createBrowser } from '../../../test/clients/browser.ts'
import { startApp } from '../../../test/support/harness.ts'
import { connectLive, joinChannel, nextEvent } from '../../../test/clients/live-client.ts'
import { alikeDatabases } from '../../../test/support/product-databases.ts'
import { sendMail } from '../../../test/clients/send-mail.ts'

const pathOf = (team: number) =>
  requestPath(importMails.path, { params: { team }, query: { import: 'one' } })

async function start(env: Record<string, string> = {}) {
  const running = await startApp(env)
  const port = Number(new URL(running.origin).port)
  const signIn = async (name: string) => {
    const { api, team } = await running.signIn(name)
    const params = { team: String(team.id) }
    const browser = createBrowser(port)
    for (const [cookie, value] of api.cookies) browser.cookies.set(cookie, value)
    const send = (file: string | Uint8Array, headers: Record<string, string | undefined> = {}) =>
      browser.request('POST', pathOf(team.id), {
        body: file,
        headers: { 'content-type': 'application/octet-stream', ...headers },
      })
    const take = async (file: string | Uint8Array) =>
      ((await send(file)).json as { data: ImportReport }).data
    const download = async (url: string) => {
      const response = await api.send('GET', url)
      return { response, bytes: Buffer.from(await response.arrayBuffer()) }
    }
    /** Begins an upload that goes on for as long as the test likes. */
    const upload = (beginning: string) => {
      const socket = connect(port, 'localhost')
      const cookie = [...api.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
      const head = [
        `POST ${pathOf(team.id)} HTTP/1.1`,
        `Host: ${new URL(running.origin).host}`,
        `Cookie: ${cookie}`,
        `X-XSRF-TOKEN: ${browser.cookies.get('XSRF-TOKEN')}`,
        'Content-Type: application/octet-stream',
        'Content-Length: 10000000',
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n${beginning}`)
      onTestFinished(() => void socket.destroy())
      return socket
    }
    const subjects = async () =>
      (await api.must(listMails, { params, query: { per_page: '100' } })).data.map(
        ({ subject }) => subject,
      )
    return { api, team, params, browser, send, take, upload, download, subjects }
  }
  return { running, signIn, ...(await signIn('ada')) }
}

const eml = (subject: string, date = 'Fri, 20 Nov 2020 08:00:00 +0000') =>
  `From: Rocket <app@rocket.test>\r\nTo: you@customer.test\r\nSubject: ${subject}\r\nDate: ${date}\r\n\r\nFrom here on\r\n`

const inMbox = (subject: string) => `From x 1:00\r\n${eml(subject)}\r\n`

describe.each(alikeDatabases)('the archive on $dialect', ({ open }) => {
  test('mail that is exported and imported again is the same, byte for byte', async () => {
    const { running, team, api, params, download, signIn } = await start(await open())
    for (const subject of ['One', 'Two', 'Three']) {
      await sendMail(running.smtpPort, team, { subject, text: 'From here on\n>From there\n' })
    }
    const { url } = await api.must(exportMails, { params, query: {} })
    const { response, bytes } = await download(url)
    expect(response.headers.get('content-type')).toBe('application/mbox')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename=mailstop-.*mbox$/,
    )

    const bob = await signIn('bob')
    expect(await bob.take(bytes)).toEqual({
      imported: 3,
      already_there: 0,
      failed: 0,
      problems: [],
    })
    expect(await bob.subjects()).toEqual(['Three', 'Two', 'One'])
    const again = await bob.api.must(exportMails, { params: bob.params, query: {} })
    const second = await bob.download(again.url)
    const mails = (file: Buffer) => file.toString('latin1').replaceAll(/^From app@.*$/gm, 'From')
    expect(mails(second.bytes)).toBe(mails(bytes))
  })

  test('an imported mail is found, shown, and dated as its header says; it came by no SMTP', async () => {
    const { api, params, take } = await start(await open())
    expect(await take(eml('Zeppelin'))).toEqual({
      imported: 1,
      already_there: 0,
      failed: 0,
      problems: [],
    })
    const [found] = (await api.must(listMails, { params, query: { q: 'zeppelin' } })).data
    expect(found).toMatchObject({ subject: 'Zeppelin', received_at: '2020-11-20T08:00:00.000Z' })
    const mail = { ...params, mail: String(found?.id) }
    const { data } = await api.must(getMail, { params: mail })
    expect(data).toMatchObject({ transcript: null, read_at: null })
  })

  test('an upload that is cut off is sent again, and nothing is there twice', async () => {
    const { api, team, params, take, upload, subjects } = await start(await open())
    // One mail twice is there twice.
    const mails = ['A', 'B', 'B', 'C'].map(inMbox)
    const live = connectLive(api)
    await joinChannel(live, mailChannel(team.id))
    const socket = upload(mails.join(''))
    const arrival = () => nextEvent(live, 'MailReceived')
    for (let next = arrival(); (await subjects()).length < 3; next = arrival()) await next
    const progress = nextEvent(live, 'ImportProgressed')
    socket.destroy()
    expect(await progress).toMatchObject({ imported: 3, failed: 0 })

    const file = mails.join('')
    expect(await take(file)).toMatchObject({ imported: 1, already_there: 3, failed: 0 })
    expect(await subjects()).toEqual(['C', 'B', 'B', 'A'])
    const { data } = await api.must(listMails, { params, query: { q: 'subject:A' } })
    await api.must(deleteMail, { params: { ...params, mail: String(data[0]?.id) } })
    expect(await take(file)).toMatchObject({ imported: 1, already_there: 3, failed: 0 })
    expect((await subjects()).toSorted()).toEqual(['A', 'B', 'B', 'C'])
  })

  test('an export of one inbox holds its mail alone, by a search as by its name', async () => {
    const { running, api, team, params, download } = await start(await open())
    const { data: shop } = await api.must(createInbox, { params, body: { name: 'shop' } })
    const { username: smtp_username, password: smtp_password } = shop.credentials
    await sendMail(running.smtpPort, team, { subject: 'Of all' })
    await sendMail(running.smtpPort, { smtp_username, smtp_password }, { subject: 'Of the shop' })
    const subjectsOf = async (query: Record<string, string>) => {
      const { url } = await api.must(exportMails, { params, query })
      const { bytes } = await download(url)
      return [...bytes.toString().matchAll(/^Subject: (.*)\r$/gm)].map(([, subject]) => subject)
    }
    const queries: Record<string, string>[] = [{ q: 'in:SHOP' }, { inbox: 'shop' }]
    for (const query of queries) {
      expect(await subjectsOf(query)).toEqual(['Of the shop'])
    }
    expect(await subjectsOf({ q: '-in:shop' })).toEqual(['Of all'])
    expect(await subjectsOf({ q: 'in:nowhere' })).toEqual([])
    const unknown = await api.call(exportMails, { params, query: { inbox: 'shpo' } })
    expect(unknown.status).toBe(422)
  })

  test('an export holds what the query selects and no more', async () => {
    const { api, params, take, download } = await start(await open())
    await take(`From x 1:00\n${eml('Apple')}\nFrom x 1:00\n${eml('Pear')}`)
    const query = { q: 'pear' }
    const { url } = await api.must(exportMails, { params, query })
    const { bytes } = await download(url)
    expect(String(bytes)).toContain('Subject: Pear')
    expect(String(bytes)).not.toContain('Subject: Apple')
  })
})

describe('the archive', () => {
  test('one mail is downloaded as it was sent', async () => {
    const { api, params, take, download } = await start()
    await take(eml('One'))
    const [mail] = (await api.must(listMails, { params, query: {} })).data
    const { url } = await api.must(exportMail, { params: { ...params, mail: String(mail?.id) } })
    const { response, bytes } = await download(url)
    expect(response.headers.get('content-type')).toBe('message/rfc822')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(String(bytes)).toBe(eml('One'))
  })

  test('a link opens for whom it was made alone', async () => {
    const { api, params, signIn } = await start()
    const { url } = await api.must(exportMails, { params, query: {} })
    const bob = await signIn('bob')
    expect((await bob.download(url)).response.status).toBe(410)
    expect((await bob.download(`${url}x`)).response.status).toBe(410)
    expect(await bob.api.call(exportMails, { params, query: {} })).toMatchObject({ status: 404 })
  })

  test('a search that cannot be read is refused before there is a link', async () => {
    const { api, params } = await start()
    const answer = await api.call(exportMails, { params, query: { q: '(((' } })
    expect(answer).toMatchObject({ status: 422, error: { errors: { q: [expect.any(String)] } } })
  })

  test('a problem with one mail of a file is reported, and the others are kept', async () => {
    const { take, subjects } = await start()
    const large = `Subject: large\r\n\r\n${'x'.repeat(26 * 1024 * 1024)}\r\n`
    const file = [eml('One'), large, eml('Two')].map((mail) => `From x 1:00\r\n${mail}\r\n`)
    expect(await take(file.join(''))).toEqual({
      imported: 2,
      already_there: 0,
      failed: 1,
      problems: [{ mail: 2, reason: 'It is larger than 25 MB.' }],
    })
    expect(await subjects()).toEqual(['Two', 'One'])
  })

  test('a date that is still to come is taken as now', async () => {
    const { api, params, take } = await start()
    const before = Date.now()
    await take(eml('Later', 'Fri, 20 Nov 2099 08:00:00 +0000'))
    const [mail] = (await api.must(listMails, { params, query: {} })).data
    const at = Date.parse(mail?.received_at ?? '')
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now())
  })

  test('the progress of an import is shown live', async () => {
    const { api, team, upload } = await start()
    const live = connectLive(api)
    await joinChannel(live, mailChannel(team.id))
    const event = nextEvent(live, 'ImportProgressed')
    let isTold = false
    void event.then(() => (isTold = true))
    // The end of a mail is known when the next one begins.
    for (const socket = upload(inMbox('One')); !isTold;) {
      const arrival = nextEvent(live, 'MailReceived')
      socket.write(inMbox('Another'))
      await Promise.race([arrival, event])
    }
    expect(await event).toMatchObject({ team_id: team.id, import: 'one', failed: 0 })
    expect((await event).imported).toBeGreaterThan(0)
  })

  test('a file beyond the limit is refused, whether it says how large it is or not', async () => {
    const { send, subjects } = await start({ IMPORT_MAX_BYTES: '2048' })
    const file = eml('Large') + 'x'.repeat(4_000)
    const message = 'The file is larger than this server accepts.'
    const refusal = { code: 'too_large', message }
    expect(await send(file)).toMatchObject({ status: 413, json: refusal })
    const chunked = { 'content-length': undefined, 'transfer-encoding': 'chunked' }
    const sent = { ...refusal, message: `${message} Nothing was imported.` }
    expect(await send(file, chunked)).toMatchObject({ status: 413, json: sent })
    expect(await subjects()).toEqual([])
  })

  test.each([
    ['without the CSRF header', { 'x-xsrf-token': undefined }, 419],
    ['from a foreign origin', { origin: 'https://evil.example' }, 403],
    ['signed out', { cookie: undefined }, 401],
    ['as a form', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['as JSON', { 'content-type': 'application/json' }, 415],
  ])('nothing is imported %s', async (_name, headers, status) => {
    const { send, subjects } = await start()
    expect((await send(eml('One'), headers)).status).toBe(status)
    expect(await subjects()).toEqual([])
  })

  test('nothing is imported for a team of others, or without a name', async () => {
    const { browser, signIn, params } = await start()
    const bob = await signIn('bob')
    const headers = { 'content-type': 'application/octet-stream' }
    const body = eml('One')
    const there = pathOf(bob.team.id)
    expect(await browser.request('POST', there, { body, headers })).toMatchObject({ status: 404 })
    const unnamed = requestPath(importMails.path, { params })
    expect(await browser.request('POST', unnamed, { body, headers })).toMatchObject({ status: 422 })
    expect(await bob.subjects()).toEqual([])
  })
})
