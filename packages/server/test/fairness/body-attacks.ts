import { setTimeout as delay } from 'node:timers/promises'
import { createToken } from '@mailstop/contract'
import { repeat, type Attack } from './attacks.ts'
import { hostileBodies, routes, type HostileBody } from './hostile-bodies.ts'

const connections = 4

/** Each account posts these with a token of its own on several connections, one after the other. */
const postAll =
  (isMeant: (hostile: HostileBody) => boolean): Attack =>
  async (attackers) => {
    const posts = hostileBodies.filter(isMeant).map(({ route, body }) => ({
      ...routes[route],
      body: Buffer.from(body()),
    }))
    const running = await Promise.all(
      attackers.map(async ({ api, team }) => {
        const { data } = await api.must(createToken, {
          params: { team: String(team.id) },
          body: { name: 'Attack', scopes: ['mail:read', 'mail:write', 'mail:send'] },
        })
        let turn = 0
        return repeat(connections, async (signal) => {
          turn += 1
          const post = posts[turn % posts.length]
          if (!post) throw new Error('There is nothing to post')
          const { path, type, method = 'POST', body } = post
          const headers = { 'content-type': type, authorization: `Bearer ${data.token}` }
          const answer = await fetch(api.origin + path, { method, headers, body, signal })
          await answer.arrayBuffer()
        })
      }),
    )
    await delay(500)
    return { stop: async () => void (await Promise.all(running.map((one) => one.stop()))) }
  }

/** Brackets, prototypes and strings without an end, of up to 10 MB. */
export const postNestedJson = postAll(({ status }) => status === 400)

/** Mails of 10 MB that are all attachment, escapes or letters that are not ASCII. */
export const postLargeJson = postAll(({ route, status }) => route !== 'source' && status < 300)
