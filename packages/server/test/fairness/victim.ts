import { getMail, getMailSource, listMails, mailChannel } from '@mailstop/contract'
import { connect } from 'node:net'
import { io } from 'socket.io-client'
import type { SignedIn } from '../durability/sign-in.ts'

/** A piece of work that a user waits for. It fails when it is refused. */
export type Work = () => Promise<void>

/** What another user does meanwhile, all of it work of less than a megabyte. */
export type Victim = Record<'open' | 'source' | 'list' | 'search' | 'import' | 'join', Work>

type VictimMails = { small: number; page: number }

export function createVictim({ api, team }: SignedIn, { small, page }: VictimMails): Victim {
  const params = { team: String(team.id) }
  const read = async (method: string, path: string) => {
    const response = await api.send(method, path)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path.split('?')[0]}: status ${response.status}`)
  }

  return {
    open: async () =>
      void (await api.must(getMail, { params: { ...params, mail: String(small) } })),
    async source() {
      const { url } = await api.must(getMailSource, { params: { ...params, mail: String(page) } })
      await read('GET', url)
    },
    list: async () => void (await api.must(listMails, { params, query: {} })),
    search: async () => void (await api.must(listMails, { params, query: { q: 'hello' } })),
    import: () => importOne({ api, team }),
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
function importOne({ api, team }: SignedIn): Promise<void> {
  const { hostname, port, host } = new URL(api.origin)
  const cookie = [...api.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = [
    `POST /api/teams/${team.id}/imports?import=victim HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${api.origin}`,
    `Cookie: ${cookie}`,
    `X-XSRF-TOKEN: ${decodeURIComponent(api.cookies.get('XSRF-TOKEN') ?? '')}`,
    'Content-Type: application/octet-stream',
    `Content-Length: ${file.length}`,
    'Connection: close',
  ]
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => {
      if (answer.startsWith('HTTP/1.1 200')) resolve()
      else reject(new Error(`import: ${answer.split('\r\n')[0]}`))
    })
    socket.write(`${head.join('\r\n')}\r\n\r\n${file}`)
  })
}
