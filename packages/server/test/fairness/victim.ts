import { getMail, getMailSource, listMails, mailChannel } from '@mailstop/contract'
import { connect } from 'node:net'
import { io } from 'socket.io-client'
import type { ApiClient } from '../api-client.ts'
import type { SignedIn } from '../durability/sign-in.ts'

/** A piece of work that a user waits for. It fails when it is refused. */
export type Work = () => Promise<void>

/** What another user does meanwhile, all of it work of less than a megabyte. */
export type Victim = Record<
  'open' | 'source' | 'list' | 'search' | 'import' | 'join' | 'post',
  Work
>

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
    import: () => sendBody(api, { path: `/api/teams/${team.id}/imports?import=victim`, ...file }),
    post: () => sendBody(api, { path: `/api/teams/${team.id}/mails`, ...mail }),
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

const file = {
  type: 'application/octet-stream',
  body: 'From app@rocket.test Sat Nov 21 09:41:00 2026\nSubject: Imported\n\nHello\n',
}

/** More than is read on the main thread. */
const mail = {
  type: 'application/json',
  body: JSON.stringify({
    from: 'app@rocket.test',
    to: ['you@customer.test'],
    text: 'hello '.repeat(10_000),
  }),
}

/** Over a connection of its own, as a browser would for a long upload. */
function sendBody(
  { origin, cookies }: ApiClient,
  { path, type, body }: { path: string; type: string; body: string },
): Promise<void> {
  const { hostname, port, host } = new URL(origin)
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${origin}`,
    `Cookie: ${cookie}`,
    `X-XSRF-TOKEN: ${decodeURIComponent(cookies.get('XSRF-TOKEN') ?? '')}`,
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => {
      if (/^HTTP\/1\.1 20[01]/.test(answer)) resolve()
      else reject(new Error(`${path.split('?')[0]}: ${answer.split('\r\n')[0]}`))
    })
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  })
}
