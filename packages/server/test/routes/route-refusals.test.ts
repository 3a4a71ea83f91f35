import { errorCodes, isAllowed, type ErrorCode } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { isNightly } from '../nightly.ts'
import { startApp } from '../support/harness.ts'
import { onSqlite } from '../access/stores.ts'
import { createWorld, type Person } from '../access/world.ts'
import { expectDocumented } from './documented-replies.ts'
import { endpoints } from './endpoints.ts'
import { faults } from './faults.ts'
import { namesIn, rightRequest, type SentRequest } from './right-request.ts'
import { otherRoutes, routeTable } from './route-table.ts'

/**
 * Every route of the product, times everything that can be wrong with a request of somebody who may: the right refusal,
 * and nothing changed. A route that is not in the table fails. Who may is held by `test/access`.
 */
async function startHere() {
  const store = onSqlite(await startApp())
  const { people, ids } = await createWorld(store)
  const askerOf = ({ access }: { access: string }): Person => {
    const person = access === 'operator' ? people.operator : people.owner
    return { ...person, own: { ...person.own, ...ids.own } }
  }
  return { ...store, askerOf, stranger: people['signed out'] }
}

test('the table has every route that is served, and the contract too', async () => {
  const running = await startApp()
  const named = (url: string) => url.replaceAll(/:(\w+)/g, '{$1}')
  const served = running.app.routes().filter((route) => !route.startsWith('HEAD '))
  const others = otherRoutes.map(named)
  expect(served.map(named).toSorted()).toEqual([...endpoints.keys(), ...others].toSorted())
  expect(Object.keys(routeTable).toSorted()).toEqual([...endpoints.keys()].toSorted())
})

test('each endpoint of a team names the action that its role allows, and no other endpoint names one', () => {
  for (const [name, { path, access, action }] of endpoints) {
    const isOfTeam = path.startsWith('/api/teams/{team}')
    expect([name, action !== undefined]).toEqual([name, isOfTeam])
    if (action === undefined) continue
    const { may } = routeTable[name] ?? {}
    const allowed = [isAllowed('owner', action), isAllowed('member', action)]
    const expected = [may !== 'member', may !== 'owner']
    expect([name, access, allowed]).toEqual([name, 'verified', expected])
  }
})

test('a literal of a path is refused where another method has a parameter in its place', () => {
  const refused: string[] = []
  for (const { path: literal } of endpoints.values()) {
    const ofPath = [...endpoints.values()].filter(({ path }) => path === literal)
    const methods = new Set(ofPath.map(({ method }) => method))
    for (const { method, path, params } of endpoints.values()) {
      if (path === literal || methods.has(method)) continue
      const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
      const match = pattern.exec(literal.replaceAll(/\{\w+\}/g, '1'))
      if (!match) continue
      refused.push(`${method} ${literal}`)
      expect([literal, path, params?.safeParse(match.groups).success]).toEqual([
        literal,
        path,
        false,
      ])
    }
  }
  expect(refused).toContain('DELETE /api/teams/{team}/mails/count')
})

test('whatever is wrong with a request, it is refused for just that and changes nothing', async () => {
  const { digest, askerOf, stranger } = await startHere()
  const before = await digest()
  let refused = 0

  async function expectRefusal(
    what: string,
    { browser }: Person,
    method: string,
    { path, options }: SentRequest,
    code: ErrorCode,
  ) {
    const answer = await browser.request(method, path, options)
    const endpoint = endpoints.get(what.split(',')[0] ?? '')
    if (endpoint) expectDocumented(endpoint, answer)
    expect({ what, status: answer.status, ...(answer.json as object) }).toMatchObject({
      what,
      status: errorCodes[code].status,
      // A person who follows a link gets a page.
      ...(!(endpoint?.byLink && code === 'not_found') && { code }),
    })
    expect(answer.headers, what).not.toHaveProperty('access-control-allow-origin')
    expect(await digest(), what).toEqual(before)
    refused += 1
  }

  for (const [at, [name, endpoint]] of [...endpoints].entries()) {
    const { method } = endpoint
    const asker = askerOf(endpoint)
    const applying = faults.filter(({ applies }) => applies(endpoint))
    // By day every endpoint meets some, and every fault some endpoint.
    for (const fault of applying.filter((_, place) => isNightly || (at + place) % 3 === 0)) {
      const request = fault.spoil(rightRequest(endpoint, asker.own), stranger)
      await expectRefusal(`${name}, ${fault.name}`, asker, method, request, fault.code)
    }
    for (const param of namesIn(endpoint)) {
      const params = { ...asker.own, [param]: `no-${'x'.repeat(300)}` }
      const request = rightRequest(endpoint, params)
      const code = endpoint.path.startsWith('/files/') ? 'gone' : 'not_found'
      await expectRefusal(`${name}, no such ${param}`, asker, method, request, code)
    }
  }
  // What shows that nothing changed would show a change.
  const { browser, own } = askerOf({ access: 'verified' })
  const body = { name: 'Countess', email: own['email'] }
  await browser.request('PATCH', '/api/profile', { body })
  expect(await digest()).not.toEqual(before)
  process.stdout.write(`${endpoints.size} routes, ${refused} requests refused\n`)
}, 120_000)

test('a page of another site may load what it cannot read, and no header allows it to read', async () => {
  const { askerOf } = await startHere()
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' }
  for (const [name, endpoint] of endpoints) {
    const { browser, own } = askerOf(endpoint)
    const { path } = rightRequest(endpoint, own)
    for (const method of endpoint.method === 'GET' ? ['GET', 'OPTIONS'] : ['OPTIONS']) {
      const answer = await browser.request(method, path, { headers })
      const allowed = Object.keys(answer.headers).filter((header) =>
        header.startsWith('access-control'),
      )
      expect([name, allowed]).toEqual([name, []])
    }
  }
})
