import { getMail, getMailSource, listMails, mailChannel } from '@mailstop/contract'
import { connect } from 'node:net'
import { io } from 'socket.io-client'
import type { SignedIn } from '../durability/sign-in.ts'

/** A piece of work that a user waits for. It fails when it is refused. */
export type Work = () => Promise<void>

type Small = 'open' | 'source' | 'list' | 'search' | 'import' | 'join' | 'health'
type Large = 'openLarge' | 'sourceLarge' | 'importLarge'

/** What another user does meanwhile: most of it work of less than a megabyte. */
export type Victim = Record<Small | Large, Work>

type VictimMails = { small: number; page: number; manyParts?: number; largest?: number }

export function createVictim(
  { api, team }: SignedIn,
  { small, page, manyParts = small, largest = page }: VictimMails,
): Victim {
  const params = { team: String(team.id) }
  const read = async (method: string, path: string) => {
    const response = await api.send(method, path)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path.split('?')[0]}: status ${response.status}`)
  }
  const open = async (mail: number) =>
    void (await api.must(getMail, { params: { ...params, mail: String(mail) } }))
  async function source(mail: number) {
    const { url } = await api.must(getMailSource, { params: { ...params, mail: String(mail) } })
    await read('GET', url)
  }

  return {
    open: () => open(small),
    openLarge: () => open(manyParts),
    source: () => source(page),
    sourceLarge: () => source(largest),
    list: async () => void (await api.must(listMails, { params, query: {} })),
    search: async () => void (await api.must(listMails, { params, query: { q: 'hello' } })),
    import: () => importFile({ api, team }, file),
    importLarge: () => importFile({ api, team }, file.repeat(30_000)),
    health: async () => expectOk(api.origin, 'GET /livez', ['Host: any', 'Connection: close']),
    join: () =>
      new Promise((resolve, reject) => {
        const cookie = [...api.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const socket = io(api.origin, {
          transports: ['websocket'],
          forceNew: true,
          extraHeaders: { origin: api.origin, cookie },
        })
        socket.emit('join', mailChannel(team.id), ({ ok }: { ok: boolean }) => {
          socket.disconnect()
          if (ok) resolve()
          else reject(new Error('the join was refused'))
        })
      }),
  }
}

const file = 'From app@rocket.test Sat Nov 21 09:41:00 2026\nSubject: Imported\n\nHello\n'

/** Over a connection of its own, as a browser would for a long upload. */
function importFile({ api, team }: SignedIn, content: string): Promise<void> {
  const { host } = new URL(api.origin)
  const cookie = [...api.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = [
    `Host: ${host}`,
    `Origin: ${api.origin}`,
    `Cookie: ${cookie}`,
    `X-XSRF-TOKEN: ${decodeURIComponent(api.cookies.get('XSRF-TOKEN') ?? '')}`,
    'Content-Type: application/octet-stream',
    `Content-Length: ${content.length}`,
    'Connection: close',
    ...Object.entries(api.headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return expectOk(api.origin, `POST /api/teams/${team.id}/imports?import=victim`, headers, content)
}

/** On a connection of its own. */
function expectOk(origin: string, what: string, headers: string[], body = ''): Promise<void> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => {
      if (answer.startsWith('HTTP/1.1 200')) resolve()
      else reject(new Error(`${what.split('?')[0]}: ${answer.split('\r\n')[0]}`))
    })
    socket.write(`${what} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
  })
}
