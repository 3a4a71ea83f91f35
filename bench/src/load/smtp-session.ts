import { once } from 'node:events'
import { connect } from 'node:net'
import { securedSocket } from './secured-socket.ts'

/**
 * An SMTP client that does as little as it can, so that a bench measures the server.
 */
export type SmtpSession = {
  /** Sends commands or a mail's content. Rejects when the replies are not these `codes`. */
  exchange(bytes: string | Buffer, ...codes: string[]): Promise<void>
  /** QUIT, its reply, and the end of the connection. */
  quit(): Promise<void>
  destroy(): void
}

export type Credentials = { username: string; password: string }

const longestReply = 4_096

export async function openSession(
  port: number,
  credentials: Credentials | null,
  { startTls = false } = {},
): Promise<SmtpSession> {
  let reply = ''
  let waiting: { codes: string[]; resolve(): void; reject(error: Error): void } | null = null
  const receive = (length: number, bytes: Uint8Array): boolean => {
    reply += Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1')
    if (!waiting) return true
    const { codes, resolve, reject } = waiting
    const said = codesOf(reply)
    if (said.length < codes.length) return true
    const text = reply
    waiting = null
    reply = ''
    if (said.every((code, index) => code === codes[index])) resolve()
    else reject(new Error(`Expected ${codes.join()}, got ${text.trim()}`))
    return true
  }
  const socket = startTls ? await securedSocket(port) : connectPlain(port, receive)
  if (startTls) socket.on('data', (bytes: Buffer) => receive(bytes.length, bytes))
  const fail = (error: Error) => {
    waiting?.reject(error)
    waiting = null
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server closed the connection')))

  const expect = (...codes: string[]) =>
    new Promise<void>((resolve, reject) => {
      if (socket.destroyed) return reject(new Error('The connection is closed'))
      waiting = { codes, resolve, reject }
      if (reply !== '') receive(0, Buffer.alloc(0))
    })
  const exchange = (bytes: string | Buffer, ...codes: string[]) => {
    const answered = expect(...codes)
    socket.write(bytes)
    return answered
  }

  if (!startTls) await expect('220')
  await exchange('EHLO bench.example\r\n', '250')
  if (credentials) {
    const { username, password } = credentials
    const token = Buffer.from(`\0${username}\0${password}`).toString('base64')
    await exchange(`AUTH PLAIN ${token}\r\n`, '235')
  }
  return {
    exchange,
    async quit() {
      const closed = once(socket, 'close')
      await exchange('QUIT\r\n', '221')
      socket.end()
      await closed
    },
    destroy: () => void socket.destroy(),
  }
}

/** Connects without the buffers of a stream: a bench measures the server. */
const connectPlain = (port: number, receive: (length: number, bytes: Uint8Array) => boolean) =>
  connect({
    host: '127.0.0.1',
    port,
    noDelay: true,
    onread: { buffer: Buffer.allocUnsafe(longestReply), callback: receive },
  })

/** Reads the codes of whole replies: the last line of each has a space after its code (RFC 5321 section 4.2.1). */
function codesOf(replies: string): string[] {
  const codes: string[] = []
  let start = 0
  for (let end = replies.indexOf('\r\n'); end >= 0; end = replies.indexOf('\r\n', start)) {
    if (replies[start + 3] !== '-') codes.push(replies.slice(start, start + 3))
    start = end + 2
  }
  return codes
}
