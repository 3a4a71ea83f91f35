import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineEndpoint } from '@mailstop/contract'
import { csrfCookie, serveRoutes, simpleRoute } from '../../test/support/http-routes.ts'
import { conflict, Refusal } from '../errors.ts'
import { route } from './route.ts'

describe('access', () => {
  const routes = [
    csrfCookie,
    simpleRoute({ path: '/api/open' }),
    simpleRoute({ path: '/api/mine', access: 'signed-in' }),
    simpleRoute({ path: '/api/secret', access: 'verified' }),
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
    const { browser } = await serveRoutes({ routes })
    if (token) browser.cookies.set('mailstop_session', token)
    expect((await browser.request('GET', path)).status).toBe(status)
  })

  test('refusals say why in the shape of the contract, and are not cached', async () => {
    const { browser } = await serveRoutes({ routes })
    const signedOut = await browser.request('GET', '/api/mine')
    expect(signedOut.json).toEqual({ code: 'signed_out', message: 'Log in to continue.' })
    expect(signedOut.headers['cache-control']).toBe('no-store')
    browser.cookies.set('mailstop_session', 'newcomer-token')
    expect((await browser.request('GET', '/api/secret')).json).toMatchObject({ code: 'unverified' })
  })
})

describe('paths and methods', () => {
  const routes = [
    csrfCookie,
    simpleRoute({ path: '/api/thing' }),
    simpleRoute({ method: 'PATCH', path: '/api/thing' }),
    simpleRoute({ method: 'POST', path: '/login' }),
  ]

  test('an unknown path of the API does not exist for any user', async () => {
    const { browser } = await serveRoutes({ routes })
    const headers = { accept: 'text/html' }
    expect((await browser.request('GET', '/api/nothing', { headers })).status).toBe(404)
    expect((await browser.request('DELETE', '/nothing', { headers })).status).toBe(404)
  })

  test('a method that a path does not have names those it has', async () => {
    const { browser } = await serveRoutes({ routes })
    const answer = await browser.request('DELETE', '/api/thing')
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD, PATCH')
    expect(answer.json).toMatchObject({ code: 'method_not_allowed' })
    expect((await browser.request('GET', '/login')).status).toBe(405)
  })

  test('HEAD answers as GET does, without the body', async () => {
    const { browser } = await serveRoutes({ routes })
    const head = await browser.request('HEAD', '/api/thing')
    const get = await browser.request('GET', '/api/thing')
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  })
})

describe('replies', () => {
  test('fields that the contract does not name stay in the server', async () => {
    const routes = [simpleRoute({}, () => ({ message: 'hi', password_hash: 'secret' }))]
    const { browser } = await serveRoutes({ routes })
    expect((await browser.request('GET', '/api/thing')).json).toEqual({ message: 'hi' })
  })

  test('a refusal keeps its status, fields and time to wait', async () => {
    const limited = new Refusal('rate_limited', { retryAfter: 1.5 })
    const routes = [
      simpleRoute({ path: '/api/busy' }, () => Promise.reject(limited)),
      simpleRoute({ path: '/api/twice' }, () => Promise.reject(conflict('It is there already.'))),
    ]
    const { browser } = await serveRoutes({ routes })
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
      const { browser, logged } = await serveRoutes({ routes: [simpleRoute({}, handle)] })
      const answer = await browser.request('GET', '/api/thing')
      expect(answer.status).toBe(500)
      expect(answer.json).toEqual({
        code: 'internal',
        message: 'Something went wrong on the server.',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      const { id } = z.object({ id: z.string() }).parse(answer.json)
      expect(logged.filter((line) => line.includes(id))).toHaveLength(1)
    },
  )
})

describe('behind a proxy', () => {
  const publicUrl = new URL('https://mail.example.com')
  const whoAmI = route(
    defineEndpoint({
      call: 'GET /api/me',
      access: 'public',
      summary: '',
      reply: z.object({ address: z.string() }),
    }),
    async (_input, { client }) => ({ address: client.address }),
  )
  const headers = { host: 'mail.example.com', 'x-forwarded-for': '203.0.113.9' }

  test.each([
    ['that is trusted, the address it forwards counts', '127.0.0.0/8', '203.0.113.9'],
    ['that is not, it is a stranger’s word', '192.0.2.1', '127.0.0.1'],
  ])('%s', async (_name, trusted, address) => {
    const { browser } = await serveRoutes({
      publicUrl,
      routes: [whoAmI],
      trustedProxies: [trusted],
    })
    expect((await browser.request('GET', '/api/me', { headers })).json).toEqual({ address })
  })
})

test('a port that is taken is an error at start, after which stopping is safe', async () => {
  const { port } = await serveRoutes()
  const second = serveRoutes({ port })
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('stopping lets a request in flight finish and takes no new one', async () => {
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
  const { promise: release, resolve: finish } = Promise.withResolvers<void>()
  const slow = simpleRoute({}, async () => {
    enter()
    await release
    return { message: 'finished' }
  })
  const { http, browser } = await serveRoutes({ routes: [slow] })
  const inFlight = browser.request('GET', '/api/thing')
  await entered
  const stopped = http.stop()
  finish()
  expect((await inFlight).json).toEqual({ message: 'finished' })
  await stopped
  await expect(browser.request('GET', '/api/thing')).rejects.toThrow('ECONNREFUSED')
})
