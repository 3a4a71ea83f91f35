import { describe, expect, test } from 'vitest'
import { createBrowser } from '../../../test/clients/browser.ts'
import { csrfCookie, serveRoutes, simpleRoute } from '../../../test/support/http-routes.ts'

describe('forged requests', () => {
  const routes = [csrfCookie, simpleRoute({ method: 'POST', path: '/api/thing' })]

  test('a token made for another session is refused, and so is one made before logging in', async () => {
    const { browser, port } = await serveRoutes({ routes })
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
    const { browser } = await serveRoutes({ routes })
    await browser.request('GET', '/sanctum/csrf-cookie')
    const token = browser.cookies.get('XSRF-TOKEN') ?? ''
    for (const forged of [`A${token}`, `${token}A`, token.replace('.', ''), `${token}.x`, '.']) {
      const headers = { 'x-xsrf-token': forged }
      expect((await browser.request('POST', '/api/thing', { headers })).status).toBe(419)
    }
  })

  test('any read repairs a CSRF cookie that was lost or fits another session', async () => {
    const { browser } = await serveRoutes({
      routes: [...routes, simpleRoute({ path: '/api/open' })],
    })
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
    const { browser, port } = await serveRoutes({ routes })
    await browser.request('GET', '/sanctum/csrf-cookie')
    const headers = { origin: origin.replace('{port}', String(port)) }
    expect((await browser.request('POST', '/api/thing', { headers })).status).toBe(status)
  })

  test.each(['evil.example', 'localhost.evil.example', 'user@localhost', 'localhost/x', '::'])(
    'a request for the host %s is misdirected',
    async (host) => {
      const { browser } = await serveRoutes({ routes })
      const answer = await browser.request('GET', '/sanctum/csrf-cookie', { headers: { host } })
      expect(answer.status).toBe(421)
      expect(answer.setCookies).toEqual([])
    },
  )

  test('a public address is answered for strictly', async () => {
    const { browser } = await serveRoutes({
      routes,
      publicUrl: new URL('https://mail.example.com'),
    })
    const statusFor = async (host: string) =>
      (await browser.request('GET', '/sanctum/csrf-cookie', { headers: { host } })).status
    expect(await statusFor('mail.example.com')).toBe(200)
    expect(await statusFor('mail.example.com:443')).toBe(200)
    expect(await statusFor('mail.example.com:8025')).toBe(421)
    expect(await statusFor('localhost:8025')).toBe(421)
  })
})
