import { Counter, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { serveRoutes } from '../../test/support/http-routes.ts'

const token = 'only-the-operator-knows'

async function setUp() {
  const registry = new Registry()
  new Counter({ name: 'things_total', help: 'Things.', registers: [registry] }).inc(3)
  return serveRoutes({ metrics: { registry, token } })
}

test('metrics are shown to a client with the token, under any host name', async () => {
  const { browser } = await setUp()
  for (const host of ['localhost:8025', 'mailstop.internal:8025']) {
    const headers = { authorization: `Bearer ${token}`, host }
    const answer = await browser.request('GET', '/metrics', { headers })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('things_total 3')
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})

test.each([
  ['no token', {}],
  ['a wrong token', { authorization: 'Bearer wrong' }],
  ['no scheme', { authorization: token }],
  ['a session', { cookie: 'mailstop_session=ann-token' }],
])('metrics are not shown with %s', async (_what, headers) => {
  const { browser } = await setUp()
  const answer = await browser.request('GET', '/metrics', { headers })
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer'])
  expect(answer.text).not.toContain('things_total')
})

test('without a token configured there are no metrics', async () => {
  const { browser } = await serveRoutes()
  const headers = { authorization: 'Bearer ' }
  expect((await browser.request('GET', '/metrics', { headers })).status).toBe(404)
})
