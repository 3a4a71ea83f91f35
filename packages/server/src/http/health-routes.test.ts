import { expect, test } from 'vitest'
import { serveRoutes } from '../../test/support/http-routes.ts'

async function setUp(failed: string[] = []) {
  const sessions: string[] = []
  const served = await serveRoutes({
    failedChecks: async () => failed,
    async findSession(token) {
      sessions.push(token)
      return null
    },
  })
  return { ...served, sessions }
}

test.each(['/livez', '/readyz'])('%s answers anyone, under any host name', async (path) => {
  const { browser, logged, sessions } = await setUp()
  for (const host of ['localhost:8025', '10.0.0.7:8025', 'mailstop.internal']) {
    const headers = { host, cookie: 'mailstop_session=ann-token' }
    const answer = await browser.request('GET', path, { headers })
    expect(answer).toMatchObject({ status: 200, text: '{"status":"ok"}' })
    expect(answer.headers['cache-control']).toBe('no-store')
    const head = await browser.request('HEAD', path, { headers })
    expect(head).toMatchObject({ status: 200, text: '' })
  }
  expect(logged).toEqual([])
  expect(sessions).toEqual([])
})

test('a process that is ready names what it cannot use', async () => {
  const { browser } = await serveRoutes({
    failedChecks: async () => [],
    impaired: () => ['sources'],
  })
  const text = '{"status":"ok","impaired":["sources"]}'
  expect(await browser.request('GET', '/readyz')).toMatchObject({ status: 200, text })
})

test('a process that is not ready names the checks that fail, and lives', async () => {
  const { browser } = await setUp(['store', 'draining'])
  expect(await browser.request('GET', '/readyz')).toMatchObject({
    status: 503,
    text: '{"status":"unavailable","checks":["store","draining"]}',
  })
  expect(await browser.request('HEAD', '/readyz')).toMatchObject({ status: 503, text: '' })
  expect(await browser.request('GET', '/livez')).toMatchObject({ status: 200 })
})

test('health is read and never changed', async () => {
  const { browser } = await setUp()
  for (const path of ['/livez', '/readyz']) {
    expect(await browser.request('POST', path)).toMatchObject({ status: 404 })
  }
})
