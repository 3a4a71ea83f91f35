import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'

/**
 * Answers for every host that a hostile mail can name: `p<place>.localhost`, which browsers resolve to this machine.
 * Every connection is recorded, in any protocol, also TLS.
 */
export type Canary = {
  hostOf: (place: number) => string
  /** The connections: the place of the mail that each named, and null for one without a name. */
  caught: () => readonly Visit[]
  dispose: () => Promise<void>
}

export type Visit = {
  place: number | null
  /** The purpose that the browser states; empty when it states none. */
  wantedFor: string
  cookie: boolean
  referrer: boolean
}

const answer = [
  'HTTP/1.1 204 No Content',
  'Access-Control-Allow-Origin: *',
  'Cache-Control: no-store',
  'Connection: close',
  '',
  '',
].join('\r\n')

export async function startCanary(): Promise<Canary> {
  const visits: Visit[] = []
  const server = createServer((socket) => {
    const visit: Visit = { place: null, wantedFor: '', cookie: false, referrer: false }
    visits.push(visit)
    socket.on('error', () => undefined)
    socket.once('data', (bytes) => {
      // A TLS handshake has the name in plain text too.
      const said = bytes.toString('latin1')
      visit.place = placeIn(said)
      visit.wantedFor = /^sec-fetch-dest: (.*)$/im.exec(said)?.[1]?.trim() ?? ''
      visit.cookie = /^cookie:/im.test(said)
      visit.referrer = /^referer:/im.test(said)
      socket.end(said.startsWith('\x16') ? '' : answer)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    hostOf: (place) => `p${place}.localhost:${port}`,
    caught: () => visits,
    async dispose() {
      server.close()
      await once(server, 'close')
    },
  }
}

/** The place of the mail whose host is named first in the text. */
export function placeIn(text: string): number | null {
  const place = /\bp(\d+)\.localhost\b/i.exec(text)?.[1]
  return place === undefined ? null : Number(place)
}
