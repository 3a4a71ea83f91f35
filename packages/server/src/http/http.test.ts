import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineEndpoint, idParam, messageReply, type Endpoint } from '@mailstop/contract'
import { createBrowser } from '../../test/browser.ts'
import { conflict, Refusal } from '../errors.ts'
import { createHttp, type HttpOptions } from './http.ts'
import { route, type Caller, type Route } from './route.ts'

const undos: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const undo of undos.splice(0).toReversed()) await undo()
})

const ann: Caller = { userId: 1, sessionId: 's1', verified: true }
const newcomer: Caller = { userId: 2, sessionId: 's2', verified: false }
const sessions = new Map([
  ['ann-token', ann],
  ['newcomer-token', newcomer],
])

async function serve(options: Partial<HttpOptions> = {}) {
  const logged: string[] = []
  const http = createHttp({
    port: 0,
    host: '127.0.0.1',
    publicUrl: new URL('http://localhost:8025'),
    trustedProxies: [],
    routes: [],
    files: [],
    webRoot: null,
    findSession: async (token) => sessions.get(token) ?? null,
    csrfKey: new Uint8Array(32).fill(7),
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
    ...options,
  })
  undos.push(http.stop)
  const { port } = await http.start()
  return { http, port, logged, browser: createBrowser(port) }
}

const anyReply = z.object({ message: z.string() })
const csrfCookie = route(
  defineEndpoint({
    method: 'GET',
    path: '/sanctum/csrf-cookie',
    access: 'public',
    summary: '',
    reply: messageReply,
  }),
  async (_input, { session }) => {
    session.renewCsrf()
    return { message: 'set' }
  },
)

function simple(
  endpoint: Partial<Endpoint>,
  handle: () => unknown = () => ({ message: 'done' }),
): Route {
  const whole = defineEndpoint({
    method: 'GET',
    path: '/api/thing',
    access: 'public',
    summary: '',
    reply: anyReply,
    ...endpoint,
  })
  return { endpoint: whole, handle: async () => handle() }
}

describe('access', () => {
  const routes = [
    csrfCookie,
    simple({ path: '/api/open' }),
    simple({ path: '/api/mine', access: 'signed-in' }),
    simple({ path: '/api/secret', access: 'verified' }),
  ]

  test.each([
    [null, '/api/open', 200],
    [null, '/api/mine', 401],
    [null, '/api/secret', 401],
    ['stale-token', '/api/mine', 401],
    ['newcomer-token', '/api/mine', 200],
    ['newcomer-token', '/api/secret', 403],
    ['ann-token', '/api/secret', 200],
  ])('with session %s, %s answers %i', async (token, path, status) => {
    const { browser } = await serve({ routes })
    if (token) browser.cookies.set('mailstop_session', token)
    expect((await browser.request('GET', path)).status).toBe(status)
  })

  test('refusals say why in the shape of the contract, and are not cached', async () => {
    const { browser } = await serve({ routes })
    const signedOut = await browser.request('GET', '/api/mine')
    expect(signedOut.json).toEqual({ code: 'signed_out', message: 'Log in to continue.' })
    expect(signedOut.headers['cache-control']).toBe('no-store')
    browser.cookies.set('mailstop_session', 'newcomer-token')
    expect((await browser.request('GET', '/api/secret')).json).toMatchObject({ code: 'unverified' })
  })
})

describe('forged requests', () => {
  const routes = [csrfCookie, simple({ method: 'POST', path: '/api/thing' })]

  test('an unsafe request without the header is refused, login-like public ones included', async () => {
    const { browser } = await serve({ routes })
    await browser.request('GET', '/sanctum/csrf-cookie')
    const headers = { 'x-xsrf-token': undefined }
    const answer = await browser.request('POST', '/api/thing', { headers })
    expect(answer.status).toBe(419)
    expect(answer.json).toMatchObject({ code: 'csrf' })
  })

  test('the token of the cookie, returned in the header, is accepted', async () => {
    const { browser } = await serve({ routes })
    expect((await browser.post('/api/thing')).status).toBe(200)
  })

  test('a token made for another session is refused, and so is one made before logging in', async () => {
    const { browser, port } = await serve({ routes })
    const other = createBrowser(port)
    other.cookies.set('mailstop_session', 'newcomer-token')
    await other.request('GET', '/sanctum/csrf-cookie')
    browser.cookies.set('mailstop_session', 'ann-token')
    const headers = { 'x-xsrf-token': other.cookies.get('XSRF-TOKEN') }
    expect((await browser.request('POST', '/api/thing', { headers })).status).toBe(419)

    const visitor = createBrowser(port)
    await visitor.request('GET', '/sanctum/csrf-cookie')
    visitor.cookies.set('mailstop_session', 'ann-token')
    expect((await visitor.request('POST', '/api/thing')).status).toBe(419)
  })

  test('a token with a changed nonce or signature is refused', async () => {
    const { browser } = await serve({ routes })
    await browser.request('GET', '/sanctum/csrf-cookie')
    const token = browser.cookies.get('XSRF-TOKEN') ?? ''
    for (const forged of [`A${token}`, `${token}A`, token.replace('.', ''), `${token}.x`, '.']) {
      const headers = { 'x-xsrf-token': forged }
      expect((await browser.request('POST', '/api/thing', { headers })).status).toBe(419)
    }
  })

  test('any read repairs a CSRF cookie that was lost or fits another session', async () => {
    const { browser } = await serve({ routes: [...routes, simple({ path: '/api/open' })] })
    browser.cookies.set('mailstop_session', 'ann-token')
    await browser.request('GET', '/api/open')
    expect((await browser.request('POST', '/api/thing')).status).toBe(200)
    const again = await browser.request('GET', '/api/open')
    expect(again.setCookies).toEqual([])
  })

  test.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['http://localhost:1', 403],
    ['https://localhost:{port}', 403],
    ['http://localhost:{port}', 200],
  ])('an unsafe request from the origin %s answers %i', async (origin, status) => {
    const { browser, port } = await serve({ routes })
    await browser.request('GET', '/sanctum/csrf-cookie')
    const headers = { origin: origin.replace('{port}', String(port)) }
    expect((await browser.request('POST', '/api/thing', { headers })).status).toBe(status)
  })

  test.each(['evil.example', 'localhost.evil.example', 'user@localhost', 'localhost/x', '::'])(
    'a request for the host %s is misdirected',
    async (host) => {
      const { browser } = await serve({ routes })
      const answer = await browser.request('GET', '/sanctum/csrf-cookie', { headers: { host } })
      expect(answer.status).toBe(421)
      expect(answer.setCookies).toEqual([])
    },
  )

  test('a public address is answered for strictly', async () => {
    const { browser } = await serve({ routes, publicUrl: new URL('https://mail.example.com') })
    const statusFor = async (host: string) =>
      (await browser.request('GET', '/sanctum/csrf-cookie', { headers: { host } })).status
    expect(await statusFor('mail.example.com')).toBe(200)
    expect(await statusFor('mail.example.com:443')).toBe(200)
    expect(await statusFor('mail.example.com:8025')).toBe(421)
    expect(await statusFor('localhost:8025')).toBe(421)
  })
})

describe('input', () => {
  const endpoint = defineEndpoint({
    method: 'POST',
    path: '/api/teams/{team}/things',
    access: 'public',
    summary: '',
    params: z.strictObject({ team: idParam }),
    query: z.strictObject({ filter: z.enum(['all', 'unread']).default('all') }),
    body: z.strictObject({ name: z.string().min(1), email: z.email() }),
    reply: z.object({ seen: z.unknown() }),
  })
  const routes = [
    csrfCookie,
    route(endpoint, async (input) => ({ seen: input })),
    simple({ method: 'POST', path: '/api/action' }),
    simple({ path: '/api/open' }),
  ]
  const good = { name: 'Ann', email: 'ann@example.com' }

  async function send(path: string, body?: unknown, headers: Record<string, string> = {}) {
    const { browser } = await serve({ routes })
    await browser.request('GET', '/sanctum/csrf-cookie')
    return browser.request('POST', path, { body, headers })
  }

  test('reaches the operation parsed, with defaults', async () => {
    const answer = await send('/api/teams/7/things', good)
    expect(answer.json).toEqual({
      seen: { params: { team: 7 }, query: { filter: 'all' }, body: good },
    })
  })

  test('problems of query and body are told together, each field with all of its own', async () => {
    const answer = await send('/api/teams/7/things?filter=red&x=1', { email: 'no', more: 1 })
    expect(answer.status).toBe(422)
    expect(answer.json).toEqual({
      code: 'invalid',
      message: 'Some fields are not valid.',
      errors: {
        filter: ['field is not valid'],
        x: ['this field is not known'],
        name: ['name is a required field'],
        email: ['field is not valid'],
        more: ['this field is not known'],
      },
    })
  })

  test('a missing body misses every required field', async () => {
    const answer = await send('/api/teams/7/things')
    expect(answer.json).toMatchObject({
      errors: { name: ['name is a required field'], email: ['email is a required field'] },
    })
  })

  test('a query parameter given twice is not valid', async () => {
    const answer = await send('/api/teams/7/things?filter=all&filter=unread', good)
    expect(answer.status).toBe(422)
    expect(answer.json).toMatchObject({ errors: { filter: ['field is not valid'] } })
  })

  test.each(['abc', '0', '-1', '1.5', '1e3', '07', '9'.repeat(30), '%00', '..%2f'])(
    'the path id %s names nothing, as an unknown one does',
    async (id) => {
      const answer = await send(`/api/teams/${id}/things`, good)
      expect(answer.status).toBe(404)
      const unknown = await send('/api/nothing', good)
      expect(answer.json).toEqual(unknown.json)
    },
  )

  test.each([
    ['{"name":', 'application/json', 400],
    [new Uint8Array([0x22, 0xff, 0x22]), 'application/json', 400],
    ['{"__proto__":{"admin":true},"name":"x","email":"a@b.co"}', 'application/json', 400],
    ['{"constructor":{"prototype":{}},"name":"x","email":"a@b.co"}', 'application/json', 400],
    ['name=Ann', 'application/x-www-form-urlencoded', 415],
    ['{}', 'text/plain', 415],
    ['{}', 'application/json; charset=utf-8', 422],
    ['[]', 'application/json', 422],
    ['"text"', 'application/json', 422],
    [JSON.stringify({ name: 'x'.repeat(70_000) }), 'application/json', 413],
  ])('the body %s as %s answers %i', async (body, type, status) => {
    const answer = await send('/api/teams/7/things', body, { 'content-type': type })
    expect(answer.status).toBe(status)
    expect(answer.json).toHaveProperty('code')
  })

  test.each([
    [undefined, 200],
    ['', 200],
    [{}, 200],
    ['null', 200],
    [{ x: 1 }, 422],
    [[1], 422],
  ])('an action without fields takes the body %j with %i', async (body, status) => {
    const answer = await send('/api/action', body, { 'content-type': 'application/json' })
    expect(answer.status).toBe(status)
  })

  test('a path that is no URL, and bytes that are no HTTP, are bad requests', async () => {
    const { browser, port } = await serve({ routes })
    const answer = await browser.request('GET', '/api/%zz')
    expect([answer.status, answer.json]).toMatchObject([400, { code: 'bad_request' }])

    const socket = connect(port, '127.0.0.1').end('what is this\r\n\r\n')
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk)
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 400 [^]*"code":"bad_request"/)
  })
})

describe('paths and methods', () => {
  const routes = [
    csrfCookie,
    simple({ path: '/api/thing' }),
    simple({ method: 'PATCH', path: '/api/thing' }),
    simple({ method: 'POST', path: '/login' }),
  ]

  test('an unknown path of the API does not exist, whoever asks', async () => {
    const { browser } = await serve({ routes })
    const headers = { accept: 'text/html' }
    expect((await browser.request('GET', '/api/nothing', { headers })).status).toBe(404)
    expect((await browser.request('DELETE', '/nothing', { headers })).status).toBe(404)
  })

  test('a method that a path does not have names those it has', async () => {
    const { browser } = await serve({ routes })
    const answer = await browser.request('DELETE', '/api/thing')
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD, PATCH')
    expect(answer.json).toMatchObject({ code: 'method_not_allowed' })
    expect((await browser.request('GET', '/login')).status).toBe(405)
  })

  test('HEAD answers as GET does, without the body', async () => {
    const { browser } = await serve({ routes })
    const head = await browser.request('HEAD', '/api/thing')
    const get = await browser.request('GET', '/api/thing')
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  })
})

describe('replies', () => {
  test('fields that the contract does not name stay in the server', async () => {
    const routes = [simple({}, () => ({ message: 'hi', password_hash: 'secret' }))]
    const { browser } = await serve({ routes })
    expect((await browser.request('GET', '/api/thing')).json).toEqual({ message: 'hi' })
  })

  test('a refusal keeps its status, fields and time to wait', async () => {
    const limited = new Refusal('rate_limited', { retryAfter: 1.5 })
    const routes = [
      simple({ path: '/api/busy' }, () => Promise.reject(limited)),
      simple({ path: '/api/twice' }, () => Promise.reject(conflict('It is there already.'))),
    ]
    const { browser } = await serve({ routes })
    const busy = await browser.request('GET', '/api/busy')
    expect([busy.status, busy.headers['retry-after']]).toEqual([429, '2'])
    expect((await browser.request('GET', '/api/twice')).json).toEqual({
      code: 'conflict',
      message: 'It is there already.',
    })
  })

  test.each([
    ['a failure', () => Promise.reject(new Error('disk of db7 is full'))],
    ['a reply that breaks the contract', () => ({ message: 7, note: 'disk of db7 is full' })],
    ['something thrown that is no error', () => Promise.reject('disk of db7 is full')],
  ])(
    '%s is logged under the id that the caller gets, and shown to nobody',
    async (_name, handle) => {
      const { browser, logged } = await serve({ routes: [simple({}, handle)] })
      const answer = await browser.request('GET', '/api/thing')
      expect(answer.status).toBe(500)
      expect(answer.json).toEqual({
        code: 'internal',
        message: 'Something went wrong on our side.',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      const { id } = z.object({ id: z.string() }).parse(answer.json)
      expect(logged.filter((line) => line.includes(id))).toHaveLength(1)
    },
  )
})

describe('session cookies', () => {
  const routes = (lifetimeMs: number | null) => [
    csrfCookie,
    route(
      defineEndpoint({
        method: 'POST',
        path: '/login',
        access: 'public',
        summary: '',
        reply: anyReply,
      }),
      async (_input, { session }) => {
        session.begin('ann-token', lifetimeMs)
        return { message: 'in' }
      },
    ),
    route(
      defineEndpoint({
        method: 'POST',
        path: '/logout',
        access: 'public',
        summary: '',
        reply: anyReply,
      }),
      async (_input, { session }) => {
        session.end()
        return { message: 'out' }
      },
    ),
    simple({ path: '/api/mine', access: 'signed-in' }),
  ]

  test('a session lasts from its beginning to its end, and the CSRF cookie keeps up', async () => {
    const { browser } = await serve({ routes: routes(null) })
    await browser.post('/login')
    expect((await browser.request('GET', '/api/mine')).status).toBe(200)
    expect((await browser.request('POST', '/logout')).status).toBe(200)
    expect(browser.cookies.has('mailstop_session')).toBe(false)
    expect((await browser.request('GET', '/api/mine')).status).toBe(401)
    expect((await browser.request('POST', '/login')).status).toBe(200)
  })

  test('script cannot read the session cookie, and it goes with the browser unless remembered', async () => {
    const forgotten = await (await serve({ routes: routes(null) })).browser.post('/login')
    expect(forgotten.setCookies[0]).toBe(
      'mailstop_session=ann-token; Path=/; HttpOnly; SameSite=Lax',
    )
    const remembered = await (await serve({ routes: routes(60_000) })).browser.post('/login')
    expect(remembered.setCookies[0]).toMatch(/Max-Age=60;/)
    expect(remembered.setCookies.find((cookie) => cookie.startsWith('XSRF'))).not.toMatch(
      /HttpOnly/,
    )
  })

  test('behind HTTPS every cookie is Secure and tied to this host', async () => {
    const publicUrl = new URL('https://mail.example.com')
    const { browser } = await serve({ routes: routes(null), publicUrl })
    const headers = { host: 'mail.example.com' }
    const first = await browser.request('GET', '/sanctum/csrf-cookie', { headers })
    const login = await browser.request('POST', '/login', { headers })
    expect(login.setCookies[0]).toMatch(/^__Host-mailstop_session=ann-token; Path=\/; .*Secure/)
    const all = [...first.setCookies, ...login.setCookies]
    expect(all.filter((cookie) => !cookie.includes('Secure'))).toEqual([])
    expect(first.headers['strict-transport-security']).toMatch(/max-age=\d+/)
  })

  test('a websocket is its caller’s only when our own page opens it', async () => {
    const { http, port } = await serve()
    const callerOf = (headers: Record<string, string>) =>
      http.callerOf(Object.assign(Object.create(null), { headers }))
    const host = `localhost:${port}`
    const cookie = 'other=1; mailstop_session=ann-token'
    expect(await callerOf({ host, cookie, origin: `http://${host}` })).toEqual(ann)
    expect(await callerOf({ host, cookie })).toEqual(ann)
    expect(await callerOf({ host, origin: `http://${host}` })).toBeNull()
    expect(await callerOf({ host, cookie, origin: 'http://localhost:1' })).toBeNull()
    expect(await callerOf({ host, cookie, origin: 'https://evil.example' })).toBeNull()
    const proxied = { host: 'internal:1', cookie, origin: 'http://localhost:8025' }
    expect(await callerOf(proxied)).toEqual(ann)
    expect(http.originAllowed(`http://${host}`)).toBe(true)
    expect(http.originAllowed('https://evil.example')).toBe(false)
    expect(http.originAllowed('null')).toBe(false)
  })
})

describe('the web app', () => {
  async function serveApp(routes: Route[] = []) {
    const webRoot = await mkdtemp(join(tmpdir(), 'mailstop-web-'))
    undos.push(() => rm(webRoot, { recursive: true }))
    await mkdir(join(webRoot, 'assets'))
    await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>Mailstop</title>')
    await writeFile(join(webRoot, 'assets', 'app-1a2b.js'), 'export {}')
    await writeFile(join(webRoot, 'icon.svg'), '<svg/>')
    await writeFile(join(webRoot, '.env'), 'SECRET=1')
    return serve({ webRoot, routes })
  }
  const headers = { accept: 'text/html,application/xhtml+xml' }

  test.each(['/', '/inbox/12?filter=unread', '/login', '/verify-email/abc', '/a.b'])(
    'opening %s shows it, asked for anew each time',
    async (path) => {
      const { browser } = await serveApp([simple({ method: 'POST', path: '/login' })])
      const answer = await browser.request('GET', path, { headers })
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(answer.text).toContain('Mailstop')
      expect((await browser.request('HEAD', path, { headers })).status).toBe(200)
    },
  )

  test.each([
    ['*/*', 200],
    [undefined, 200],
    ['image/avif,image/webp,*/*;q=0.8', 404],
    ['application/json', 404],
  ])('who asks for %s at a path that is no file gets %i', async (accept, status) => {
    const { browser } = await serveApp()
    const answer = await browser.request('GET', '/favicon.ico', { headers: { accept } })
    expect(answer.status).toBe(status)
  })

  test('names with a hash are kept for good, others asked for again', async () => {
    const { browser } = await serveApp()
    const script = await browser.request('GET', '/build/assets/app-1a2b.js')
    expect(script.headers['cache-control']).toContain('immutable')
    const icon = await browser.request('GET', '/build/icon.svg')
    expect([icon.status, icon.headers['cache-control']]).toEqual([200, 'no-cache'])
  })

  test.each([
    '/build/assets/gone.js',
    '/build/.env',
    '/build/%2e%2e/x',
    '/build/',
    '/files/x',
    '/api',
  ])('%s is nothing, and not the page either', async (path) => {
    const { browser } = await serveApp()
    const answer = await browser.request('GET', path, { headers })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.text).not.toMatch(/SECRET|<title>/)
    expect(answer.json).toHaveProperty('code')
  })

  test('its policy runs our own script only, and lets a mail’s frame show remote images', async () => {
    const { browser } = await serveApp()
    const answer = await browser.request('GET', '/', { headers })
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("img-src 'self' data: https: http:")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    expect(answer.headers).not.toHaveProperty('strict-transport-security')
  })
})

describe('files', () => {
  test('bytes arrive whole, unsniffed, uncached and powerless', async () => {
    const { browser } = await serve({
      files: [
        {
          path: '/files/:token',
          handle: async ({ params, caller }) => ({
            bytes: Buffer.from(`${params['token']} for ${caller?.userId ?? 'nobody'}`),
            contentType: 'text/html',
            filename: 'page.html',
            disposition: 'inline',
          }),
        },
      ],
    })
    browser.cookies.set('mailstop_session', 'ann-token')
    const token = 'x'.repeat(300)
    const answer = await browser.request('GET', `/files/${token}`)
    expect(answer.text).toBe(`${token} for 1`)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html',
      'content-disposition': 'attachment; filename=page.html',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })
})

describe('behind a proxy', () => {
  const publicUrl = new URL('https://mail.example.com')
  const whoAmI = route(
    defineEndpoint({
      method: 'GET',
      path: '/api/me',
      access: 'public',
      summary: '',
      reply: z.object({ address: z.string() }),
    }),
    async (_input, { client }) => ({ address: client.address }),
  )
  const headers = {
    host: 'internal:8025',
    'x-forwarded-host': 'mail.example.com',
    'x-forwarded-for': '203.0.113.9',
  }

  test('that is trusted, the host and address it forwards count', async () => {
    const trusting = { publicUrl, routes: [whoAmI], trustedProxies: ['127.0.0.0/8'] }
    const { browser } = await serve(trusting)
    const answer = await browser.request('GET', '/api/me', { headers })
    expect(answer.json).toEqual({ address: '203.0.113.9' })
  })

  test('that is not, they are a stranger’s words', async () => {
    const wary = { publicUrl, routes: [whoAmI], trustedProxies: ['192.0.2.1'] }
    const { browser } = await serve(wary)
    expect((await browser.request('GET', '/api/me', { headers })).status).toBe(421)
    const direct = { ...headers, host: 'mail.example.com' }
    const answer = await browser.request('GET', '/api/me', { headers: direct })
    expect(answer.json).toEqual({ address: '127.0.0.1' })
  })
})

test('a port that is taken is an error at start, after which stopping is safe', async () => {
  const { port } = await serve()
  const second = serve({ port })
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('stopping lets a request in flight finish and takes no new one', async () => {
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
  const { promise: release, resolve: finish } = Promise.withResolvers<void>()
  const slow = simple({}, async () => {
    enter()
    await release
    return { message: 'finished' }
  })
  const { http, browser } = await serve({ routes: [slow] })
  undos.splice(0)
  const inFlight = browser.request('GET', '/api/thing')
  await entered
  const stopped = http.stop()
  finish()
  expect((await inFlight).json).toEqual({ message: 'finished' })
  await stopped
  await expect(browser.request('GET', '/api/thing')).rejects.toThrow('ECONNREFUSED')
})
