import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as contract from '@mailstop/contract'
import { errorCodes, type Endpoint, type ErrorCode } from '@mailstop/contract'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../harness.ts'
import { digestOfAllRows } from './all-rows.ts'
import { faults, type SentRequest } from './faults.ts'
import { otherRoutes, routeTable } from './route-table.ts'
import { memberAt, newcomerAt, strangerAt, type Visitor } from './visitors.ts'

/**
 * Every route of the product, times everything that can be wrong with a request: the right refusal,
 * and nothing changed. A route that is not in the table fails.
 */
const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

const endpoints = new Map<string, Endpoint>()
for (const value of Object.values<unknown>(contract)) {
  if (isEndpoint(value)) endpoints.set(nameOf(value), value)
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'reply' in value
}

async function startHere() {
  const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-routes-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const running = await startApp({ DATA_DIR: dataDir })
  return { running, digest: () => digestOfAllRows(dataDir) }
}

/** The row's request as this visitor sends it, with `params` in place of their own. */
function rightRequest(endpoint: Endpoint, { own }: Visitor, params = own): SentRequest {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${endpoint.path}: nobody owns a ${name}`)
    return encodeURIComponent(value)
  })
  const body = routeTable[nameOf(endpoint)]?.body
  return { path, options: body === undefined ? {} : { body } }
}

const namesIn = ({ path }: Endpoint) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))

test('the table has every route that is served, and the contract too', async () => {
  const { running } = await startHere()
  const named = (url: string) => url.replaceAll(/:(\w+)/g, '{$1}')
  const served = running.app.routes().filter((route) => !route.startsWith('HEAD '))
  const others = otherRoutes.map(named)
  expect(served.map(named).toSorted()).toEqual([...endpoints.keys(), ...others].toSorted())
  expect(Object.keys(routeTable).toSorted()).toEqual([...endpoints.keys()].toSorted())
})

test('whatever is wrong with a request, it is refused for just that and changes nothing', async () => {
  const { running, digest } = await startHere()
  const stranger = await strangerAt(running)
  const newcomer = await newcomerAt(running, 'newcomer@example.test')
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
      const visitor = { stranger, newcomer, member }[fault.by ?? 'member']
      const request = fault.spoil(rightRequest(endpoint, visitor), { stranger })
      await expectRefusal(`${name}, ${fault.name}`, visitor, method, request, fault.code)
    }
    for (const param of namesIn(endpoint)) {
      const params = { ...member.own, [param]: `no-${'x'.repeat(300)}` }
      const request = rightRequest(endpoint, member, params)
      await expectRefusal(`${name}, no such ${param}`, member, method, request, 'not_found')
    }
    for (const param of namesIn(endpoint).filter((each) => each !== 'token' && each !== 'key')) {
      const params = { ...member.own, [param]: foreigner.own[param] ?? '' }
      const request = rightRequest(endpoint, member, params)
      await expectRefusal(`${name}, a foreign ${param}`, member, method, request, 'not_found')
    }
  }
  // What shows that nothing changed would show a change.
  await member.browser.request('PATCH', '/api/profile', {
    body: { name: 'Countess', email: 'ada@example.test' },
  })
  expect(digest()).not.toEqual(before)
  process.stdout.write(`${endpoints.size} routes, ${refused} requests refused\n`)
})

test('the same requests, with nothing wrong, are answered', async () => {
  const { running } = await startHere()
  const member = await memberAt(running, 'ada')
  for (const [name, { answers = 200 }] of Object.entries(routeTable)) {
    const endpoint = endpoints.get(name)
    if (!endpoint) throw new Error(`${name} is not in the contract`)
    const { path, options } = rightRequest(endpoint, member)
    const answer = await member.browser.request(endpoint.method, path, options)
    expect([name, answer.status, answer.text]).toEqual([name, answers, answer.text])
  }
})

test('a page of another site may load what it cannot read, and is told of no way to read it', async () => {
  const { running } = await startHere()
  const member = await memberAt(running, 'ada')
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' }
  for (const [name, endpoint] of endpoints) {
    const { path } = rightRequest(endpoint, member)
    for (const method of endpoint.method === 'GET' ? ['GET', 'OPTIONS'] : ['OPTIONS']) {
      const answer = await member.browser.request(method, path, { headers })
      const told = Object.keys(answer.headers).filter((header) =>
        header.startsWith('access-control'),
      )
      expect([name, told]).toEqual([name, []])
    }
  }
})
