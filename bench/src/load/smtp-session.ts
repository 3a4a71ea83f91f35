import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * An SMTP client that does as little as it can, so that a bench measures the server.
 */
export type SmtpSession = {
  /** Sends a command or a mail's content. Rejects when the reply has another code. */
  exchange(bytes: string | Buffer, code: string): Promise<void>
  /** QUIT, its reply, and the end of the connection. */
  quit(): Promise<void>
  destroy(): void
}

export type Credentials = { username: string; password: string }

const longestReply = 4_096
/** The last line of a reply has a space after its code (RFC 5321 section 4.2.1). */
const lastLine = /^\d{3}(?: .*)?\r\n$/m

export async function openSession(
  port: number,
  credentials: Credentials | null,
): Promise<SmtpSession> {
  let reply = ''
  let waiting: { code: string; resolve(): void; reject(error: Error): void } | null = null
  const receive = (length: number, bytes: Uint8Array): boolean => {
    reply += Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1')
    if (!waiting || !lastLine.test(reply)) return true
    const { code, resolve, reject } = waiting
    const text = reply
    waiting = null
    reply = ''
    if (text.startsWith(code)) resolve()
    else reject(new Error(`Expected ${code}, got ${text.trim()}`))
    return true
  }
  // Connects without the buffers of a stream: a bench measures the server.
  const onread = { buffer: Buffer.allocUnsafe(longestReply), callback: receive }
  const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread })
  const fail = (error: Error) => {
    waiting?.reject(error)
    waiting = null
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server closed the connection')))

  const expect = (code: string) =>
    new Promise<void>((resolve, reject) => {
      if (socket.destroyed) return reject(new Error('The connection is closed'))
      waiting = { code, resolve, reject }
    })
  const exchange = (bytes: string | Buffer, code: string) => {
    const answered = expect(code)
    socket.write(bytes)
    return answered
  }

  await expect('220')
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
