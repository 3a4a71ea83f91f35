import { openShareLink } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { serveRoutes } from '../../test/support/http-routes.ts'
import { servedClient } from '../lib/shares/served-client.ts'
import { fileRoute } from './route.ts'

test('all who open links are one user of what is divided, signed in or not, and each link is a part of it', async () => {
  const link = fileRoute(openShareLink, async () => {
    const { user, team } = servedClient()
    const bytes = Buffer.from(JSON.stringify({ user, team }))
    return { bytes, contentType: 'text/plain', filename: 'a.txt', disposition: 'inline' }
  })
  const { browser } = await serveRoutes({ routes: [link] })
  const ask = async (path: string) => {
    const { text } = await browser.request('GET', path)
    return JSON.parse(text) as { user: string; team: string }
  }
  const one = await ask('/shared/one')
  const other = await ask('/shared/other')
  expect(other.user).toBe(one.user)
  expect(other.team).not.toBe(one.team)
  browser.cookies.set('mailstop_session', 'ann-token')
  expect(await ask('/shared/one?view=text')).toEqual(one)
  expect(JSON.stringify([one, other])).not.toMatch(/one|other/)
})
