import { errorCodes, isAllowed, type ErrorCode } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { startApp } from '../support/harness.ts'
import { digestsOfAllRows } from './all-rows.ts'
import { expectDocumented } from './documented-replies.ts'
import { endpoints } from './endpoints.ts'
import { faults } from './faults.ts'
import { namesIn, rightRequest, type SentRequest } from './right-request.ts'
import { otherRoutes, routeTable } from './route-table.ts'
import { memberAt, newcomerAt, strangerAt, type Visitor } from './visitors.ts'

/**
 * Every route of the product, times everything that can be wrong with a request: the right refusal,
 * and nothing changed. A route that is not in the table fails.
 */
async function startHere() {
  const running = await startApp()
  return { running, digest: digestsOfAllRows(running.dataDir) }
}

test('the table has every route that is served, and the contract too', async () => {
  const { running } = await startHere()
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

test('whatever is wrong with a request, it is refused for just that and changes nothing', async () => {
  const { running, digest } = await startHere()
  const stranger = await strangerAt(running)
  const newcomer = await newcomerAt(running, 'newcomer@example.test')
  // The first verified account of a store operates it.
  const member = await memberAt(running, 'ada')
  const foreigner = await memberAt(running, 'bob')
  const before = digest()
  let refused = 0

  async function expectRefusal(
    what: string,
    visitor: Visitor,
    method: string,
    { path, options }: SentRequest,
    code: ErrorCode,
  ) {
    const answer = await visitor.browser.request(method, path, options)
    const endpoint = endpoints.get(what.split(',')[0] ?? '')
    if (endpoint) expectDocumented(endpoint, answer)
    expect({ what, status: answer.status, ...(answer.json as object) }).toMatchObject({
      what,
      status: errorCodes[code].status,
      code,
    })
    expect(answer.headers, what).not.toHaveProperty('access-control-allow-origin')
    expect(digest(), what).toEqual(before)
    refused += 1
  }

  for (const [name, endpoint] of endpoints) {
    const { method } = endpoint
    for (const fault of faults.filter(({ applies }) => applies(endpoint))) {
      const visitor = { stranger, newcomer, member, foreigner }[fault.by ?? 'member']
      const request = fault.spoil(rightRequest(endpoint, visitor.own), { stranger })
      await expectRefusal(`${name}, ${fault.name}`, visitor, method, request, fault.code)
    }
    for (const param of namesIn(endpoint)) {
      const params = { ...member.own, [param]: `no-${'x'.repeat(300)}` }
      const request = rightRequest(endpoint, params)
      const code = endpoint.path.startsWith('/files/') ? 'gone' : 'not_found'
      await expectRefusal(`${name}, no such ${param}`, member, method, request, code)
    }
    const ofNobody = new Set(['token', 'key', 'kind'])
    for (const param of namesIn(endpoint).filter((each) => !ofNobody.has(each))) {
      // To an operator nobody is foreign.
      const other = endpoint.access === 'operator' ? '424242' : (foreigner.own[param] ?? '')
      const params = { ...member.own, [param]: other }
      const request = rightRequest(endpoint, params)
      await expectRefusal(`${name}, a foreign ${param}`, member, method, request, 'not_found')
    }
  }
  // What shows that nothing changed would show a change.
  await member.browser.request('PATCH', '/api/profile', {
    body: { name: 'Countess', email: 'ada@example.test' },
  })
  expect(digest()).not.toEqual(before)
  process.stdout.write(`${endpoints.size} routes, ${refused} requests refused\n`)
}, 120_000)

test('the same requests, with nothing wrong, are answered', async () => {
  const { running } = await startHere()
  const member = await memberAt(running, 'ada')
  let made = ''
  for (const [name, { answers = 200, answersOfShared }] of Object.entries(routeTable)) {
    const endpoint = endpoints.get(name)
    if (!endpoint) throw new Error(`${name} is not in the contract`)
    // The team that was made goes again, as nobody who owns one may go.
    const ofMade = name === 'DELETE /api/teams/{team}'
    const values = ofMade ? { ...member.own, team: made } : member.own
    const { path, options } = rightRequest(endpoint, values)
    const answer = await member.browser.request(endpoint.method, path, options)
    const expected = (ofMade && answersOfShared) || answers
    expect([name, answer.status, answer.text]).toEqual([name, expected, answer.text])
    expectDocumented(endpoint, answer)
    if (name === 'POST /api/teams') made = /"id":(\d+)/.exec(answer.text)?.[1] ?? ''
  }
})

test('a page of another site may load what it cannot read, and no header allows it to read', async () => {
  const { running } = await startHere()
  const member = await memberAt(running, 'ada')
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' }
  for (const [name, endpoint] of endpoints) {
    const { path } = rightRequest(endpoint, member.own)
    for (const method of endpoint.method === 'GET' ? ['GET', 'OPTIONS'] : ['OPTIONS']) {
      const answer = await member.browser.request(method, path, { headers })
      const allowed = Object.keys(answer.headers).filter((header) =>
        header.startsWith('access-control'),
      )
      expect([name, allowed]).toEqual([name, []])
    }
  }
})
