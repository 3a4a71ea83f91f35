import { connect, type Socket } from 'node:net'
import type { ApiClient } from '../clients/api-client.ts'

/** Clients that ask for something and never read a byte of the reply. */
export type SilentReaders = {
  /** Resolves when all of them were let go by the product, or after so long; returns how many were. */
  letGo(withinMs: number): Promise<number>
  close(): void
}

export function openSilentReaders(api: ApiClient, paths: string[]): SilentReaders {
  const { hostname, port } = new URL(api.origin)
  const cookie = [...api.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  // A reply that the system takes off the product whole is over, too: no further request is awaited.
  const head = `Host: ${hostname}:${port}\r\nCookie: ${cookie}\r\nConnection: close\r\n`
  let gone = 0
  const ends: Promise<void>[] = []
  const sockets: Socket[] = paths.map((path) => {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\n${head}\r\n`)
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
      const timeout = new Promise((resolve) => (timer = setTimeout(resolve, withinMs)))
      await Promise.race([Promise.all(ends), timeout])
      clearTimeout(timer)
      return gone
    },
    close: () => sockets.forEach((socket) => socket.destroy()),
  }
}
