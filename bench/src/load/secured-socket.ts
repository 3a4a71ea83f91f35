import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext, type TLSSocket } from 'node:tls'

/** One for all: making one reads every root certificate. */
const secureContext = createSecureContext()

/** A connection after STARTTLS, before anything was said over TLS. Trusts any server. */
export async function securedSocket(port: number): Promise<TLSSocket> {
  const plain = connect({ host: '127.0.0.1', port, noDelay: true })
  await replyTo(plain, '', '220')
  await replyTo(plain, 'EHLO bench.example\r\n', '250')
  await replyTo(plain, 'STARTTLS\r\n', '220')
  const socket = connectTls({ socket: plain, rejectUnauthorized: false, secureContext })
  await once(socket, 'secureConnect')
  return socket
}

async function replyTo(socket: Socket, command: string, code: string): Promise<void> {
  if (command !== '') socket.write(command)
  let reply = ''
  while (!/^\d{3} .*\r\n$/m.test(reply)) {
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    reply += bytes.toString('latin1')
  }
  if (!reply.startsWith(code)) throw new Error(`Expected ${code}, got ${reply.trim()}`)
}
