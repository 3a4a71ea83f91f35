import { connect, type Socket } from 'node:net'
import { getMail, type Team } from '@mailstop/contract'
import type { ApiClient } from '../api-client.ts'

/** Clients that ask for a mail and never read a byte of the reply. */
export type SilentReaders = {
  /** Resolves when all of them were let go by the product, or after so long; gives how many were. */
  letGo(withinMs: number): Promise<number>
  close(): void
}

type Inbox = { api: ApiClient; team: Team }

export function openSilentReaders({ api, team }: Inbox, mail: number, count: number) {
  const { hostname, port } = new URL(api.origin)
  const cookie = [...api.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const path = getMail.path.replace('{team}', String(team.id)).replace('{mail}', String(mail))
  const request = `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\nAccept: application/json\r\n\r\n`
  let gone = 0
  const ends: Promise<void>[] = []
  const sockets: Socket[] = Array.from({ length: count }, () => {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.pause()
    socket.write(request)
    // A socket that is not read from sees its end only by an error of writing to it.
    const asking = setInterval(() => socket.write('\r\n'), 1_000)
    socket.on('error', () => {})
    const end = new Promise<void>((resolve) => {
      socket.once('close', () => {
        clearInterval(asking)
        gone += 1
        resolve()
      })
    })
    ends.push(end)
    return socket
  })
  return {
    async letGo(withinMs: number) {
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise((resolve) => (timer = setTimeout(resolve, withinMs)))
      await Promise.race([Promise.all(ends), patience])
      clearTimeout(timer)
      return gone
    },
    close: () => sockets.forEach((socket) => socket.destroy()),
  } satisfies SilentReaders
}
