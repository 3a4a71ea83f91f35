import { errorCodes, mailChannel, type AnyEndpoint } from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import type { ApiClient } from '../clients/api-client.ts'
import { connectLive, joinChannel } from '../clients/live-client.ts'
import { expectDocumented } from '../routes/documented-replies.ts'
import { endpoints } from '../routes/endpoints.ts'
import { namesIn, namesInBody, nameOf, rightRequest } from '../routes/right-request.ts'
import { routeTable } from '../routes/route-table.ts'
import { setting } from '../soak/setting.ts'
import { alikeStores, type OnStore } from './stores.ts'
import { createWorld, neverWas, roles, type Role, type World } from './world.ts'

/**
 * Every route of the product, asked by everybody about every id, of their own team and of another. What
 * is allowed succeeds. All else changes nothing, and is answered as an id that never was is answered.
 */
type Case = {
  what: string
  role: Role
  endpoint: AnyEndpoint
  /** What fills the names in path and body. */
  values: Record<string, string>
  /** The same with ids that never were. */
  never: Record<string, string>
  body: unknown
  /** The refusal; null for an id in a body, which changes nothing but may be answered. */
  code: keyof typeof errorCodes | null
}

const inTeam = ({ path }: AnyEndpoint) => path.startsWith('/api/teams/{team}')
const rows = () => Object.entries(routeTable)
const bodiesOf = (name: string): unknown[] => [
  routeTable[name]?.body,
  ...(routeTable[name]?.also ?? []),
]

function endpointOf(name: string): AnyEndpoint {
  const endpoint = endpoints.get(name)
  if (!endpoint) throw new Error(`${name} is not in the contract`)
  return endpoint
}

/** Decides by the table alone, knowing nothing of how the product decides. */
function refusalFor(role: Role, endpoint: AnyEndpoint): keyof typeof errorCodes | null {
  if (endpoint.access === 'public') return null
  if (endpoint.access === 'token') return 'bad_token'
  if (role === 'signed out') return 'signed_out'
  if (endpoint.access === 'signed-in') return null
  if (endpoint.access === 'operator') return role === 'operator' ? null : 'not_found'
  if (role === 'unverified') return 'unverified'
  if (!inTeam(endpoint)) return null
  if (role !== 'owner' && role !== 'member') return 'not_found'
  const { may = role } = routeTable[nameOf(endpoint)] ?? {}
  return may === role ? null : 'forbidden'
}

/** Users without the right, with the ids of the team; users with it, with one id after the other of another. */
function casesOf({ people, ids }: World): Case[] {
  const cases: Case[] = []
  for (const [name] of rows()) {
    const endpoint = endpointOf(name)
    for (const role of roles) {
      const own = { ...people[role].own, ...ids.own }
      for (const body of bodiesOf(name)) {
        const refusal = refusalFor(role, endpoint)
        const add = (what: string, replaced: Record<string, string>, code: Case['code']) => {
          const absent = Object.entries(ids.never).filter(([key]) => key in replaced)
          cases.push({
            what: `${role}: ${name}, ${what}`,
            role,
            endpoint,
            values: { ...own, ...replaced },
            never: { ...own, ...Object.fromEntries(absent) },
            body,
            code,
          })
        }
        if (refusal !== null) {
          add('of the team', ids.own, refusal)
          continue
        }
        if (!inTeam(endpoint)) continue
        for (const key of namesIn(endpoint).filter((each) => each in neverWas)) {
          add(`a foreign ${key}`, { [key]: ids.foreign[key] ?? '' }, 'not_found')
        }
        for (const key of namesInBody(body)) {
          add(`a foreign ${key} in the body`, { [key]: ids.foreign[key] ?? '' }, null)
        }
      }
    }
  }
  return cases
}

async function answer(world: World, { role, endpoint, body }: Case, values: Case['values']) {
  const { path, options } = rightRequest(endpoint, values, body)
  const { status, text } = await world.people[role].browser.request(endpoint.method, path, options)
  // A deletion of nothing has an id too, made from the time.
  return { status, text: text.replace(/"deletion":"\w+"/, '"deletion":""') }
}

/**
 * Reading all rows takes longer than a request, so they are read after many. A failure names these, of which one changed
 * something: `CASES_PER_DIGEST=1` finds it.
 */
const casesPerDigest = setting('CASES_PER_DIGEST', 128)

async function expectNothing(store: OnStore, world: World): Promise<number> {
  const before = await store.digest()
  const cases = casesOf(world)
  for (const [index, each] of cases.entries()) {
    const { what, code } = each
    const given = await answer(world, each, each.values)
    // A member learns that the role does not suffice; there is nothing to hide.
    const absent = code === 'forbidden' ? given : await answer(world, each, each.never)
    expect({ what, ...given }).toEqual({ what, ...absent })
    const { status, text } = given
    const shownCode = /^{"code":"(\w+)"/.exec(text)?.[1]
    const expected =
      code === null ? [what, status, shownCode] : [what, errorCodes[code].status, code]
    expect([what, status, shownCode]).toEqual(expected)
    if ((index + 1) % casesPerDigest > 0 && index + 1 < cases.length) continue
    const asked = cases
      .slice(Math.max(0, index + 1 - casesPerDigest), index + 1)
      .map((one) => one.what)
    expect({ asked, rows: await store.digest() }).toEqual({ asked, rows: before })
  }
  return cases.length
}

/**
 * Who asks, about which team. The members come last, as they end what the others ask about; the owner is the other
 * team's, where nothing has ended yet.
 */
const askers: [Role, as: Role, ids: 'own' | 'foreign'][] = [
  ['signed out', 'signed out', 'own'],
  ['unverified', 'unverified', 'own'],
  ['invited', 'invited', 'own'],
  ['removed member', 'removed member', 'own'],
  ['member', 'member', 'own'],
  ['member of another team', 'owner', 'foreign'],
  ['operator', 'operator', 'own'],
]

async function expectAllowed({ people, ids }: World): Promise<number> {
  let allowed = 0
  for (const [who, role, which] of askers) {
    const { browser, own } = people[who]
    let made = ''
    for (const [name, { answers = 200 }] of rows()) {
      const endpoint = endpointOf(name)
      // Each visitor who made a team deletes it again, as no owner of one may leave.
      const ofMade = name === 'DELETE /api/teams/{team}' && made !== ''
      if (!ofMade && refusalFor(role, endpoint) !== null) continue
      const values = { ...own, ...ids[which], ...(ofMade && { team: made }) }
      const { path, options } = rightRequest(endpoint, values)
      const given = await browser.request(endpoint.method, path, options)
      // No account has the address that the signed-out visitor sends.
      const isUnknown = who === 'signed out' && name === 'POST /login'
      const expected = isUnknown ? 422 : answers
      expect([who, name, given.status, given.text]).toEqual([who, name, expected, given.text])
      expectDocumented(endpoint, given)
      if (name === 'POST /api/teams') made = /"id":(\d+)/.exec(given.text)?.[1] ?? ''
      allowed += 1
    }
  }
  return allowed
}

/** How joining ends: also by the connection that is refused. */
async function joining(api: ApiClient, channel: string): Promise<string> {
  const socket = connectLive(api)
  const refused = new Promise<string>((done) => {
    socket.once('connect_error', ({ message }) => done(message))
  })
  const answered = joinChannel(socket, channel)
  return Promise.race([refused, answered.then((answer) => (answer.ok ? 'joined' : answer.code))])
}

describe.each(alikeStores)('on $name', ({ start }) => {
  test('exactly the allowed requests succeed; all others change nothing and tell nothing', async () => {
    const store = await start()
    const world = await createWorld(store)
    const refused = await expectNothing(store, world)
    // What shows that nothing changed would show a change.
    const before = await store.digest()
    const allowed = await expectAllowed(world)
    expect(await store.digest()).not.toEqual(before)
    process.stdout.write(`${rows().length} routes: ${refused} refused, ${allowed} allowed\n`)
  }, 240_000)

  test('the channel, files and links of a team open for its members alone', async () => {
    const store = await start()
    const world = await createWorld(store)
    const team = Number(world.ids.own['team'])
    for (const role of roles) {
      const { api, browser } = world.people[role]
      const isMember = role === 'owner' || role === 'member'
      const joined = await joining(api, mailChannel(team))
      const never = await joining(api, mailChannel(Number(neverWas.team)))
      expect([role, joined]).toEqual([role, isMember ? 'joined' : never])
      expect([role, never]).toEqual([role, role === 'signed out' ? 'websocket error' : 'not_found'])
      const link = await browser.request('GET', world.linkOfRemoved)
      expect([role, link.status]).toEqual([role, role === 'removed member' ? 404 : 410])
    }
  }, 120_000)
})
