import { getCounters, getProfile, listMails, login } from '@mailstop/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { createFakeServer, refuse, type FakeServer } from '../../testing/fake-server.ts'
import { sampleCounters, samplePageMeta, sampleUser } from '../../testing/samples.ts'
import { call } from './api-client.ts'

let server: FakeServer
beforeEach(() => {
  server = createFakeServer()
  server.answer(login, () => ({ message: 'Welcome', email_verified_at: null }))
  vi.stubGlobal('fetch', server.fetch)
})
const credentials = { email: 'ada@rocket.test', password: 'secret' }

test('the client returns the reply of an endpoint', async () => {
  server.answer(getProfile, () => ({ data: sampleUser() }))
  await expect(call(getProfile)).resolves.toEqual({ data: sampleUser() })
})

test('the client fills in the path and leaves out what a query does not hold', async () => {
  server.answer(listMails, () => ({
    data: [],
    meta: samplePageMeta(),
  }))
  await call(listMails, { params: { team: '7' }, query: { filter: 'unread', cursor: undefined } })
  expect(server.calls()).toEqual([
    { method: 'GET', path: '/api/teams/7/mails', query: '?filter=unread', body: undefined },
  ])
})

test('the client keeps a parameter within its own part of the path', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return Response.json({ data: sampleCounters() })
  })
  await call(getCounters, { params: { team: '7/../8?x' } })
  expect(asked).toEqual(['/api/teams/7%2F..%2F8%3Fx/counters'])
})

test('the client fetches the CSRF cookie before the first change, and once', async () => {
  await call(login, { body: credentials })
  await call(login, { body: credentials })
  expect(server.calls().map((one) => `${one.method} ${one.path}`)).toEqual([
    'GET /sanctum/csrf-cookie',
    'POST /login',
    'POST /login',
  ])
})

test('the client tries once more with a fresh token when the old one has expired', async () => {
  await call(login, { body: credentials })
  server.expireToken()
  await expect(call(login, { body: credentials })).resolves.toMatchObject({ message: 'Welcome' })
  expect(server.count(login)).toBe(3)
})

test('the client stops when the fresh token is refused too', async () => {
  server.answer(login, () => refuse('csrf'))
  await expect(call(login, { body: credentials })).rejects.toMatchObject({ status: 419 })
  expect(server.count(login)).toBe(2)
})

test('the client throws what the server refused, with the texts of each field', async () => {
  server.answer(login, () => refuse('invalid', { errors: { email: ['unknown'] } }))
  await expect(call(login, { body: credentials })).rejects.toMatchObject({
    status: 422,
    code: 'invalid',
    errors: { email: ['unknown'] },
  })
})

test('the client says that nothing was reached', async () => {
  server.setUnreachable(true)
  await expect(call(getProfile)).rejects.toMatchObject({ status: 0, code: 'unreachable' })
})

test.each([
  [502, 'unavailable'],
  [500, 'internal'],
])('an answer of %i that is not ours is %s', async (status, code) => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status }))
  await expect(call(getProfile)).rejects.toMatchObject({ status, code, errors: {} })
})

test('a success that cannot be read is an error, not an empty reply', async () => {
  vi.stubGlobal('fetch', async () => new Response('<!doctype html>'))
  await expect(call(getProfile)).rejects.toMatchObject({ code: 'internal' })
})

test('a cancelled call fails with the reason of its signal', async () => {
  server.answer(getProfile, () => ({ data: sampleUser() }))
  const controller = new AbortController()
  const calling = call(getProfile, { signal: controller.signal })
  controller.abort()
  await expect(calling).rejects.toMatchObject({ name: 'AbortError' })
})

test('every request sends cookies and the token, asks for JSON and has no end of its own', async () => {
  const sent: RequestInit[] = []
  vi.stubGlobal('fetch', (resource: string, init: RequestInit) => {
    sent.push(init)
    return server.fetch(resource, init)
  })
  server.answer(getProfile, () => ({ data: sampleUser() }))
  await call(getProfile)
  await call(login, { body: credentials })
  await call(getProfile)
  for (const init of sent) {
    expect(init.credentials).toBe('same-origin')
    expect(init.headers).toMatchObject({ accept: 'application/json' })
    expect(init).not.toHaveProperty('signal')
  }
  const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1]
  expect(token).toBeTruthy()
  // Before the first change, no token is there to send.
  for (const { headers } of sent.slice(-2)) expect(headers).toMatchObject({ 'x-xsrf-token': token })
})
