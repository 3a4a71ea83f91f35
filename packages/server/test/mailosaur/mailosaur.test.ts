import { getMail, listInboxes, listMails, tokenScope, updateMail } from '@mailstop/contract'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { startApp } from '../support/harness.ts'
import { alikeDatabases } from '../support/product-databases.ts'
import { sendMail } from '../clients/send-mail.ts'
import { newToken } from '../mailpit/mailpit-server.ts'

const hour = 60 * 60_000

async function setUp(env: Record<string, string> = {}) {
  const running = await startApp({
    RECEIVE_DOMAIN: 'mail.example',
    TEAM_MAX_BYTES: '10000000',
    ...env,
  })
  const { api, team } = await running.signIn('ada')
  const params = { team: String(team.id) }

  const key = await newToken(api, team, tokenScope.options)

  /** As the clients of Mailosaur ask: the key is the user name, and the query is not encoded. */
  async function call(method: string, path: string, body?: unknown) {
    const response = await fetch(`${running.origin}/mailosaur/${path}`, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      json: isJson ? JSON.parse(bytes.toString()) : undefined,
    }
  }

  const at = (name: string) => `${name}@${team.mail_domain ?? ''}`
  async function send(mail: SendMailOptions): Promise<string> {
    const tls = { rejectUnauthorized: false }
    const transport = createTransport({
      host: '127.0.0.1',
      port: running.smtpPort,
      tls,
      name: 'ci.test',
    })
    const sent = await transport.sendMail({ from: 'App <app@rocket.test>', to: at('ann'), ...mail })
    transport.close()
    return /queued as (\d+)/.exec(sent.response)?.[1] ?? ''
  }
  const server = team.code
  const search = (criteria: unknown, query = '') =>
    call('POST', `api/messages/search?server=${server}${query}`, criteria)
  const found = async (criteria: unknown, query = '') =>
    ((await search(criteria, query)).json.items as { subject: string }[]).map(
      ({ subject }) => subject,
    )
  return { ...running, api, team, params, call, at, send, server, search, found }
}

const address = (email: string, name = '') => ({ name, email, phone: null })
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUg==', 'base64')

const html = `<div dir="ltr">
<img src="https://app.example/logo.png">
<p>this is a link: <a href="https://app.example/">Rocket</a></p>
<p>a picture: <a href="https://app.example/cat"><img src="cid:cat" alt="A cat"></a></p>
<p>Your verification code is 123456</p>
<p>Your special ID is G3H1Y2</p>
</div>`
const text = `this is a test: <https://app.example/>

Your verification code is 654321

Your special ID is 5H0Y2`

test('a message is answered field by field as Mailosaur does', async () => {
  const { call, send, server, at, origin } = await setUp()
  const id = await send({
    subject: 'Grüße 👋',
    to: `Ann Lee <${at('ann')}>`,
    cc: at('cc'),
    bcc: at('Hidden'),
    html,
    text,
    attachments: [
      { filename: 'cat.png', content: png, cid: 'cat' },
      { filename: 'report.csv', content: 'a,b' },
    ],
  })
  const url = (file: string) => `${origin}/mailosaur/api/files/attachments/${file}`
  const { status, json } = await call('GET', `api/messages/${id}`)
  expect(status).toBe(200)
  const { metadata, html: inHtml, text: inText, ...rest } = json
  expect(rest).toEqual({
    id,
    type: 'Email',
    server,
    from: [address('app@rocket.test', 'App')],
    to: [address(at('ann'), 'Ann Lee')],
    cc: [address(at('cc'))],
    bcc: [address(at('Hidden'))],
    received: isoTime,
    subject: 'Grüße 👋',
    attachments: [
      {
        id: `${id}.1`,
        fileName: 'cat.png',
        contentType: 'image/png',
        contentId: 'cat',
        length: png.length,
        url: url(`${id}.1`),
      },
      {
        id: `${id}.2`,
        fileName: 'report.csv',
        contentType: 'text/csv',
        contentId: null,
        length: 3,
        url: url(`${id}.2`),
      },
    ],
  })
  // As it was sent: the image is still named, and not put in.
  expect(inHtml.body.trim().replaceAll('\r', '')).toBe(html)
  expect(inText.body.trim().replaceAll('\r', '')).toBe(text)
  expect({ ...inHtml, body: '' }).toEqual({
    body: '',
    links: [
      { href: 'https://app.example/', text: 'Rocket' },
      { href: 'https://app.example/cat', text: null },
    ],
    codes: [{ value: '123456' }, { value: 'G3H1Y2' }],
    images: [
      { src: 'https://app.example/logo.png', alt: null },
      { src: 'cid:cat', alt: 'A cat' },
    ],
  })
  expect({ ...inText, body: '' }).toEqual({
    body: '',
    links: [{ href: 'https://app.example/', text: 'https://app.example/' }],
    codes: [{ value: '654321' }, { value: '5H0Y2' }],
    images: [],
  })
  expect(metadata).toEqual({
    headers: expect.arrayContaining([
      { field: 'From', value: 'App <app@rocket.test>' },
      { field: 'To', value: `Ann Lee <${at('ann')}>` },
      { field: 'Subject', value: 'Grüße 👋' },
    ]),
    ehlo: 'ci.test',
    mailFrom: 'app@rocket.test',
    rcptTo: [address(at('ann')), address(at('cc')), address(at('Hidden'))],
  })
})

test('a message of one form has no body in the other', async () => {
  const { call, send } = await setUp()
  const ofHtml = await call('GET', `api/messages/${await send({ html: '<p>Hi</p>' })}`)
  expect(ofHtml.json).toMatchObject({
    html: { body: expect.stringMatching(/^<p>Hi<\/p>\s*$/) },
    text: { body: null, links: [], codes: [], images: [] },
    subject: '',
    attachments: [],
  })
  const ofText = await call('GET', `api/messages/${await send({ text: 'Hi' })}`)
  expect(ofText.json).toMatchObject({
    text: { body: expect.stringMatching(/^Hi/) },
    html: { body: null, links: [], codes: [], images: [] },
  })
})

test('opening, listing and searching marks nothing as read', async () => {
  const { api, params, call, send, server, search } = await setUp()
  const mail = await send({ subject: 'One' })
  await call('GET', `api/messages/${mail}`)
  await call('GET', `api/messages?server=${server}`)
  await search({ subject: 'One' })
  expect((await api.must(getMail, { params: { ...params, mail } })).data.read_at).toBeNull()
})

describe.each(alikeDatabases)('lists and searches, on $dialect', ({ open }) => {
  test('a list has summaries, the newest first, in pages counted from 0', async () => {
    const { call, send, server, at } = await setUp(await open())
    for (let number = 1; number <= 5; number += 1) {
      await send({ subject: `Mail ${number}`, text: 'Hello there', cc: at('cc') })
    }
    const list = async (query = '') =>
      (await call('GET', `api/messages?server=${server}${query}`)).json
    const subjects = async (query: string) =>
      (await list(query)).items.map(({ subject }: { subject: string }) => subject)
    const { items, ...others } = await list()
    expect(others).toEqual({})
    expect(items[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      type: 'Email',
      server,
      from: [address('app@rocket.test', 'App')],
      to: [address(at('ann'))],
      cc: [address(at('cc'))],
      bcc: [],
      received: isoTime,
      subject: 'Mail 5',
      summary: 'Hello there',
      attachments: 0,
    })
    expect(await subjects('')).toEqual(['Mail 5', 'Mail 4', 'Mail 3', 'Mail 2', 'Mail 1'])
    expect(await subjects('&page=1&itemsPerPage=2')).toEqual(['Mail 3', 'Mail 2'])
    expect(await subjects('&page=2&itemsPerPage=2')).toEqual(['Mail 1'])
    expect(await subjects('&page=9')).toEqual([])
    expect(
      await subjects(`&receivedAfter=${new Date(Date.now() - hour).toISOString()}`),
    ).toHaveLength(5)
    const zoned = new Date(Date.now() - 60_000).toISOString().replace('Z', '+00:00')
    expect(await subjects(`&receivedAfter=${zoned}`)).toHaveLength(5)
    expect(await subjects(`&receivedAfter=${new Date(Date.now() + hour).toISOString()}`)).toEqual(
      [],
    )
    expect(await subjects('&dir=Received')).toHaveLength(5)
    expect(await subjects('&dir=Sent')).toEqual([])
  })

  test('a search finds addresses whole, and parts of subjects, names and bodies', async () => {
    const { send, at, found } = await setUp(await open())
    await send({
      subject: 'Welcome to Rocket',
      to: `Ann Lee <${at('ann')}>`,
      text: 'this is a test: red',
    })
    await send({
      subject: 'Reset (2)',
      from: 'bob@shop.test',
      to: at('bann'),
      html: '<b>this is</b> a text',
    })
    await send({ subject: 'Copy', to: at('x'), cc: at('Second'), bcc: at('third'), text: 'plain' })

    expect(await found({ sentTo: at('ANN') })).toEqual(['Welcome to Rocket'])
    expect(await found({ sentTo: at('second') })).toEqual(['Copy'])
    expect(await found({ sentTo: at('third') })).toEqual(['Copy'])
    expect(await found({ sentTo: 'Lee' })).toEqual(['Welcome to Rocket'])
    expect(await found({ sentTo: 'ann' })).toEqual(['Reset (2)', 'Welcome to Rocket'])
    expect(await found({ sentTo: at('*ann') })).toEqual(['Reset (2)', 'Welcome to Rocket'])
    expect(await found({ sentFrom: 'bob@shop.test' })).toEqual(['Reset (2)'])
    expect(await found({ sentFrom: 'shop' })).toEqual(['Reset (2)'])
    expect(await found({ subject: 'ELCOME to' })).toEqual(['Welcome to Rocket'])
    expect(await found({ subject: '(2)' })).toEqual(['Reset (2)'])
    expect(await found({ subject: '100% _' })).toEqual([])
    expect(await found({ body: 'this is a te' })).toEqual([])
    expect(await found({ body: 'this is a tes' })).toEqual(['Welcome to Rocket'])
    expect(await found({ body: 'This is a text' })).toEqual(['Reset (2)'])
    expect(await found({ body: '…' })).toEqual([])
    expect(await found({ subject: 'e', body: 'plain', match: 'ALL' })).toEqual([])
    expect(await found({ subject: 'reset', body: 'plain', match: 'ANY' })).toEqual([
      'Copy',
      'Reset (2)',
    ])
    expect(await found({ subject: 'reset', body: '…', match: 'any' })).toEqual(['Reset (2)'])
    expect(await found({ subject: 'reset', body: '', sentTo: null })).toEqual(['Reset (2)'])
    expect(await found({ subject: 'e' }, '&page=0&itemsPerPage=1')).toEqual(['Reset (2)'])
    expect(await found({ subject: 'e' }, '&page=1&itemsPerPage=1')).toEqual(['Welcome to Rocket'])
  })

  test('the same answer is given until mail comes, changes or goes', async () => {
    const { api, params, send, found, call } = await setUp(await open())
    expect(await found({ subject: 'One' })).toEqual([])
    const mail = await send({ subject: 'One' })
    expect(await found({ subject: 'One' })).toEqual(['One'])
    await api.must(updateMail, { params: { ...params, mail }, body: { flagged: true } })
    expect(await found({ subject: 'One' })).toEqual(['One'])
    await call('DELETE', `api/messages/${mail}`)
    expect(await found({ subject: 'One' })).toEqual([])
  })
})

test('a search says how soon to ask again', async () => {
  const { search } = await setUp()
  const { status, headers } = await search({ subject: 'x' })
  expect([status, headers.get('x-ms-delay')]).toEqual([200, '100,100,250,250,500'])
})

test('what cannot be read is named by its field', async () => {
  const { search } = await setUp()
  const cases: [criteria: unknown, query: string, field: string][] = [
    [{}, '', 'criteria'],
    [{ subject: ' ', body: null }, '', 'criteria'],
    ['{', '', ''],
    ['[]', '', ''],
    [{ subject: 1 }, '', 'subject'],
    [{ subject: 'x'.repeat(1_001) }, '', 'subject'],
    [{ subject: 'x', match: 'SOME' }, '', 'match'],
    [{ subject: 'x' }, '&receivedAfter=soon', 'receivedAfter'],
    [{ subject: 'x' }, '&page=-1', 'page'],
    [{ subject: 'x' }, '&itemsPerPage=1001', 'itemsPerPage'],
    [{ subject: 'x' }, '&itemsPerPage=0', 'itemsPerPage'],
  ]
  for (const [criteria, query, field] of cases) {
    const { status, json } = await search(criteria, query)
    const detail = [{ description: expect.any(String) }]
    const expected = { type: 'ValidationError', errors: [{ field, detail }] }
    expect([query, criteria, status, json]).toEqual([query, criteria, 400, expected])
  }
})

test('files are answered as bytes that no browser runs', async () => {
  const { call, send } = await setUp()
  const script = '<script>alert(1)</script>'
  const id = await send({
    subject: 'Files',
    attachments: [{ filename: 'a.html', content: script, contentType: 'text/html' }],
  })
  const file = await call('GET', `api/files/attachments/${id}.1`)
  expect([file.status, file.bytes.toString()]).toEqual([200, script])
  expect(file.headers.get('content-type')).toBe('text/html')
  expect(file.headers.get('content-disposition')).toBe('attachment; filename=a.html')
  expect(file.headers.get('content-security-policy')).toContain('sandbox')
  const source = await call('GET', `api/files/email/${id}`)
  expect(source.headers.get('content-type')).toBe('message/rfc822')
  expect(source.bytes.toString()).toMatch(/From: App[^]*Subject: Files/)
  for (const path of [
    `attachments/${id}.2`,
    `attachments/${id}`,
    `attachments/${id}.1.1`,
    'email/x',
  ]) {
    expect((await call('GET', `api/files/${path}`)).status).toBe(404)
  }
})

test('messages are deleted, one and all, and flagged ones stay', async () => {
  const { api, params, call, send, server } = await setUp()
  const [one, flagged] = [await send({ subject: 'One' }), await send({ subject: 'Flagged' })]
  await send({ subject: 'Three' })
  await api.must(updateMail, { params: { ...params, mail: flagged }, body: { flagged: true } })
  expect((await call('DELETE', `api/messages/${one}`)).status).toBe(204)
  expect((await call('DELETE', `api/messages/${one}`)).status).toBe(404)
  expect((await call('GET', `api/messages/${one}`)).status).toBe(404)
  expect((await call('DELETE', 'api/messages')).status).toBe(400)
  expect((await call('DELETE', 'api/messages?server=aaaaaaaa')).status).toBe(404)
  expect((await call('DELETE', `api/messages?server=${server}`)).status).toBe(204)
  const { data } = await api.must(listMails, { params, query: {} })
  expect(data.map(({ subject }) => subject)).toEqual(['Flagged'])
})

test('a team with one inbox is the one server of its token', async () => {
  const { call, send, server, team } = await setUp()
  await send({ subject: 'One' })
  const own = { id: server, name: team.name, users: [], messages: 1 }
  expect((await call('GET', 'api/servers')).json).toEqual({ items: [own] })
  expect((await call('GET', `api/servers/${server.toUpperCase()}`)).json).toEqual(own)
  expect((await call('GET', `api/servers/${server}/password`)).json).toEqual({
    value: team.smtp_password,
  })
  for (const path of ['aaaaaaaa', 'not_found', 'aaaaaaaa/password']) {
    expect((await call('GET', `api/servers/${path}`)).status).toBe(404)
  }
})

test('servers are inboxes, each with its messages, which a token makes, renames and deletes', async () => {
  const { api, params, call, send, server, smtpPort } = await setUp()
  const noName = {
    type: 'ValidationError',
    errors: [{ field: 'name', detail: [{ description: 'Servers need a name' }] }],
  }
  const [created, updated] = [
    await call('POST', 'api/servers', {}),
    await call('PUT', `api/servers/${server}`, { id: server, name: ' ' }),
  ]
  expect([created.status, created.json]).toEqual([400, noName])
  expect([updated.status, updated.json]).toEqual([400, noName])
  const made = (await call('POST', 'api/servers', { name: 'New' })).json as { id: string }
  expect(made).toMatchObject({ name: 'New', messages: 0 })
  const password = (await call('GET', `api/servers/${made.id}/password`)).json as { value: string }
  const twice = await call('POST', 'api/servers', { name: 'new' })
  expect(twice.status).toBe(400)
  expect((await call('PUT', `api/servers/${made.id}`, { name: 'Shop' })).status).toBe(200)
  await send({ subject: 'To the first' })
  const { data: inboxes } = await api.must(listInboxes, { params })
  const login = {
    smtp_username: inboxes.find(({ name }) => name === 'Shop')?.username ?? '',
    smtp_password: password.value,
  }
  await sendMail(smtpPort, login, { subject: 'To the shop' })
  for (const [id, subject] of [
    [made.id, 'To the shop'],
    [server, 'To the first'],
  ]) {
    const { items } = (await call('GET', `api/messages?server=${id}`)).json as { items: object[] }
    expect(items).toMatchObject([{ subject, server: id }])
    const [only] = items as { id: string }[]
    expect((await call('GET', `api/messages/${only?.id}`)).json).toMatchObject({ server: id })
  }
  expect((await call('DELETE', `api/servers/${made.id}`)).status).toBe(204)
  expect((await call('GET', `api/messages?server=${made.id}`)).status).toBe(404)
  expect((await call('DELETE', `api/servers/${server}`)).status).toBe(409)
  expect((await call('PUT', 'api/servers/aaaaaaaa', { name: 'New' })).status).toBe(404)
  expect((await call('DELETE', 'api/servers/aaaaaaaa')).status).toBe(404)
})

test('nothing is sent to the outside', async () => {
  const { call, send, server } = await setUp()
  const id = await send({ subject: 'One' })
  const mail = { to: 'x@elsewhere.test', send: true, subject: 's', text: 't' }
  expect((await call('POST', `api/messages?server=${server}`, mail)).status).toBe(403)
  expect((await call('POST', 'api/messages?server=aaaaaaaa', mail)).status).toBe(404)
  expect((await call('POST', `api/messages/${id}/forward`, mail)).status).toBe(403)
  expect((await call('POST', `api/messages/${id}/reply`, mail)).status).toBe(403)
  expect((await call('POST', 'api/messages/999/forward', mail)).status).toBe(404)
})

test('what Mailstop does not have is not there', async () => {
  const { call } = await setUp()
  for (const path of [
    'api/analysis/spam/1',
    'api/analysis/deliverability/1',
    'api/devices',
    'api/devices/otp',
    'api/usage/limits',
    'api/usage/transactions',
    'api/screenshots/clients',
    'api/messages/1/screenshots',
    'api/unknown',
    '',
  ]) {
    expect([path, (await call('GET', path)).status]).toEqual([path, 404])
    expect([path, (await call('POST', path, {})).status]).toEqual([path, 404])
  }
})
