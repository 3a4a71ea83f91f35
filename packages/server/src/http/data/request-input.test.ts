import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineEndpoint, idParam } from '@mailstop/contract'
import { csrfCookie, serveRoutes, simpleRoute } from '../../../test/support/http-routes.ts'
import { readInput } from './request-input.ts'
import { route } from '../route.ts'

test('no body is an empty one, and the body null is refused', () => {
  const optional = defineEndpoint({
    call: 'DELETE /api/things',
    access: 'public',
    summary: '',
    body: z.strictObject({ ids: z.array(z.number()).optional() }),
    reply: z.object({}),
  })
  const parts = { params: {}, query: {}, actor: null }
  expect(readInput(optional, { ...parts, body: undefined }).body).toEqual({})
  expect(() => readInput(optional, { ...parts, body: null })).toThrow('Some fields')
})

describe('input', () => {
  const endpoint = defineEndpoint({
    call: 'POST /api/teams/{team}/things',
    access: 'public',
    action: 'read_mail',
    summary: '',
    params: z.strictObject({ team: idParam }),
    query: z.strictObject({ filter: z.enum(['all', 'unread']).default('all') }),
    body: z.strictObject({ name: z.string().min(1), email: z.email() }),
    reply: z.object({ seen: z.unknown() }),
  })
  const routes = [
    csrfCookie,
    route(endpoint, async (input) => ({ seen: input })),
    simpleRoute({ method: 'POST', path: '/api/action' }),
    simpleRoute({ path: '/api/open' }),
  ]
  const good = { name: 'Ann', email: 'ann@example.com' }

  async function send(path: string, body?: unknown, headers: Record<string, string> = {}) {
    const { browser } = await serveRoutes({ routes })
    await browser.request('GET', '/sanctum/csrf-cookie')
    return browser.request('POST', path, { body, headers })
  }

  test('reaches the operation parsed, with defaults', async () => {
    const answer = await send('/api/teams/7/things', good)
    expect(answer.json).toEqual({
      seen: { params: { team: 7 }, query: { filter: 'all' }, body: good },
    })
  })

  test('problems of query and body are reported together, all problems of each field', async () => {
    const answer = await send('/api/teams/7/things?filter=red&x=1', { email: 'no', more: 1 })
    expect(answer.status).toBe(422)
    expect(answer.json).toEqual({
      code: 'invalid',
      message: 'Some fields are not valid.',
      errors: {
        filter: ['field is not valid'],
        x: ['Unknown field'],
        name: ['Name is a required field'],
        email: ['field is not valid'],
        more: ['Unknown field'],
      },
    })
  })

  test.each(['valueOf', 'constructor', 'toString', 'hasOwnProperty'])(
    'a field called %s, as every object has one, is an unknown field like any other',
    async (field) => {
      const answer = await send(`/api/teams/7/things?${field}=1`, { ...good, [field]: 0 })
      expect(answer.json).toEqual({
        code: 'invalid',
        message: 'Some fields are not valid.',
        errors: { [field]: ['Unknown field', 'Unknown field'] },
      })
    },
  )

  test('a missing body misses every required field', async () => {
    const answer = await send('/api/teams/7/things')
    expect(answer.json).toMatchObject({
      errors: { name: ['Name is a required field'], email: ['Email is a required field'] },
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
    ['['.repeat(60_000), 'application/json', 400],
    [`{"name":[${'1,'.repeat(3_000)}1]}`, 'application/json', 400],
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
    const { browser, port } = await serveRoutes({ routes })
    const answer = await browser.request('GET', '/api/%zz')
    expect([answer.status, answer.json]).toMatchObject([400, { code: 'bad_request' }])

    const socket = connect(port, '127.0.0.1').end('what is this\r\n\r\n')
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk)
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 400 [^]*"code":"bad_request"/)
  })
})
