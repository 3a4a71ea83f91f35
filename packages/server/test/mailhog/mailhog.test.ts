import { updateMail } from '@mailstop/contract'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startMailpit, type Call } from '../mailpit/mailpit-server.ts'
import { alikeDatabases } from '../support/product-databases.ts'
import { sendMail } from '../clients/send-mail.ts'

type Message = {
  ID: string
  To: { Mailbox: string; Domain: string }[]
  Content: { Headers: Record<string, string[]>; Body: string }
  MIME: { Parts: { Headers: Record<string, string[]>; Body: string }[] } | null
  Raw: { From: string; To: string[]; Data: string; Helo: string }
}
type Page = { total: number; count: number; start: number; items: Message[] }

async function get<Body>(call: Call, path: string): Promise<Body> {
  const { status, text } = await call('GET', path)
  expect([path, status]).toEqual([path, 200])
  return JSON.parse(text) as Body
}

const subjects = ({ items }: Page) => items.map(({ Content }) => Content.Headers['Subject']?.[0])

/** A team with three mails, the newest last. */
async function startMailhog(env: Record<string, string> = {}) {
  const server = await startMailpit(env)
  const send = (mail: Parameters<typeof sendMail>[2]) =>
    sendMail(server.smtpPort, server.team, mail)
  await send({ subject: 'One', text: 'A lantern', to: 'Ada <ada@customer.test>' })
  await send({
    subject: 'Two',
    from: 'Billing <billing@rocket.test>',
    to: 'bob@customer.test',
    bcc: 'hidden@customer.test',
    text: 'Your invoice',
    html: '<p>Your invoice</p>',
    attachments: [{ filename: 'a.txt', content: 'file' }],
  })
  await send({
    subject: 'Three',
    text: 'x',
    envelope: { from: 'bounce@rocket.test', to: 'c@d.test' },
  })
  return server
}

describe.each(alikeDatabases)('the API of MailHog on $dialect', ({ open }) => {
  test('lists messages page by page, field by field', async () => {
    const { call } = await startMailhog(await open())
    for (const prefix of ['', '/mailhog']) {
      const all = await get<Page>(call, `${prefix}/api/v2/messages`)
      expect(all).toMatchObject({ total: 3, count: 3, start: 0 })
      expect(Object.keys(all)).toEqual(['total', 'count', 'start', 'items'])
      expect(subjects(all)).toEqual(['Three', 'Two', 'One'])
      const page = await get<Page>(call, `${prefix}/api/v2/messages?start=1&limit=1`)
      expect(page).toMatchObject({ total: 3, count: 1, start: 1 })
      expect(subjects(page)).toEqual(['Two'])
      const odd = await get<Page>(call, `${prefix}/api/v2/messages?start=x&limit=-1`)
      expect(odd.count).toBe(3)
    }
    const { items } = await get<Page>(call, '/api/v2/messages')
    const [, message] = items
    expect(Object.keys(message ?? {}).toSorted()).toEqual(
      ['Content', 'Created', 'From', 'ID', 'MIME', 'Raw', 'To'].toSorted(),
    )
    expect(message).toMatchObject({
      From: { Relays: null, Mailbox: 'billing', Domain: 'rocket.test', Params: '' },
      To: [
        { Mailbox: 'bob', Domain: 'customer.test' },
        { Mailbox: 'hidden', Domain: 'customer.test' },
      ],
      Raw: { From: 'billing@rocket.test', To: ['bob@customer.test', 'hidden@customer.test'] },
    })
    expect(message?.Raw.Helo).not.toBe('')
    expect(message?.MIME?.Parts[0]?.Headers['Content-Type']?.[0]).toContain('multipart/alternative')
    const { headers, text } = await call('GET', `/api/v1/messages/${message?.ID}`)
    expect(headers['content-type']).toBe('text/json')
    expect(JSON.parse(text)).toEqual(message)
    expect(await get(call, '/mailhog/api/v1/messages')).toEqual(items)
  })

  test('searches senders, recipients and texts', async () => {
    const { call } = await startMailhog(await open())
    const found = async (kind: string, query: string) =>
      subjects(
        await get<Page>(call, `/api/v2/search?kind=${kind}&query=${encodeURIComponent(query)}`),
      )
    expect(await found('from', 'ILLING')).toEqual(['Two'])
    expect(await found('from', 'bounce@')).toEqual(['Three'])
    expect(await found('to', 'ada@customer')).toEqual(['One'])
    expect(await found('to', 'idden@customer.test')).toEqual(['Two'])
    expect(await found('containing', 'lantern')).toEqual(['One'])
    expect(await found('containing', 'Your invoice')).toEqual(['Two'])
    expect(await found('containing', '!')).toEqual([])
    const page = await get<Page>(call, '/api/v2/search?kind=to&query=test&limit=1&start=1')
    expect(page).toMatchObject({ total: 3, count: 1, start: 1 })
    for (const query of ['kind=to', 'kind=subject&query=x', 'query=x', 'kind=to&query=']) {
      expect((await call('GET', `/api/v2/search?${query}`)).status).toBe(400)
    }
    const long = `kind=to&query=${'x'.repeat(501)}`
    expect((await call('GET', `/api/v2/search?${long}`)).status).toBe(400)
  })

  test('deletes one message, or all that are not flagged', async () => {
    const { call, api, team } = await startMailhog(await open())
    const { items } = await get<Page>(call, '/api/v2/messages')
    const [three, two] = items
    expect((await call('DELETE', `/api/v1/messages/${three?.ID}`)).status).toBe(200)
    expect((await call('DELETE', `/api/v1/messages/${three?.ID}`)).status).toBe(404)
    const params = { team: String(team.id), mail: String(two?.ID) }
    await api.must(updateMail, { params, body: { flagged: true } })
    expect((await call('DELETE', '/mailhog/api/v1/messages')).status).toBe(200)
    expect(subjects(await get<Page>(call, '/api/v2/messages'))).toEqual(['Two'])
  })
})

test('what MailHog has and Mailstop does not is answered as where it is off', async () => {
  const { call } = await startMailhog()
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
    expect(await call(method, '/api/v2/jim')).toMatchObject({ status: 404, text: '' })
  }
  expect(await get(call, '/api/v2/outgoing-smtp')).toEqual({})
  const { items } = await get<Page>(call, '/api/v2/messages?limit=1')
  const released = await call('POST', `/mailhog/api/v1/messages/${items[0]?.ID}/release`, {})
  expect(released).toMatchObject({ status: 403 })
  const { text, headers } = await call('GET', `/api/v1/messages/${items[0]?.ID}/download`)
  expect(headers['content-type']).toContain('message/rfc822')
  expect(text).toContain('Subject: Three')
  for (const path of [
    '/api/v2/websocket',
    '/api/v1/messages/999',
    '/api/v1/messages/x',
    '/mailhog/api/v1/events',
  ]) {
    expect([path, (await call('GET', path)).status]).toEqual([path, 404])
  }
})

test('a list holds as many mails as are not too large together, and at least one', async () => {
  const { call, smtpPort, team } = await startMailpit()
  const text = createHash('sha256').update('x').digest('hex').repeat(40_000)
  for (const subject of ['One', 'Two', 'Three']) await sendMail(smtpPort, team, { subject, text })
  const page = await get<Page>(call, '/api/v2/messages')
  expect(page).toMatchObject({ total: 3, count: 1, start: 0 })
  expect(subjects(await get<Page>(call, '/api/v2/messages?start=2'))).toEqual(['One'])
})
