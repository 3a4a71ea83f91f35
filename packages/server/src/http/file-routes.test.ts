import { describe, expect, test } from 'vitest'
import { serveRoutes } from '../../test/http-routes.ts'

describe('files', () => {
  test('bytes arrive whole, unsniffed, uncached and powerless', async () => {
    const { browser } = await serveRoutes({
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
