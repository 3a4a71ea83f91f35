import { Agent, request } from 'node:http'

/** A reply, and when all of it was there. */
export type Reply = { status: number; body: unknown; at: number }

/** GETs of any number at once, on connections that are kept; `from` is the address of this machine that asks. */
export function createRequests(origin: string, from = '127.0.0.1') {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity, localAddress: from })
  return {
    get(path: string, query: Record<string, string> = {}): Promise<Reply> {
      const url = new URL(path, origin)
      url.search = new URLSearchParams(query).toString()
      const { promise, resolve, reject } = Promise.withResolvers<Reply>()
      const sent = request(url, { agent }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: text.startsWith('{') ? JSON.parse(text) : null,
            at: performance.now(),
          }),
        )
      })
      sent.on('error', reject)
      sent.end()
      return promise
    },
    close: () => agent.destroy(),
  }
}
export type Requests = ReturnType<typeof createRequests>
