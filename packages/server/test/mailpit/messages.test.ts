import { createHash } from 'node:crypto'
import { listMails, updateMail } from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import { alikeDatabases } from '../support/product-databases.ts'
import { sendMail } from '../clients/send-mail.ts'
import { fullMail, pngBytes, send, shapeOf, startMailpit, type Call } from './mailpit-server.ts'

const address = { Name: 'string', Address: 'string' }
const summaryShape = {
  ID: 'string',
  MessageID: 'string',
  Read: 'boolean',
  From: address,
  To: [address],
  Cc: [address],
  Bcc: [address],
  ReplyTo: [address],
  Subject: 'string',
  Created: 'string',
  Username: 'string',
  Tags: ['string'],
  Size: 'number',
  Attachments: 'number',
  Snippet: 'string',
}
const file = {
  PartID: 'string',
  FileName: 'string',
  ContentType: 'string',
  ContentID: 'string',
  Size: 'number',
  Checksums: { MD5: 'string', SHA1: 'string', SHA256: 'string' },
}
const messageShape = {
  ID: 'string',
  MessageID: 'string',
  From: address,
  To: [address],
  Cc: [address],
  Bcc: [address],
  ReplyTo: [address],
  ReturnPath: 'string',
  Subject: 'string',
  ListUnsubscribe: { Header: 'string', Links: ['string'], Errors: 'string', HeaderPost: 'string' },
  Date: 'string',
  Tags: ['string'],
  Username: 'string',
  Text: 'string',
  HTML: 'string',
  Size: 'number',
  Inline: [file],
  Attachments: [file],
}

type Page = {
  total: number
  unread: number
  count: number
  messages_count: number
  messages_unread: number
  start: number
  tags: string[]
  messages: { ID: string; Subject: string; Read: boolean }[]
}

const pageOf = async (call: Call, path: string) => (await call('GET', path)).json as Page
const subjectsOf = async (call: Call, path = '/api/v1/messages') =>
  (await pageOf(call, path)).messages.map(({ Subject }) => Subject)

describe.each(alikeDatabases)("Mailpit's messages on $dialect", ({ open }) => {
  async function start() {
    const server = await startMailpit(await open())
    const ids: string[] = []
    const post = async (Subject: string, more: object = {}) =>
      ids.push(
        await send(server.call, {
          From: { Email: 'app@rocket.test' },
          To: [{ Email: 'you@customer.test' }],
          Subject,
          Text: Subject,
          ...more,
        }),
      )
    return { ...server, ids, post }
  }

  test('a list has the page that is asked for, with the counts of the team', async () => {
    const { call, post } = await start()
    for (const subject of ['One', 'Two', 'Three']) await post(subject, { Tags: [subject, 'all'] })
    const { messages, ...page } = await pageOf(call, '/api/v1/messages?start=1&limit=1')
    expect(page).toEqual({
      total: 3,
      unread: 3,
      count: 1,
      messages_count: 3,
      messages_unread: 3,
      start: 1,
      tags: ['all', 'One', 'Three', 'Two'],
    })
    expect(messages.map(({ Subject }) => Subject)).toEqual(['Two'])
    expect(await subjectsOf(call, '/mailpit/api/v1/messages')).toEqual(['Three', 'Two', 'One'])
    for (const query of [
      'limit=0',
      'limit=-1&start=-5',
      'limit=x&start=y&before=z',
      'limit=99999',
    ]) {
      expect([query, await subjectsOf(call, `/api/v1/messages?${query}`)]).toEqual([
        query,
        ['Three', 'Two', 'One'],
      ])
    }
    expect(await subjectsOf(call, '/api/v1/messages?before=2001-01-01')).toEqual([])
    expect(await subjectsOf(call, '/api/v1/messages?before=2999-01-01')).toHaveLength(3)
  })

  test('a list up to a time is not the answer to a search for the same mail', async () => {
    const { call, post } = await start()
    await post('One')
    const list = '/api/v1/messages?before=2001-01-01T00:00:00.001Z'
    const search = '/api/v1/search?query=before:2001-01-01T00:00:00Z'
    for (const path of [list, search, list]) {
      expect([path, (await pageOf(call, path)).messages_count]).toEqual([
        path,
        path === list ? 1 : 0,
      ])
    }
  })

  test('a summary has exactly the fields of Mailpit', async () => {
    const { call } = await start()
    const id = await send(call)
    const { messages } = await pageOf(call, '/api/v1/messages')
    expect(shapeOf(messages[0])).toEqual(summaryShape)
    expect(messages[0]).toMatchObject({
      ID: id,
      MessageID: expect.stringMatching(/^[^<>\s]+@[^<>\s]+$/),
      Read: false,
      From: { Name: 'Sender', Address: 'sender@rocket.test' },
      To: [{ Name: 'Ada', Address: 'ada@customer.test' }],
      Cc: [{ Name: 'Copy', Address: 'copy@customer.test' }],
      Bcc: [{ Name: '', Address: 'blind@customer.test' }],
      ReplyTo: [{ Name: 'Help', Address: 'help@rocket.test' }],
      Subject: 'Everything at once',
      Created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/),
      Username: 'suite',
      Tags: ['ci', 'Run 42'],
      Attachments: 1,
      Snippet: 'The html A link',
    })
  })

  test('what a mail by SMTP does not name is null in a list and empty in the message', async () => {
    const { call, team, smtpPort } = await start()
    await sendMail(smtpPort, team, { subject: 'Plain', text: 'Hi\r\nyou' })
    const { messages } = await pageOf(call, '/api/v1/messages')
    const none = { Tags: [], ReplyTo: [], Attachments: 0, Username: team.smtp_username }
    expect(messages[0]).toMatchObject({ ...none, Cc: null, Bcc: null, Snippet: 'Hi you' })
    const found = await pageOf(call, '/api/v1/search?query=plain')
    expect(found.messages[0]).toEqual({ ...messages[0], ReplyTo: null })
    const { json } = await call('GET', '/api/v1/message/latest')
    expect(json).toMatchObject({
      Cc: [],
      Bcc: [],
      ReplyTo: [],
      Tags: [],
      Inline: [],
      Attachments: [],
      ReturnPath: 'app@rocket.test',
      HTML: '',
      ListUnsubscribe: { Header: '', Links: [], Errors: '', HeaderPost: '' },
    })
    expect((json as { Text: string }).Text.trimEnd()).toBe('Hi\r\nyou')
  })

  test('a message has exactly the fields of Mailpit, and is read from then on', async () => {
    const { call } = await start()
    const id = await send(call)
    const { json } = await call('GET', `/api/v1/message/${id}`)
    expect(shapeOf(json)).toEqual(messageShape)
    const digest = (how: string) => createHash(how).update(pngBytes).digest('hex')
    const described = {
      ContentType: 'image/png',
      Size: pngBytes.length,
      Checksums: { MD5: digest('md5'), SHA1: digest('sha1'), SHA256: digest('sha256') },
    }
    expect(json).toMatchObject({
      ReturnPath: 'sender@rocket.test',
      Text: fullMail.Text,
      HTML: fullMail.HTML,
      ListUnsubscribe: {
        Header: fullMail.Headers['List-Unsubscribe'],
        Links: ['mailto:stop@rocket.test', 'https://rocket.test/stop'],
        Errors: '',
      },
      Attachments: [{ ...described, FileName: 'photo.png', ContentID: '' }],
      Inline: [{ ...described, FileName: 'logo.png', ContentID: 'logo' }],
    })
    expect((await pageOf(call, '/api/v1/messages')).messages[0]?.Read).toBe(true)
  })

  test('a search finds pages, counts and the latest, and refuses to find nothing', async () => {
    const { call, post } = await start()
    for (const subject of ['Red apple', 'Red pear', 'Green pear']) await post(subject)
    const query = (text: string) => `/api/v1/search?query=${encodeURIComponent(text)}`
    expect(await subjectsOf(call, query('subject:pear red'))).toEqual(['Red pear'])
    expect(await pageOf(call, `${query('red')}&limit=1`)).toMatchObject({
      total: 3,
      count: 1,
      messages_count: 2,
      messages_unread: 2,
      messages: [{ Subject: 'Red pear' }],
    })
    expect(await subjectsOf(call, `${query('red')}&before=2001-01-01`)).toEqual([])
    for (const path of ['/api/v1/search', '/api/v1/search?query=%20']) {
      const answer = await call('GET', path)
      expect([answer.status, answer.text]).toEqual([400, 'Error: no search query'])
      expect((await call('DELETE', path)).status).toBe(400)
    }
    const latest = await call('GET', '/api/v1/message/latest?query=apple')
    expect(latest.json).toMatchObject({ Subject: 'Red apple' })
    const none = await call('GET', '/api/v1/message/latest?query=banana')
    expect([none.status, none.text]).toEqual([404, 'Message not found'])
  })

  test('an answer is kept until something of the team changes', async () => {
    const { call, post, api, team, ids } = await start()
    await post('One')
    expect(await subjectsOf(call)).toEqual(['One'])
    expect(await subjectsOf(call)).toEqual(['One'])
    await post('Two')
    expect(await subjectsOf(call)).toEqual(['Two', 'One'])
    const params = { team: String(team.id), mail: ids[0] ?? '' }
    await api.must(updateMail, { params, body: { tags: ['new'] } })
    expect((await pageOf(call, '/api/v1/messages')).tags).toEqual(['new'])
    await call('DELETE', '/api/v1/messages', { IDs: [ids[0]] })
    expect(await subjectsOf(call)).toEqual(['Two'])
  })

  test('mail is marked by id, by search, or all of it', async () => {
    const { call, post, ids } = await start()
    for (const subject of ['One', 'Two', 'Three']) await post(subject)
    const put = async (body: unknown) => {
      const { status, text } = await call('PUT', '/api/v1/messages', body)
      const { messages } = await pageOf(call, '/api/v1/messages')
      return [status, text, messages.filter(({ Read }) => Read).map(({ Subject }) => Subject)]
    }
    expect(await put({ IDs: [ids[0], 'unknown', '999999'], Read: true })).toEqual([
      200,
      'ok',
      ['One'],
    ])
    expect(await put({ Search: 'two', Read: true })).toEqual([200, 'ok', ['Two', 'One']])
    expect(await put({ IDs: [ids[0]] })).toEqual([200, 'ok', ['Two']])
    expect(await put({ read: true })).toEqual([200, 'ok', ['Three', 'Two', 'One']])
    expect(await put({})).toEqual([200, 'ok', []])
    expect(await put({ IDs: ['x'], Read: true })).toEqual([200, 'ok', []])
    const both = await call('PUT', '/api/v1/messages', { IDs: [ids[0]], Search: 'x' })
    expect([both.status, both.text]).toEqual([
      400,
      'You may specify either IDs or a search query, not both',
    ])
    for (const body of ['', '{', '[]', { IDs: 'x' }]) {
      expect((await call('PUT', '/api/v1/messages', body)).status).toBe(400)
    }
  })

  test('mail is deleted by id, by search, or all that is not flagged', async () => {
    const { call, post, ids, api, team } = await start()
    for (const subject of ['One', 'Two', 'Three', 'Four']) await post(subject)
    const params = { team: String(team.id), mail: ids[3] ?? '' }
    await api.must(updateMail, { params, body: { flagged: true } })
    const remove = async (path: string, body?: unknown) => {
      const { status, text } = await call('DELETE', path, body)
      return [status, text, await subjectsOf(call)]
    }
    expect(await remove('/api/v1/messages', { IDs: ['x'] })).toMatchObject([
      200,
      'ok',
      { length: 4 },
    ])
    // What cannot be read as a list was not meant for all mail.
    const lists = [{ IDs: 'x' }, { IDs: [{}] }, []].concat(
      [10_001, 30_000].map((count) => ({ IDs: Array<string>(count).fill('x') })),
    )
    const texts = ['['.repeat(100), '{"IDs":["1"],"__proto__":{}}', '{"IDs":["zz', 'no JSON']
    for (const body of [...lists, ...texts]) {
      expect(await remove('/api/v1/messages', body)).toMatchObject([
        400,
        expect.any(String),
        { length: 4 },
      ])
    }
    expect(await remove('/api/v1/messages', { IDs: [Number(ids[0])] })).toEqual([
      200,
      'ok',
      ['Four', 'Three', 'Two'],
    ])
    expect(await remove('/api/v1/search?query=two')).toEqual([200, 'ok', ['Four', 'Three']])
    expect(await remove('/api/v1/messages')).toEqual([200, 'ok', ['Four']])
    await post('Five')
    expect(await remove('/api/v1/messages', {})).toEqual([200, 'ok', ['Four']])
    expect(await remove('/api/v1/messages', { IDs: [ids[3]] })).toEqual([200, 'ok', []])
    const { data } = await api.must(listMails, { params: { team: String(team.id) } })
    expect(data).toEqual([])
  })

  test('another team sees and changes none of it', async () => {
    const { call, post, ids, stranger } = await start()
    await post('Mine')
    const other = await stranger()
    expect(await subjectsOf(other)).toEqual([])
    for (const path of ['', '/headers', '/raw', '/part/1', '/link-check', '/html-check']) {
      const answer = await other('GET', `/api/v1/message/${ids[0]}${path}`)
      expect([path, answer.status, answer.text]).toEqual([path, 404, '404 page not found'])
    }
    expect((await other('GET', `/view/${ids[0]}.txt`)).status).toBe(404)
    await other('PUT', '/api/v1/messages', { IDs: ids, Read: true })
    await other('PUT', '/api/v1/tags', { IDs: ids, Tags: ['theirs'] })
    await other('DELETE', '/api/v1/messages', { IDs: ids })
    await other('DELETE', '/api/v1/search?query=mine')
    await other('DELETE', '/api/v1/messages')
    const { messages } = await pageOf(call, '/api/v1/messages')
    expect(messages).toMatchObject([{ Subject: 'Mine', Read: false, Tags: [] }])
  })
})
