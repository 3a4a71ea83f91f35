import { expect, test } from 'vitest'
import { calls, newToken, send, shapeOf, startMailpit } from './mailpit-server.ts'

test('opening a mail does not mark it for a token that may not write', async () => {
  const { call, api, team, origin } = await startMailpit()
  const id = await send(call)
  const reader = calls(
    { origin },
    { authorization: `Bearer ${await newToken(api, team, ['mail:read'])}` },
  )
  expect((await reader('GET', `/api/v1/message/${id}`)).status).toBe(200)
  const { json } = await call('GET', '/api/v1/messages')
  expect(json).toMatchObject({ unread: 1 })
})

test('the server describes itself with exactly the fields of Mailpit', async () => {
  const { call } = await startMailpit()
  await send(call)
  const { json: info } = await call('GET', '/api/v1/info')
  expect(shapeOf(info)).toEqual({
    Version: 'string',
    LatestVersion: 'string',
    Database: 'string',
    DatabaseSize: 'number',
    Messages: 'number',
    Unread: 'number',
    Tags: { 'Run 42': 'number', ci: 'number' },
    RuntimeStats: {
      Uptime: 'number',
      Memory: 'number',
      MessagesDeleted: 'number',
      SMTPAccepted: 'number',
      SMTPAcceptedSize: 'number',
      SMTPRejected: 'number',
      SMTPIgnored: 'number',
    },
  })
  expect(info).toMatchObject({
    Version: 'v1.34.0',
    Messages: 1,
    Unread: 1,
    Tags: { 'Run 42': 1, ci: 1 },
    RuntimeStats: { SMTPAccepted: 1 },
  })
  expect((await call('GET', '/api/v1/webui')).json).toEqual({
    Label: '',
    MessageRelay: {
      Enabled: false,
      SMTPServer: '',
      ReturnPath: '',
      AllowedRecipients: '',
      BlockedRecipients: '',
      OverrideFrom: '',
      PreserveMessageIDs: false,
      RecipientAllowlist: '',
    },
    SpamAssassin: false,
    Rspamd: false,
    ChaosEnabled: false,
    DuplicatesIgnored: false,
    HideDeleteAllButton: false,
  })
})

test('health needs no token and no name, under both prefixes', async () => {
  const { origin } = await startMailpit()
  const withoutToken = calls({ origin }, { host: 'mailpit:8025' })
  for (const path of ['/livez', '/readyz', '/mailpit/livez', '/mailpit/readyz']) {
    expect([path, (await withoutToken('GET', path)).status]).toEqual([path, 200])
  }
})

test('a path with repeated slashes redirects to the one that is meant, as in Mailpit', async () => {
  const { call } = await startMailpit()
  const id = await send(call)
  const meant: [string, string, string][] = [
    ['GET', `//view/${id}.html`, `/view/${id}.html`],
    ['GET', '//api/v1/messages?limit=1&a=//b?c', '/api/v1/messages?limit=1&a=//b?c'],
    ['HEAD', '/mailpit///api//v1/info', '/mailpit/api/v1/info'],
    ['GET', '//livez', '/livez'],
    ['GET', '/mailhog//api/v2/messages', '/mailhog/api/v2/messages'],
  ]
  for (const [method, path, location] of meant) {
    const { status, headers } = await call(method, path)
    expect([path, status, headers.location]).toEqual([path, 301, location])
  }
  // The method and the body are for the other path.
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const { status, headers } = await call(method, '//api/v1/messages')
    expect([status, headers.location]).toEqual([308, '/api/v1/messages'])
  }
  expect((await call('GET', '/api/v1/messages')).json).toMatchObject({ total: 1 })
  for (const path of [
    '//elsewhere.test/',
    '//elsewhere.test/api',
    '/\\\\//elsewhere.test',
    '//inbox',
  ]) {
    expect((await call('GET', path)).headers.location).toBeUndefined()
  }
})
