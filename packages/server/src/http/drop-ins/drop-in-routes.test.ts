import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { badToken, invalid, rateLimited, unavailable } from '../../errors.ts'
import { servedClient } from '../../lib/shares/served-client.ts'
import { tokenActor } from '../../../test/support/actors.ts'
import { serveRoutes } from '../../../test/support/http-routes.ts'
import type { DropInGroup, DropInReply } from './drop-in.ts'
import type { HttpOptions } from '../http.ts'
import { newFolder } from '../../../test/support/new-folder.ts'

const actor = tokenActor({ scopes: ['mail:read', 'mail:send', 'mail:forward'] })
const right = { authorization: 'Bearer mst_right' }
const basic = (pair: string) => ({
  authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
})
const evil = { origin: 'https://evil.example' }

const large = 100 * 1024
const small = { maxBodyBytes: 100 }
const text = (body: string): DropInReply => ({ kind: 'text', body })

const group: DropInGroup = {
  prefixes: ['', '/other'],
  challenge: 'Basic realm="Login"',
  answerRefusal: ({ code, message }) =>
    code === 'bad_token'
      ? { kind: 'text', body: 'Unauthorized.\n' }
      : { kind: 'text', body: `${code}: ${message}` },
  missing: ['/api/v9/*'],
  routes: {
    'GET /api/v9/mail/{id}': [
      'mail:read',
      async ({ params, query, actor, teamId, wants, client }) => ({
        kind: 'json',
        body: JSON.stringify({
          id: params['id'],
          query: query.getAll('q'),
          who: [actor.kind, teamId, wants('read_mail').teamId, client.login, servedClient().user],
        }),
      }),
    ],
    'PUT /api/v9/mail/{id}': ['mail:delete', async () => text('ok'), small],
    'POST /api/v9/echo': [
      null,
      async ({ body }) => ({ ...text(body.toString()), status: 201 }),
      small,
    ],
    'POST /api/v9/send': [
      'mail:send',
      async ({ body }) => text(`${body.length} bytes`),
      { maxBodyBytes: large },
    ],
    'POST /api/v9/release': ['mail:forward', async () => text('sent'), small],
    'GET /api/v9/wrong': [
      null,
      async ({ query }) => {
        if (query.has('busy')) throw unavailable()
        if (query.has('bug')) throw new Error('a secret of the store')
        throw invalid({ to: ['To is wrong'] })
      },
    ],
    'GET /view/{id}': [
      'mail:read',
      async ({ params }) => text(`mail ${params['id']}`),
      { isPage: true },
    ],
    'GET /api/v9/long': [null, async () => text('x'.repeat(large))],
  },
}

async function serve(options: Partial<HttpOptions> = {}) {
  const asked: { token: string; address: string; userAgent: string }[] = []
  const served = await serveRoutes({
    dropIns: [group],
    async checkToken(token, client) {
      asked.push({ token, ...client })
      if (token === 'mst_often') throw rateLimited(1)
      if (token !== 'mst_right') throw badToken()
      return actor
    },
    ...options,
  })
  const ask = (
    path: string,
    headers: Record<string, string | undefined>,
    [method, body]: [string, (string | Uint8Array)?] = ['GET'],
  ) => served.browser.request(method, path, { headers, body })
  return { ...served, asked, ask }
}

const open = { openUser: { userId: 1, onlyTeam: 3 } }
const mail = '/api/v9/mail/12'

describe('a route of another tool', () => {
  test('is served at each prefix, for the team of the token', async () => {
    const { ask, asked } = await serve()
    const who = ['token', 7, 7, null, 'user 1']
    for (const path of [mail, `/other${mail}`]) {
      const answer = await ask(`${path}?q=a%20b&q=c`, { ...right, 'user-agent': 'ci/1' })
      expect(answer.json).toEqual({ id: '12', query: ['a b', 'c'], who })
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.setCookies).toEqual([])
    }
    expect(asked[0]).toEqual({ token: 'mst_right', address: '127.0.0.1', userAgent: 'ci/1' })
  })

  test.each([
    ['mst_right:', null],
    ['ann:mst_right', 'ann'],
    [':mst_right', null],
  ])('takes a token in Basic, as %s', async (pair, login) => {
    const { ask } = await serve()
    const { json } = await ask(mail, basic(pair))
    expect(json).toMatchObject({ who: ['token', 7, 7, login, 'user 1'] })
  })

  test('is refused in the shape of its API without a token, with a wrong one, and for a session', async () => {
    const { ask, browser, asked } = await serve()
    browser.cookies.set('mailstop_session', 'ann-token')
    const wrong = [
      {},
      { authorization: 'Bearer mst_wrong' },
      { authorization: 'Bearer else' },
      { authorization: 'Basic !' },
      basic('ann:secret'),
      basic('ann:mst_wrong'),
    ]
    for (const headers of wrong) {
      const answer = await ask(mail, headers)
      expect([answer.status, answer.text]).toEqual([401, 'Unauthorized.\n'])
      expect(answer.headers['www-authenticate']).toBe('Basic realm="Login"')
    }
    expect(asked.map(({ token }) => token)).toEqual(['mst_wrong', 'mst_wrong'])
    const often = await ask(mail, { authorization: 'Bearer mst_often' })
    expect([often.status, often.headers['retry-after']]).toEqual([429, '1'])
  })

  test('needs its scope, and one that names none needs a token all the same', async () => {
    const { ask } = await serve()
    const answer = await ask(mail, right, ['PUT'])
    expect([answer.status, answer.text]).toEqual([
      403,
      'missing_scope: The token needs the scope mail:delete.',
    ])
    expect((await ask('/api/v9/echo', right, ['POST'])).status).toBe(201)
    expect((await ask('/api/v9/echo', {}, ['POST'])).status).toBe(401)
  })

  test('answers a token under any name of the server, and nobody else', async () => {
    const { ask } = await serve()
    const host = 'mailstop:8025'
    expect((await ask(mail, { ...right, host })).status).toBe(200)
    expect((await ask(mail, { host })).status).toBe(421)
  })

  test('refuses Basic that a page of another site caused; no browser sends Bearer by itself', async () => {
    const { ask } = await serve()
    const status = async (headers: Record<string, string>) => (await ask(mail, headers)).status
    expect(await status({ ...basic('ann:mst_right'), ...evil })).toBe(403)
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    expect(await status({ ...basic('ann:mst_right'), ...crossSite })).toBe(403)
    expect(await status({ ...right, ...evil, ...crossSite })).toBe(200)
  })
})

describe('in open mode', () => {
  test('anybody but a page of another site acts in the open team, without CSRF', async () => {
    const { ask, port } = await serve(open)
    expect((await ask(mail, basic('ann:x'))).json).toMatchObject({
      who: ['user', 3, 3, 'ann', expect.any(String)],
    })
    expect((await ask(mail, {}, ['PUT'])).text).toBe('ok')
    const own = { origin: `http://localhost:${port}`, 'sec-fetch-site': 'same-origin' }
    expect((await ask(mail, own, ['PUT'])).text).toBe('ok')
    for (const foreign of [evil, { 'sec-fetch-site': 'same-site' }]) {
      expect((await ask(mail, foreign)).status).toBe(403)
      expect((await ask(mail, foreign, ['PUT'])).status).toBe(403)
    }
    expect((await ask(mail, { host: 'evil.example' })).status).toBe(421)
  })

  test('a token acts for itself, and a wrong one is refused', async () => {
    const { ask } = await serve(open)
    expect((await ask(mail, right)).json).toMatchObject({
      who: ['token', 7, 7, null, expect.any(String)],
    })
    expect((await ask(mail, { authorization: 'Bearer mst_wrong' })).status).toBe(401)
  })

  test('nobody sends mail to the outside', async () => {
    const { ask } = await serve(open)
    expect((await ask('/api/v9/release', {}, ['POST'])).status).toBe(403)
    expect((await ask('/api/v9/release', right, ['POST'])).status).toBe(403)
  })
})

describe('a body', () => {
  test.each([
    ['application/json', '{"a":'],
    ['text/plain', 'x'],
    [undefined, 'no type'],
    ['application/json', ''],
  ])('of the type %s reaches the route as it was sent', async (type, text) => {
    const { ask } = await serve()
    const answer = await ask('/api/v9/echo', { ...right, 'content-type': type }, ['POST', text])
    expect([answer.status, answer.text]).toEqual([201, text])
  })

  test('that is larger than its route takes is refused, also one without a length', async () => {
    const { ask } = await serve()
    const chunked = { ...right, 'content-length': undefined, 'transfer-encoding': 'chunked' }
    for (const headers of [right, chunked]) {
      expect((await ask('/api/v9/echo', headers, ['POST', 'x'.repeat(101)])).status).toBe(413)
      const send = await ask('/api/v9/send', headers, ['POST', 'x'.repeat(large + 1)])
      expect(send.status).toBe(413)
      const fits = await ask('/api/v9/send', headers, ['POST', 'x'.repeat(large)])
      expect(fits.text).toBe(`${large} bytes`)
    }
  })
})

test('a page is the web app for a browser without a token, and asks nobody for a login', async () => {
  const webRoot = newFolder()
  await writeFile(join(webRoot, 'index.html'), 'the web app')
  const { ask } = await serve({ webRoot })
  const accept = 'text/html,application/xhtml+xml'
  expect(await ask('/view/12', { accept })).toMatchObject({ status: 200, text: 'the web app' })
  expect((await ask('/view/12', { accept, ...right })).text).toBe('mail 12')
  expect((await ask('/view/12', { accept: '*/*' })).status).toBe(401)
  expect((await ask(mail, { accept })).status).toBe(401)
  const opened = await serve({ webRoot, ...open })
  expect((await opened.ask('/view/12', { accept })).text).toBe('mail 12')
})

describe('an answer', () => {
  test('that is large arrives whole', async () => {
    const { ask } = await serve()
    expect((await ask('/api/v9/long', right)).text).toHaveLength(large)
    expect((await ask('/api/v9/long', right, ['HEAD'])).text).toBe('')
  })

  test('to what went wrong is in the shape of its API, and tells no secret', async () => {
    const { ask, logged } = await serve()
    expect((await ask('/api/v9/wrong', right)).status).toBe(422)
    const bug = await ask('/api/v9/wrong?bug', right)
    expect([bug.status, bug.text]).toEqual([
      500,
      expect.stringMatching(/^internal: Something went wrong on the server\. \([\w-]+\)$/),
    ])
    expect(logged.join()).not.toContain('mst_right')
    const busy = await ask('/api/v9/wrong?busy', right)
    expect([busy.status, busy.headers['retry-after']]).toEqual([503, '1'])
    const missing = await ask('/api/v9/nothing', right)
    expect([missing.status, missing.text]).toEqual([404, expect.stringMatching(/^not_found/)])
    const method = await ask(mail, right, ['DELETE'])
    expect([method.status, method.headers['allow']]).toEqual([405, 'GET, HEAD, PUT'])
  })

  test('is counted with the scope of its route', async () => {
    const counted: [string, number][] = []
    const { ask } = await serve({ countTokenRequest: (...each) => counted.push(each) })
    await ask(mail, right)
    await ask('/api/v9/echo', right, ['POST'])
    await ask(mail, right, ['PUT'])
    expect(counted).toEqual([
      ['mail:read', 200],
      ['any', 201],
      ['mail:delete', 403],
    ])
  })
})
