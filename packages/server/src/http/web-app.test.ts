import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { serveRoutes, simpleRoute } from '../../test/support/http-routes.ts'
import type { Route } from './route.ts'
import type { Instance, PageSignIn } from './web-app.ts'
import { newFolder } from '../../test/support/new-folder.ts'

describe('the web app', () => {
  async function serveApp(
    routes: Route[] = [],
    instance: Instance | null = null,
    signIn: PageSignIn | null = null,
  ) {
    const webRoot = newFolder()
    await mkdir(join(webRoot, 'assets'))
    await writeFile(join(webRoot, 'index.html'), '<!doctype html><html><title>Mailstop</title>')
    await writeFile(
      join(webRoot, 'manifest.webmanifest'),
      '{"name":"Mailstop","display":"standalone","id":"/","start_url":"/inbox","scope":"/"}',
    )
    await writeFile(join(webRoot, 'assets', 'app-1a2b.js'), 'export {}')
    await writeFile(join(webRoot, 'assets', 'app-1a2b.js.gz'), gzipSync('export {}'))
    await writeFile(join(webRoot, 'icon.svg'), '<svg/>')
    await writeFile(join(webRoot, '.env'), 'SECRET=1')
    return serveRoutes({ webRoot, routes, instance, signIn })
  }
  const headers = { accept: 'text/html,application/xhtml+xml' }

  test.each(['/', '/inbox/12?filter=unread', '/login', '/verify-email/abc', '/a.b'])(
    'opening %s shows it, fetched again each time',
    async (path) => {
      const { browser } = await serveApp([simpleRoute({ method: 'POST', path: '/login' })])
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

  test('a file that the build has compressed is sent compressed to a client that accepts it', async () => {
    const { browser } = await serveApp()
    const path = '/build/assets/app-1a2b.js'
    const taken = { 'accept-encoding': 'gzip, deflate, br' }
    const packed = await browser.request('GET', path, { headers: taken })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const plain = await browser.request('GET', path)
    expect([plain.headers['content-encoding'], plain.text]).toEqual([undefined, 'export {}'])
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

  test('its policy runs our own script only, and lets a mail’s frame show remote images, fonts and style sheets', async () => {
    const { browser } = await serveApp()
    const answer = await browser.request('GET', '/', { headers })
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("img-src 'self' data: https: http:")
    expect(policy).toContain("font-src 'self' data: https: http:")
    expect(policy).toContain("style-src 'self' 'unsafe-inline' https: http:")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringContaining('camera=(), '),
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    expect(answer.headers).not.toHaveProperty('strict-transport-security')
  })

  test('an installation with a name has it in the page and in the manifest, with its colour', async () => {
    const instance = { name: 'QA & "$&" <2>', color: '#b45309' }
    const { browser } = await serveApp([], instance)
    const page = await browser.request('GET', '/inbox', { headers })
    const escaped = 'QA &#38; &#34;$&#38;&#34; &#60;2&#62;'
    expect(page.text).toBe(
      `<!doctype html><html data-instance="${escaped}" data-instance-color="#b45309"><title>${escaped} · Mailstop</title>`,
    )
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    })
    const manifest = await browser.request('GET', '/build/manifest.webmanifest')
    expect(manifest.headers['content-type']).toContain('application/manifest+json')
    expect(JSON.parse(manifest.text)).toEqual({
      name: `${instance.name} · Mailstop`,
      short_name: instance.name,
      display: 'standalone',
      theme_color: '#b45309',
      id: '/',
      start_url: '/inbox',
      scope: '/',
    })
  })

  test('below a path, the page and the manifest have it before each address', async () => {
    const webRoot = newFolder()
    const script = '<script src="/build/assets/app-1a2b.js"></script>'
    await writeFile(join(webRoot, 'index.html'), `<!doctype html><html>${script}`)
    const manifest = { id: '/', start_url: '/inbox', scope: '/', icons: [{ src: 'icon.svg' }] }
    await writeFile(join(webRoot, 'manifest.webmanifest'), JSON.stringify(manifest))
    const publicUrl = new URL('http://localhost/mail/')
    const { browser } = await serveRoutes({ webRoot, publicUrl })
    const read = async (path: string) => (await browser.request('GET', path, { headers })).text
    const page = `<!doctype html><html data-base="/mail">${script.replace('/build', '/mail/build')}`
    expect(await read('/inbox')).toBe(page)
    expect(await read('/mail/inbox')).toBe(page)
    expect(await read('/mail')).toBe(page)
    expect(JSON.parse(await read('/mail/build/manifest.webmanifest'))).toEqual({
      id: '/mail/',
      start_url: '/mail/inbox',
      scope: '/mail/',
      icons: [{ src: 'icon.svg' }],
    })
  })

  test.each([
    [true, 'data-sign-in="Acme &#38; &#34;Co&#34;"'],
    [false, 'data-sign-in="Acme &#38; &#34;Co&#34;" data-passwords="off"'],
  ])('the page says how people sign in, where passwords are %j', async (passwords, attributes) => {
    const { browser } = await serveApp([], null, { name: 'Acme & "Co"', passwords })
    const page = await browser.request('GET', '/login', { headers })
    expect(page.text).toBe(`<!doctype html><html ${attributes}><title>Mailstop</title>`)
  })

  test('the manifest of an installation without a name is that of the build', async () => {
    const { browser } = await serveApp()
    const manifest = await browser.request('GET', '/build/manifest.webmanifest')
    expect(manifest.headers['content-type']).toContain('application/manifest+json')
    expect(JSON.parse(manifest.text)).toMatchObject({ name: 'Mailstop' })
  })
})
