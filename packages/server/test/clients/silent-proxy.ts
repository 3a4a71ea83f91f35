import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A proxy between a process and its Postgres, until the end of the test. */
export type SilentProxy = {
  url: string
  /** From now on no byte arrives, in either direction, and neither side is notified: as when a host dies. */
  silence(): void
  /** New connections work. Those that were silent stay so: what was lost on them is not sent again. */
  heal(): void
  /** Nobody answers at all: connections are refused and open ones end. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
}

/** `url` names the folder of a socket, as those of the tests do. */
export async function startSilentProxy(url: string): Promise<SilentProxy> {
  const target = new URL(url)
  const path = join(target.searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const sockets = new Set<Socket>()
  let isSilent = false

  function carry(from: Socket, to: Socket): void {
    let isLost = isSilent
    sockets.add(from)
    from.on('data', (bytes) => {
      isLost ||= isSilent
      if (!isLost) to.write(bytes)
    })
    from.on('end', () => isLost || to.end())
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      if (!isLost) to.destroy()
    })
  }

  const server = createServer((client) => {
    const postgres = connect(path)
    carry(client, postgres)
    carry(postgres, client)
  })
  async function listen(port: number): Promise<void> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  async function goAway(): Promise<void> {
    const closed = new Promise((done) => server.close(done))
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await listen(0)
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    if (server.listening) await goAway()
  })
  target.searchParams.delete('host')
  target.hostname = '127.0.0.1'
  target.port = String(port)
  return {
    url: target.href,
    silence: () => void (isSilent = true),
    heal: () => void (isSilent = false),
    goAway,
    comeBack: () => listen(port),
  }
}
