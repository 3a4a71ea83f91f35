import { revokeToken, listTokens, tokenScope, type TokenScope } from '@mailstop/contract'
import { expect, test } from 'vitest'
import {
  basic,
  calls,
  newToken,
  send,
  shapeOf,
  startMailpit,
  startOpenMailpit,
} from './mailpit-server.ts'

/** Each call, what a token needs for it, and what it answers then. `{id}` is that of a mail. */
const table: [string, string, TokenScope | null, number][] = [
  ['GET', '/api/v1/info', 'mail:read', 200],
  ['GET', '/api/v1/webui', 'mail:read', 200],
  ['GET', '/api/v1/chaos', null, 400],
  ['PUT', '/api/v1/chaos', null, 400],
  ['GET', '/api/v1/messages', 'mail:read', 200],
  ['GET', '/api/v1/search?query=x', 'mail:read', 200],
  ['GET', '/api/v1/message/{id}', 'mail:read', 200],
  ['GET', '/api/v1/message/{id}/headers', 'mail:read', 200],
  ['GET', '/api/v1/message/{id}/raw', 'mail:read', 200],
  ['GET', '/api/v1/message/{id}/part/2', 'mail:read', 200],
  ['GET', '/api/v1/message/{id}/part/2/thumb', 'mail:read', 200],
  ['GET', '/api/v1/message/{id}/link-check', 'mail:read', 200],
  ['GET', '/api/v1/message/{id}/html-check', 'mail:read', 501],
  ['GET', '/api/v1/tags', 'mail:read', 200],
  ['GET', '/view/latest', 'mail:read', 302],
  ['GET', '/view/{id}', 'mail:read', 302],
  ['GET', '/view/{id}.html', 'mail:read', 200],
  ['GET', '/view/{id}.txt', 'mail:read', 200],
  // Without a body it is refused for just that.
  ['PUT', '/api/v1/messages', 'mail:write', 400],
  ['PUT', '/api/v1/tags', 'mail:write', 400],
  ['PUT', '/api/v1/tags/ci', 'mail:write', 400],
  ['DELETE', '/api/v1/tags/nothing', 'mail:write', 400],
  ['POST', '/api/v1/send', 'mail:send', 400],
  ['POST', '/api/v1/message/{id}/release', 'mail:forward', 400],
  ['DELETE', '/api/v1/search?query=banana', 'mail:delete', 200],
  ['DELETE', '/api/v1/messages', 'mail:delete', 200],
]

test('each call needs its scope and no other', async () => {
  const { call, api, team, origin } = await startMailpit()
  const id = await send(call)
  const withScopes = async (scopes: readonly TokenScope[]) =>
    calls({ origin }, { authorization: basic('x', await newToken(api, team, scopes)) })
  const byScope = new Map(
    await Promise.all(
      tokenScope.options.map(async (scope) => [scope, await withScopes([scope])] as const),
    ),
  )
  for (const prefix of ['', '/mailpit']) {
    for (const [method, path, needs, status] of table) {
      for (const [scope, asked] of byScope) {
        // The last one leaves no mail.
        if (path === '/api/v1/messages' && method === 'DELETE' && prefix === '') continue
        const url = prefix + path.replace('{id}', id)
        const answer = await asked(method, url)
        const expected = needs === null || needs === scope ? status : 403
        expect([method, url, scope, answer.status]).toEqual([method, url, scope, expected])
      }
    }
  }
})

test('without a token that holds, each call is refused as Mailpit refuses', async () => {
  const { origin, api, team, token, call } = await startMailpit()
  const id = await send(call)
  const { data: tokens } = await api.must(listTokens, { params: { team: String(team.id) } })
  await api.must(revokeToken, {
    params: { team: String(team.id), api_token: String(tokens[0]?.id) },
  })
  const wrong: Record<string, string>[] = [
    {},
    { authorization: basic('invalid-user', 'invalid-password') },
    { authorization: basic('ada', token) },
    { authorization: `Bearer ${token}` },
    { authorization: 'Bearer mst_garbled' },
    { authorization: 'Basic' },
    { cookie: [...api.cookies].map((pair) => pair.join('=')).join('; ') },
  ]
  for (const headers of wrong) {
    const asked = calls({ origin }, headers)
    for (const [method, path] of table) {
      const answer = await asked(method, path.replace('{id}', id))
      expect([path, answer.status, answer.text]).toEqual([path, 401, 'Unauthorized.\n'])
      expect(answer.headers['www-authenticate']).toBe('Basic realm="Login"')
    }
  }
})

test('in open mode every call is served, to all but pages of other sites', async () => {
  const { call } = await startOpenMailpit()
  const id = await send(call)
  for (const [method, path, needs, status] of table) {
    const url = path.replace('{id}', id)
    const foreign = await call(method, url, undefined, { origin: 'https://evil.example' })
    expect([url, foreign.status]).toEqual([url, 403])
    const { status: own } = await call(method, url)
    expect([url, own]).toEqual([url, needs === 'mail:forward' ? 403 : status])
  }
})

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
    Version: 'v1.30.5',
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
    ChaosEnabled: false,
    DuplicatesIgnored: false,
    HideDeleteAllButton: false,
  })
})

test('health needs no token and no name, under both prefixes', async () => {
  const { origin } = await startMailpit()
  const nobody = calls({ origin }, { host: 'mailpit:8025' })
  for (const path of ['/livez', '/readyz', '/mailpit/livez', '/mailpit/readyz']) {
    expect([path, (await nobody('GET', path)).status]).toEqual([path, 200])
  }
})
