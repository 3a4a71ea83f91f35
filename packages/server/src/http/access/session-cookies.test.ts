import { describe, expect, test } from 'vitest'
import { defineEndpoint, messageReply } from '@mailstop/contract'
import { ann, csrfCookie, serveRoutes, simpleRoute } from '../../../test/support/http-routes.ts'
import { route } from '../route.ts'

describe('session cookies', () => {
  const routes = (lifetimeMs: number | null) => [
    csrfCookie,
    route(
      defineEndpoint({
        call: 'POST /login',
        access: 'public',
        summary: '',
        reply: messageReply,
      }),
      async (_input, { session }) => {
        session.begin('ann-token', lifetimeMs)
        return { message: 'in' }
      },
    ),
    route(
      defineEndpoint({
        call: 'POST /logout',
        access: 'public',
        summary: '',
        reply: messageReply,
      }),
      async (_input, { session }) => {
        session.end()
        return { message: 'out' }
      },
    ),
    simpleRoute({ path: '/api/mine', access: 'signed-in' }),
  ]

  test('a session lasts from its beginning to its end, and the CSRF cookie keeps up', async () => {
    const { browser } = await serveRoutes({ routes: routes(null) })
    await browser.post('/login')
    expect((await browser.request('GET', '/api/mine')).status).toBe(200)
    expect((await browser.request('POST', '/logout')).status).toBe(200)
    expect(browser.cookies.has('mailstop_session')).toBe(false)
    expect((await browser.request('GET', '/api/mine')).status).toBe(401)
    expect((await browser.request('POST', '/login')).status).toBe(200)
  })

  test('script cannot read the session cookie, and it goes with the browser unless remembered', async () => {
    const forgotten = await (await serveRoutes({ routes: routes(null) })).browser.post('/login')
    expect(forgotten.setCookies[0]).toBe(
      'mailstop_session=ann-token; Path=/; HttpOnly; SameSite=Lax',
    )
    const remembered = await (await serveRoutes({ routes: routes(60_000) })).browser.post('/login')
    expect(remembered.setCookies[0]).toMatch(/Max-Age=60;/)
    expect(remembered.setCookies.find((cookie) => cookie.startsWith('XSRF'))).not.toMatch(
      /HttpOnly/,
    )
  })

  test('behind HTTPS every cookie is Secure and tied to this host', async () => {
    const publicUrl = new URL('https://mail.example.com')
    const { browser } = await serveRoutes({ routes: routes(null), publicUrl })
    const headers = { host: 'mail.example.com' }
    const first = await browser.request('GET', '/sanctum/csrf-cookie', { headers })
    const login = await browser.request('POST', '/login', { headers })
    expect(login.setCookies[0]).toMatch(/^__Host-mailstop_session=ann-token; Path=\/; .*Secure/)
    const all = [...first.setCookies, ...login.setCookies]
    expect(all.filter((cookie) => !cookie.includes('Secure'))).toEqual([])
    expect(first.headers['strict-transport-security']).toMatch(/max-age=\d+/)
  })

  test('a websocket is its caller’s only when our own page opens it', async () => {
    const { http, port } = await serveRoutes()
    const actorOf = (headers: Record<string, string>) =>
      http.actorOf(
        Object.assign(Object.create(null), { headers, rawHeaders: Object.entries(headers).flat() }),
      )
    const host = `localhost:${port}`
    const cookie = 'other=1; mailstop_session=ann-token'
    expect(await actorOf({ host, cookie, origin: `http://${host}` })).toEqual(ann)
    expect(await actorOf({ host, cookie })).toEqual(ann)
    expect(await actorOf({ host, origin: `http://${host}` })).toBeNull()
    expect(await actorOf({ host, cookie, origin: 'http://localhost:1' })).toBeNull()
    expect(await actorOf({ host, cookie, origin: 'https://evil.example' })).toBeNull()
    expect(await actorOf({ host, cookie, origin: 'null' })).toBeNull()
    expect(await actorOf({ host, cookie, origin: 'http://localhost:8025' })).toEqual(ann)
    expect(await actorOf({ host: 'internal:1', cookie })).toBeNull()
  })
})
