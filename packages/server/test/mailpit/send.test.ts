import { getMail } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { fullMail, send, startMailpit, startOpenMailpit } from './mailpit-server.ts'

const least = {
  From: { Email: 'app@rocket.test' },
  To: [{ Email: 'you@customer.test' }],
}

test('names of fields match in any case, and null is nothing', async () => {
  const { call } = await startMailpit()
  const id = await send(call, {
    from: { EMAIL: 'app@rocket.test', Name: null },
    TO: [{ email: 'you@customer.test', name: 'You' }],
    Cc: null,
    subject: 'Any case',
    attachments: [{ content: 'YSxi', FileName: 'table.csv' }],
    unknown: true,
  })
  expect((await call('GET', `/api/v1/message/${id}`)).json).toMatchObject({
    From: { Name: '', Address: 'app@rocket.test' },
    To: [{ Name: 'You', Address: 'you@customer.test' }],
    Cc: [],
    Subject: 'Any case',
    Text: '',
    Attachments: [{ FileName: 'table.csv', ContentType: 'text/plain', Size: 3 }],
  })
})

const refused: [string, unknown, string][] = [
  ['no body', '', 'EOF'],
  ['broken JSON', '{', 'invalid JSON'],
  ['no sender', { To: least.To }, 'error building message: from not set'],
  ['From', { ...least, From: { Email: 'me' } }, 'invalid From address: me'],
  ['no recipient', { From: least.From }, 'error building message: no recipients (to, cc, bcc) set'],
  ['To', { ...least, To: [{ Email: 'nobody' }] }, 'invalid To address: nobody'],
  ['Cc', { ...least, Cc: [{ Email: 'a b@c.test' }] }, 'invalid Cc address: a b@c.test'],
  ['Bcc', { ...least, Bcc: ['<x@y.test>'] }, 'invalid Bcc address: <x@y.test>'],
  ['Reply-To', { ...least, ReplyTo: [{ Email: '@' }] }, 'invalid Reply-To address: @'],
  [
    'a header of its own',
    { ...least, Headers: { subject: 'x' } },
    'cannot overwrite header: "subject"',
  ],
  [
    'tags twice',
    { ...least, Tags: ['a'], Headers: { 'X-Tags': 'b' } },
    'cannot overwrite header: "X-Tags"',
  ],
  ['a header that is none', { ...least, Headers: { 'X y': 'b' } }, 'invalid header: "X y"'],
  [
    'very many headers',
    {
      ...least,
      Headers: Object.fromEntries(Array.from({ length: 25_000 }, (_, at) => [`X-${at}`, ''])),
    },
    'the body has too many fields',
  ],
  [
    'a very long file name',
    { ...least, Attachments: [{ Content: '', Filename: 'x'.repeat(256) }] },
    'attachments.0.filename: Too big: expected string to have <=255 characters',
  ],
  [
    'a file that is no base64',
    { ...least, Attachments: [{ Content: '!', Filename: 'x' }] },
    'error decoding base64 attachment "x": illegal base64 data',
  ],
  [
    'a type that is none',
    { ...least, Attachments: [{ Content: '', ContentType: 'x\r\ny: z' }] },
    'invalid content type: x\r\ny: z',
  ],
]

test('a mail that is not valid is refused with what is wrong', async () => {
  const { call } = await startMailpit()
  for (const [what, body, Error] of refused) {
    const answer = await call('POST', '/api/v1/send', body)
    expect([what, answer.status, answer.json]).toEqual([what, 400, { Error }])
  }
})

test('nothing of the JSON adds a field to the header', async () => {
  const { call } = await startMailpit()
  const id = await send(call, {
    ...least,
    From: { Email: 'app@rocket.test', Name: 'App\r\nX-Evil: 1' },
    Subject: 'Hello\r\nX-Evil: 2',
    Headers: { 'X-Good': 'a\r\nX-Evil: 3' },
    Attachments: [{ Content: 'YQ==', Filename: 'a\r\nX-Evil: 4', ContentID: 'b\r\nX-Evil: 5' }],
  })
  const { json } = await call('GET', `/api/v1/message/${id}/headers`)
  expect(json).not.toHaveProperty('X-Evil')
  expect((await call('GET', `/api/v1/message/${id}/raw`)).text).not.toMatch(/^X-Evil/m)
})

test('a body that is too large is refused as JSON', async () => {
  const { call } = await startMailpit()
  const answer = await call('POST', '/api/v1/send', { Text: 'x'.repeat(11 * 1024 * 1024) })
  expect(answer.status).toBe(413)
  expect(answer.json).toEqual({ Error: expect.any(String) })
})

test('a mail that is larger than the server takes is refused as JSON', async () => {
  const { call } = await startMailpit({ SMTP_MAX_MAIL_BYTES: '1048576' })
  const answer = await call('POST', '/api/v1/send', { ...least, Text: 'x'.repeat(1_048_576) })
  expect([answer.status, answer.json]).toEqual([413, { Error: expect.any(String) }])
})

test('the user name is that of Basic, and never the token', async () => {
  const { call, api, team, token } = await startMailpit()
  const loginOf = async (authorization: string) => {
    const answer = await call('POST', '/api/v1/send', least, { authorization })
    const { ID: mail } = answer.json as { ID: string }
    const { data } = await api.must(getMail, { params: { team: String(team.id), mail } })
    return data.login
  }
  const pair = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  expect(await loginOf(pair(`billing:${token}`))).toBe('billing')
  expect(await loginOf(pair(`${token}:`))).toBe(null)
  expect(await loginOf(`Bearer ${token}`)).toBe(null)
})

test('in open mode anybody sends, under any name', async () => {
  const { call } = await startOpenMailpit()
  await call('POST', '/api/v1/send', fullMail, {
    authorization: `Basic ${Buffer.from('anyone:anything').toString('base64')}`,
  })
  expect((await call('GET', '/api/v1/message/latest')).json).toMatchObject({ Username: 'anyone' })
})

test('open mode names the addresses that mail can be released to', async () => {
  const { call } = await startOpenMailpit({
    MAIL_URL: 'smtp://127.0.0.1:1',
    OPEN_FORWARD_TO: '*+ci@team.test, rocket.test',
  })
  const { json } = await call('GET', '/api/v1/webui')
  const allowed = '^(?:.*\\+ci@team\\.test|.*@rocket\\.test)$'
  expect(json).toMatchObject({
    MessageRelay: { Enabled: true, AllowedRecipients: allowed, RecipientAllowlist: allowed },
  })
})

test('without a relay a mail is not released, and says why', async () => {
  const { call } = await startMailpit()
  const id = await send(call)
  const release = async (body: unknown) => {
    const { status, text } = await call('POST', `/api/v1/message/${id}/release`, body)
    return [status, text]
  }
  expect(await release({ To: [] })).toEqual([400, 'No valid addresses found'])
  expect(await release({ To: ['nobody'] })).toEqual([400, 'Invalid email address: nobody'])
  expect(await release({ To: ['a@customer.test'] })).toEqual([
    400,
    expect.stringContaining('cannot send mail yet'),
  ])
  expect((await call('POST', '/api/v1/message/9/release', { To: [] })).status).toBe(404)
})

test('with a relay a mail is released to each address once, by whom its token allows', async () => {
  const { call, api, team } = await startMailpit({ MAIL_URL: 'smtp://127.0.0.1:1' })
  const { json: webui } = await call('GET', '/api/v1/webui')
  expect(webui).toMatchObject({ MessageRelay: { Enabled: true, SMTPServer: '' } })
  await send(call)
  const id = await send(call)
  const To = ['Ann <ann@customer.test>', 'bob@customer.test', 'ann@customer.test']
  const answer = await call('POST', '/api/v1/message/latest/release', { to: To })
  expect([answer.status, answer.text]).toEqual([200, 'ok'])
  const { data } = await api.must(getMail, { params: { team: String(team.id), mail: id } })
  expect(data.forwards.map(({ email }) => email).toSorted()).toEqual([
    'ann@customer.test',
    'bob@customer.test',
  ])
})
