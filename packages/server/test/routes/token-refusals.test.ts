import {
  createToken,
  errorCodes,
  revokeToken,
  tokenScope,
  type TokenScope,
} from '@mailstop/contract'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { newToken } from '../../src/features/api-tokens/token-form.ts'
import type { ApiClient } from '../clients/api-client.ts'
import { createBrowser, type Answer } from '../clients/browser.ts'
import { isNightly } from '../nightly.ts'
import { startApp } from '../support/harness.ts'
import { onSqlite } from '../access/stores.ts'
import { createWorld } from '../access/world.ts'
import { endpoints } from './endpoints.ts'
import { namesIn, rightRequest } from './right-request.ts'
import { routeTable } from './route-table.ts'

/**
 * Every route of the product, asked by a program: with a token of the scope that it names, of every
 * scope but that one, of another team, and with tokens that do not hold. All that is refused changes
 * nothing.
 */
const every = tokenScope.options

async function startLogged() {
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const running = await startApp({ METRICS_TOKEN: 'for-the-operator' }, { log })
  return { running, logged }
}

async function make(api: ApiClient, team: string, scopes: readonly TokenScope[]) {
  const body = { name: 'CI', scopes: [...scopes] }
  return (await api.must(createToken, { params: { team }, body })).data
}

test('each route takes a token of its scope for its own team, and refuses every other', async () => {
  const { running, logged } = await startLogged()
  const store = onSqlite(running)
  const { people, ids } = await createWorld(store)
  const own = { ...people.owner.own, ...ids.own }
  const { api } = people.owner
  const team = own['team'] ?? ''

  const all = await make(api, team, every)
  const other = await make(people['member of another team'].api, ids.foreign['team'] ?? '', every)
  const expired = await make(api, team, every)
  const revoked = await make(api, team, every)
  const without = new Map<string, string>()
  for (const scope of every) {
    const rest = every.filter((each) => each !== scope)
    without.set(scope, (await make(api, team, rest)).token)
  }
  await store.run(`update api_tokens set expires_at = 1700000000000 where id = ${expired.id}`)
  await api.must(revokeToken, { params: { team, api_token: String(revoked.id) } })
  const garbled = all.token.slice(0, -1) + (all.token.endsWith('a') ? 'b' : 'a')

  const program = createBrowser(Number(new URL(running.origin).port))
  const sent = new Set<string>()
  function ask(name: string, token: string, values = own): Promise<Answer> {
    const endpoint = endpoints.get(name)
    if (!endpoint) throw new Error(`${name} is not in the contract`)
    const { path, options } = rightRequest(endpoint, values)
    sent.add(token)
    const authorization = `Bearer ${token}`
    return program.request(endpoint.method, path, {
      ...options,
      headers: { ...options.headers, authorization, host: 'mailstop:8025' },
    })
  }
  // A first use is written; what is refused after it writes nothing.
  for (const { token } of [all, other]) await ask('GET /api/token', token)
  for (const token of without.values()) await ask('GET /api/token', token)
  const unused = 'select id from api_tokens where last_used_at is null and revoked_at is null'
  // The expired one and those of the two teams are left.
  await expect.poll(async () => (await store.run(unused)).length).toBe(3)

  const before = await store.digest()
  const expectRefusal = async (what: string, answer: Answer, code: keyof typeof errorCodes) => {
    const { status, json, setCookies } = answer
    expect({ what, status, ...(json as object) }).toMatchObject({
      what,
      status: errorCodes[code].status,
      code,
    })
    expect(setCookies, what).toEqual([])
    expect(await store.digest(), what).toEqual(before)
  }
  let refused = 0
  const unreadNeeds: string[][] = []
  const texts = new Set<string>()
  for (const [at, [name, endpoint]] of [...endpoints].entries()) {
    const wrong = [
      ['garbled', garbled],
      ['unknown', newToken()],
      ['revoked', revoked.token],
      ['expired', expired.token],
    ] as const
    // By day every route meets two of them.
    for (const [kind, token] of wrong.filter((_, place) => isNightly || place % 2 === at % 2)) {
      const answer = await ask(name, token)
      // After a hundred wrong tokens in an hour, others are no longer looked at.
      const isLimited = answer.status === errorCodes.rate_limited.status
      await expectRefusal(`${name}, ${kind}`, answer, isLimited ? 'rate_limited' : 'bad_token')
      const { message } = answer.json as { message: string }
      texts.add(message.replace(/on \d{4}-\d\d-\d\d/, 'on its day'))
      refused += 1
    }
    const { scope } = endpoint
    if (scope === 'any') continue
    const lacking = scope === undefined ? all.token : without.get(scope)
    const answer = await ask(name, lacking ?? '')
    await expectRefusal(`${name}, no scope`, answer, 'missing_scope')
    expect(answer.json).toMatchObject({ needs: scope === undefined ? [] : [scope] })
    refused += 1
    if ('showsMail' in endpoint) {
      const unread = await ask(name, without.get('mail:read') ?? '')
      await expectRefusal(`${name}, unread`, unread, 'missing_scope')
      unreadNeeds.push((unread.json as { needs: string[] }).needs)
      refused += 1
    }
    if (scope === undefined || !namesIn(endpoint).includes('team')) continue
    await expectRefusal(`${name}, another team`, await ask(name, other.token), 'not_found')
    refused += 1
  }

  expect(unreadNeeds).toEqual(Array.from({ length: 5 }, () => ['mail:read']))
  expect(texts).toEqual(
    new Set([
      errorCodes.bad_token.message,
      errorCodes.rate_limited.message,
      'This token expired on its day. Make one under Integrations › API tokens.',
    ]),
  )

  let answered = 0
  for (const [name, { answers = 200 }] of Object.entries(routeTable)) {
    const scope = endpoints.get(name)?.scope
    if (scope === undefined) continue
    const expected = scope === 'any' ? 200 : answers
    for (const called of [team, 'current']) {
      const answer = await ask(name, all.token, { ...own, team: called })
      // What the same request has deleted before is gone.
      const isGone =
        called === 'current' &&
        /^DELETE .*\/\{(mail|tag_rule|guard|scenario|inbox|share|webhook)\}$/.test(name)
      // And what it has made has its name.
      const isTaken =
        called === 'current' && /^POST \/api\/teams\/\{team\}\/(guards|inboxes)$/.test(name)
      const { status, text } = answer
      const isUnderWay = called === 'current' && name === 'POST /api/teams/{team}/drills'
      const repeated = isTaken ? 422 : isUnderWay ? 409 : expected
      expect([name, status, text]).toEqual([name, isGone ? 404 : repeated, text])
      answered += 1
    }
  }
  process.stdout.write(`${endpoints.size} routes: ${refused} refused, ${answered} answered\n`)

  const { text: metrics } = await program.request('GET', '/metrics', {
    headers: { authorization: 'Bearer for-the-operator' },
  })
  expect(metrics).toMatch(/^mailstop_api_requests_total\{scope="mail:read",status="200"\} \d+$/m)
  expect(metrics).toMatch(/^mailstop_api_requests_total\{scope="none",status="403"\} \d+$/m)

  const whole = logged.join('')
  expect(whole).toContain('An API token was made')
  expect(whole).toContain('An API token was revoked')
  const rows = await store.run('select hash from api_tokens')
  for (const secret of [...sent, ...rows.map(({ hash }) => String(hash))]) {
    expect(whole).not.toContain(secret)
  }
  expect(whole.toLowerCase()).not.toContain('authorization')
}, 120_000)
