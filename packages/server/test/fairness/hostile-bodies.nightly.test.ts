import { once } from 'node:events'
import { Agent, request, type IncomingMessage, type RequestOptions } from 'node:http'
import { createToken } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { loopDelays, watched } from '../bombs/loop-delays.ts'
import { signUp, startProduct } from '../durability/product-process.ts'
import { setting } from '../soak/setting.ts'
import { hostileBodies, routes, type HostileBody } from './hostile-bodies.ts'
import { isNightly } from '../nightly.ts'
import { newFolder } from '../support/new-folder.ts'

/** Processor time, so that a busy machine makes no difference. Each of these bodies once took seconds. */
const mostMs = 100
/** `npm run test:bodies` posts all of them, four at once; `npm test` one in this many, alone. */
const oneIn = setting('BODIES_ONE_IN', 5)
const atOnce = setting('BODIES_AT_ONCE', 1)

async function signedIn(dataDir: string) {
  const product = await startProduct(dataDir, {
    NODE_OPTIONS: `--max-old-space-size=256 ${watched}`,
  })
  const { api, team } = await signUp(product)
  const { data } = await api.must(createToken, {
    params: { team: String(team.id) },
    body: { name: 'Hostile', scopes: ['mail:read', 'mail:write', 'mail:send'] },
  })
  return { product, authorization: `Bearer ${data.token}` }
}

test('a body with too many brackets is refused before the rest of it comes', async () => {
  const { product, authorization } = await signedIn(newFolder())
  for (const { path, type } of [routes.posted, routes.mailpit]) {
    const headers = { 'content-type': type, 'content-length': 10_000_000, authorization }
    const sent = request(product.origin + path, { method: 'POST', headers })
    sent.write('['.repeat(65_536))
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect([path, answer.statusCode]).toEqual([path, 400])
    sent.destroy()
  }
})

test('a connection whose body was refused serves the next request', async () => {
  const { product, authorization } = await signedIn(newFolder())
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const answerTo = async (path: string, options: RequestOptions, body = '') => {
    const sent = request(product.origin + path, { agent, timeout: 5_000, ...options })
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.end(body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    for await (const _ of answer);
    return answer.statusCode
  }
  for (const { path, type } of [routes.posted, routes.mailpit]) {
    const headers = { 'content-type': type, authorization }
    expect(await answerTo(path, { method: 'POST', headers }, '['.repeat(2_000_000))).toBe(400)
    expect(await answerTo('/api/token', { headers: { authorization } })).toBe(200)
  }
  agent.destroy()
})

test(
  `no body that a program posts holds up the others for ${mostMs} ms, or ends a process with 256 MB`,
  { timeout: isNightly ? 600_000 : 180_000 },
  async () => {
    const { product, authorization } = await signedIn(newFolder())
    const ask = async ({ route, body }: Pick<HostileBody, 'route' | 'body'>) => {
      const { path, type, method = 'POST' } = routes[route]
      const headers = { 'content-type': type, authorization }
      const answer = await fetch(product.origin + path, { method, headers, body: body() })
      return { status: answer.status, text: await answer.text() }
    }
    const delays = loopDelays(product)
    for (const hostile of hostileBodies.filter((_, place) => place % oneIn === 0)) {
      const { name, route } = hostile
      await delays()
      const answers = await Promise.all(Array.from({ length: atOnce }, () => ask(hostile)))
      const { thread, clock } = await delays()
      process.stdout.write(
        `${route}, ${name}: ${Math.round(thread)} ms, ${Math.round(clock)} ms by the clock\n`,
      )
      for (const { status, text } of answers) {
        expect.soft(status, `${route}, ${name}: ${text.slice(0, 200)}`).toBe(hostile.status)
      }
      expect.soft(thread, `${route}, ${name}`).toBeLessThan(mostMs)
    }
    expect((await fetch(`${product.origin}/livez`)).status).toBe(200)
  },
)
