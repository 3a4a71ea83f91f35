import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { idParam, type TokenScope } from '@mailstop/contract'
import { badToken } from '../../errors.ts'
import { servedClient } from '../../lib/shares/served-client.ts'
import type { OpenUser } from './gate.ts'
import { tokenActor } from '../../../test/support/actors.ts'
import { csrfCookie, serveRoutes, simpleRoute } from '../../../test/support/http-routes.ts'

const actor = tokenActor()
const right = { authorization: 'Bearer mst_right' }
const basic = (pair: string) => ({
  authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
})

const team = {
  access: 'verified' as const,
  action: 'read_mail' as const,
  params: z.strictObject({ team: idParam }),
}
const routes = [
  csrfCookie,
  simpleRoute({ ...team, path: '/api/teams/{team}/mails', scope: 'mail:read' }, ({ request }) => ({
    message: `${request.actor.kind} in team ${request.teamId}`,
  })),
  simpleRoute({ ...team, path: '/api/teams/{team}/mails', scope: 'mail:read', method: 'POST' }),
  simpleRoute({ ...team, path: '/api/teams/{team}/trash', scope: 'mail:delete' }),
  simpleRoute({ path: '/api/own', access: 'token', scope: 'any' }, () => ({
    message: `${servedClient().user}, ${servedClient().team}`,
  })),
  simpleRoute({ path: '/api/users', access: 'verified' }),
  simpleRoute({ path: '/api/open' }),
  simpleRoute({ path: '/api/document', scope: 'any' }),
]

async function serve(openUser: OpenUser | null = null) {
  const asked: { token: string; address: string; userAgent: string }[] = []
  const served = await serveRoutes({
    routes,
    openUser,
    async checkToken(token, client) {
      asked.push({ token, ...client })
      if (token !== 'mst_right') throw badToken()
      return actor
    },
  })
  const { browser } = served
  browser.cookies.set('mailstop_session', 'ann-token')
  const ask = async (path: string, headers: Record<string, string | undefined>, method = 'GET') => {
    const answer = await browser.request(method, path, { headers })
    return { ...answer, code: (answer.json as { code?: string }).code ?? answer.status }
  }
  return { ...served, asked, ask }
}

const mails = '/api/teams/7/mails'

describe('a request with a token', () => {
  test('acts for the token, whatever session its cookies have, and is given no cookies', async () => {
    const { ask, asked } = await serve()
    const answer = await ask(mails, { ...right, 'user-agent': 'ci/1' })
    expect(answer.json).toEqual({ message: 'token in team 7' })
    expect(answer.setCookies).toEqual([])
    expect(asked).toEqual([{ token: 'mst_right', address: '127.0.0.1', userAgent: 'ci/1' }])
    const wrong = await ask(mails, { authorization: 'Bearer mst_wrong' })
    expect([wrong.code, wrong.setCookies]).toEqual(['bad_token', []])
    expect(wrong.headers['www-authenticate']).toBe('Bearer realm="Mailstop"')
  })

  test.each([['mst_right:'], [':mst_right'], ['api:mst_right'], ['mst_right:x']])(
    'may have it in Basic, as %s',
    async (pair) => {
      const { ask } = await serve()
      expect((await ask(mails, basic(pair))).status).toBe(200)
    },
  )

  test('needs no CSRF token, and may use any name of the server', async () => {
    const { ask } = await serve()
    const headers = { ...right, 'x-xsrf-token': undefined, host: 'mailstop:8025' }
    expect((await ask(mails, headers, 'POST')).status).toBe(200)
    const without = { ...headers, authorization: undefined }
    expect((await ask(mails, without, 'POST')).code).toBe('wrong_host')
  })

  test('shares with others as what its maker does, together with all tokens of its team', async () => {
    const { ask } = await serve()
    expect((await ask('/api/own', right)).json).toEqual({ message: 'user 1, tokens of team 7' })
  })

  test('may call its team current; a user may not', async () => {
    const { ask } = await serve()
    const current = '/api/teams/current/mails'
    expect((await ask(current, right)).json).toEqual({ message: 'token in team 7' })
    expect((await ask(current, {})).code).toBe('not_found')
  })

  test('is refused with the scope that it lacks', async () => {
    const { ask } = await serve()
    const needs = async (path: string) => {
      const { code, json } = await ask(path, right)
      return [code, (json as { needs?: TokenScope[] }).needs]
    }
    expect(await needs('/api/teams/7/trash')).toEqual(['missing_scope', ['mail:delete']])
    expect(await needs('/api/users')).toEqual(['missing_scope', []])
    expect(await needs('/api/open')).toEqual(['missing_scope', []])
    expect(await needs('/sanctum/csrf-cookie')).toEqual(['missing_scope', []])
    expect((await ask('/api/document', right)).status).toBe(200)
    expect((await ask('/api/own', right)).status).toBe(200)
    expect((await ask('/api/own', {})).code).toBe('bad_token')
  })

  test('in Basic is refused when a page of another site caused it', async () => {
    const { ask } = await serve()
    const code = async (headers: Record<string, string>) =>
      (await ask(mails, { ...basic('api:mst_right'), ...headers })).code
    expect(await code({ origin: 'https://evil.example' })).toBe('forbidden')
    for (const site of ['cross-site', 'same-site']) {
      expect([site, await code({ 'sec-fetch-site': site })]).toEqual([site, 'forbidden'])
    }
    for (const site of ['same-origin', 'none']) {
      expect([site, await code({ 'sec-fetch-site': site })]).toEqual([site, 200])
    }
    // No browser sends Bearer by itself.
    expect((await ask(mails, { ...right, 'sec-fetch-site': 'cross-site' })).code).toBe(200)
  })
})

describe('an Authorization that is not ours', () => {
  test('of a proxy in front changes nothing for a user', async () => {
    const { ask, asked } = await serve()
    for (const headers of [basic('ann:secret'), { authorization: 'Bearer eyJhbGciOiJub25lIn0' }]) {
      expect((await ask('/api/users', headers)).status).toBe(200)
      expect((await ask('/api/open', headers)).status).toBe(200)
      const forged = { ...headers, 'x-xsrf-token': undefined }
      expect((await ask(mails, forged, 'POST')).code).toBe('csrf')
      const elsewhere = { ...headers, host: 'evil.example' }
      expect((await ask('/api/users', elsewhere)).status).toBeGreaterThan(400)
    }
    expect(asked).toEqual([])
  })

  test('is a bad token where nobody is signed in, also under another name of the server', async () => {
    const { ask, browser } = await serve()
    browser.cookies.clear()
    for (const authorization of ['Bearer', 'Bearer my-token']) {
      expect((await ask(mails, { authorization })).code).toBe('bad_token')
      const elsewhere = { authorization, host: 'mailstop:8025' }
      expect((await ask(mails, elsewhere)).code).toBe('bad_token')
    }
    expect((await ask(mails, basic('ann:secret'))).code).toBe('signed_out')
  })
})

describe('in open mode', () => {
  test('a token acts for itself alone', async () => {
    const { ask } = await serve({ userId: 1, onlyTeam: 7 })
    expect((await ask(mails, {})).json).toEqual({ message: 'user in team 7' })
    expect((await ask('/api/teams/current/mails', {})).json).toEqual({ message: 'user in team 7' })
    expect((await ask(mails, right)).json).toEqual({ message: 'token in team 7' })
    expect((await ask('/api/teams/7/trash', right)).code).toBe('missing_scope')
    expect((await ask(mails, { authorization: 'Bearer mst_wrong' })).code).toBe('bad_token')
  })

  test('no header lets a page under another name act as its user', async () => {
    const { ask } = await serve({ userId: 1, onlyTeam: 7 })
    for (const authorization of ['Bearer', 'Bearer x', 'Bearer mst_x', 'Basic eDp4']) {
      const { status } = await ask(mails, { authorization, host: 'evil.example' })
      expect([authorization, status >= 400]).toEqual([authorization, true])
    }
  })
})
