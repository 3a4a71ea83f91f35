import { listTokens, revokeToken, tokenScope } from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import { mailcatcherCalls } from '../mailcatcher/mailcatcher-calls.ts'
import { maildevCalls } from '../maildev/maildev-calls.ts'
import { mailhogCalls } from '../mailhog/mailhog-calls.ts'
import { mailosaurCalls } from '../mailosaur/mailosaur-calls.ts'
import { mailpitCalls } from '../mailpit/mailpit-calls.ts'
import {
  basic,
  calls,
  newToken,
  send,
  startMailpit,
  startOpenMailpit,
} from '../mailpit/mailpit-server.ts'
import { urlOf, type DropInCall } from './drop-in-call.ts'
import { someByDay } from '../nightly.ts'

const mailpit = { all: mailpitCalls, realm: 'Login', says: /^Unauthorized\.\n$/ }

/** Who may call what of the APIs of other tools: every call of each, with every token. */
type Api = { api: string; prefix: string; all: readonly DropInCall[]; realm: string; says: RegExp }

const apis: Api[] = [
  { api: 'Mailpit', prefix: '', ...mailpit },
  { api: 'Mailpit below its prefix', prefix: '/mailpit', ...mailpit },
  { api: 'MailHog', prefix: '/mailhog', all: mailhogCalls, realm: 'Restricted', says: /^/ },
  { api: 'MailCatcher', prefix: '', all: mailcatcherCalls, realm: 'Login', says: /^/ },
  { api: 'MailDev', prefix: '', all: maildevCalls, realm: 'MailDev', says: /^\{"error":/ },
  { api: 'Mailosaur', prefix: '/mailosaur', all: mailosaurCalls, realm: 'Login', says: /^/ },
]

describe.each(someByDay(apis, 2))('the API of $api', ({ prefix, all, realm, says }) => {
  const asked = (mail: { id: string; server: string }) =>
    all.map((call) => ({ ...call, url: prefix + urlOf(call, mail) }))

  test('takes a token with the scope of each call and no other', async () => {
    const { call, api, team, origin } = await startMailpit()
    const mail = { id: await send(call), server: team.code }
    const byScope = tokenScope.options.map(async (scope) => {
      const authorization = basic('x', await newToken(api, team, [scope]))
      return { scope, ask: calls({ origin }, { authorization }) }
    })
    const programs = await Promise.all(byScope)
    for (const { method, url, body, needs, answers } of asked(mail)) {
      for (const { scope, ask } of programs) {
        const { status } = await ask(method, url, body)
        const expected = needs === null || needs === scope ? answers : 403
        expect([method, url, scope, status]).toEqual([method, url, scope, expected])
      }
    }
  })

  test('refuses each call without a token that holds, as the tool does', async () => {
    const { origin, api, team, token, call } = await startMailpit()
    const mail = { id: await send(call), server: team.code }
    const params = { team: String(team.id) }
    const [made] = (await api.must(listTokens, { params })).data
    await api.must(revokeToken, { params: { ...params, api_token: String(made?.id) } })
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
      const ask = calls({ origin }, headers)
      for (const { method, url, body } of asked(mail)) {
        const answer = await ask(method, url, body)
        expect([url, answer.status]).toEqual([url, 401])
        expect(answer.headers['www-authenticate']).toBe(`Basic realm="${realm}"`)
        expect(answer.text).toMatch(says)
      }
    }
  })

  test('answers another team about a mail as about one that never was', async () => {
    const { call, stranger, team } = await startMailpit()
    const mail = { id: await send(call), server: team.code }
    const other = await stranger()
    const never = asked({ id: '424242', server: 'aaaaaaaa' })
    for (const [index, { method, path, query, url, body }] of asked(mail).entries()) {
      if (!/\{(?:id|server|file)\}/.test(path + query)) continue
      const absent = await other(method, never[index]?.url ?? '', body)
      const { status } = await other(method, url, body)
      expect([method, url, status]).toEqual([method, url, absent.status])
    }
    const kept = await call('GET', '/api/v1/messages')
    expect(kept.json).toMatchObject({ total: 1, unread: 1, messages: [{ ID: mail.id }] })
  })

  test('serves all but pages of other sites in open mode', async () => {
    const { call, team } = await startOpenMailpit()
    const mail = { id: await send(call), server: team.code }
    for (const { method, url, body, needs, answers } of asked(mail)) {
      const foreign = await call(method, url, body, { origin: 'https://evil.example' })
      expect([url, foreign.status]).toEqual([url, 403])
      const { status } = await call(method, url, body)
      expect([method, url, status]).toEqual([method, url, needs === 'mail:forward' ? 403 : answers])
    }
  })
})
