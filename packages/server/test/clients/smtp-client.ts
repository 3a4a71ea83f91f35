import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext } from 'node:tls'

export type SmtpReply = { code: number; lines: string[] }

let secureContext: ReturnType<typeof createSecureContext> | undefined

/** Takes any certificate. One context for all, since each new one reads every root certificate. */
const trusting = () => ({
  rejectUnauthorized: false,
  secureContext: (secureContext ??= createSecureContext()),
})

type SmtpTarget = {
  port: number
  tls?: boolean
  /** The header of the PROXY protocol, sent before all else. */
  header?: Uint8Array
  /** Where the client seems to be. */
  localAddress?: string
}

export type SmtpClient = Awaited<ReturnType<typeof connectSmtp>>

/**
 * A raw SMTP client for tests: it sends what the test asks for, well-formed or not, and reads
 * replies one by one. It rejects at once when the server closes the connection while a reply is
 * waited for.
 */
export async function connectSmtp({ port, tls = false, header, localAddress }: SmtpTarget) {
  const raw = connect({ host: '127.0.0.1', port, ...(localAddress && { localAddress }) })
  if (header) raw.write(header)
  let socket: Socket = tls ? connectTls({ socket: raw, ...trusting() }) : raw
  let received = ''
  let closed = false
  let wake = () => {}
  watch(socket)
  await once(socket, tls ? 'secureConnect' : 'connect')
  const greeting = await read()

  function watch(watched: Socket): void {
    watched.setNoDelay(true)
    watched.on('data', (chunk: Buffer) => {
      received += chunk.toString('utf8')
      wake()
    })
    watched.on('error', () => {})
    watched.on('close', () => {
      closed = true
      wake()
    })
  }

  /** The next reply, with all its lines. */
  async function read(): Promise<SmtpReply> {
    for (;;) {
      const reply = /^(?:\d{3}-.*\r\n)*(\d{3})(?: .*)?\r\n/.exec(received)
      if (reply) {
        received = received.slice(reply[0].length)
        const lines = reply[0].trimEnd().split('\r\n')
        return { code: Number(reply[1]), lines: lines.map((line) => line.slice(4)) }
      }
      if (closed) throw new Error(`The server closed the connection; unread: ${received}`)
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }

  function write(bytes: string | Uint8Array): void {
    socket.write(bytes)
  }

  /** Sends one line and reads one reply. */
  function send(line: string): Promise<SmtpReply> {
    write(`${line}\r\n`)
    return read()
  }

  async function upgrade(): Promise<void> {
    const plain = socket
    plain.removeAllListeners('data')
    socket = connectTls({ socket: plain, ...trusting() })
    watch(socket)
    const failed = once(socket, 'close').then(() => {
      throw new Error('The server ended the handshake')
    })
    await Promise.race([once(socket, 'secureConnect'), failed])
    failed.catch(() => {})
  }

  return {
    greeting,
    read,
    write,
    send,

    /** Does the handshake, once a STARTTLS sent by other means has been answered. */
    secure: upgrade,

    /** Sends STARTTLS, with `injected` in the same packet, and does the handshake. */
    async startTls(injected = ''): Promise<SmtpReply> {
      write(`STARTTLS\r\n${injected}`)
      const reply = await read()
      if (reply.code === 220) await upgrade()
      return reply
    },

    login: (username: string, password: string) =>
      send(`AUTH PLAIN ${Buffer.from(`\0${username}\0${password}`).toString('base64')}`),

    /** The reply to the content, or the first refusal before it. `content` is sent dot-stuffed. */
    async mail(from: string, to: string[], content: string | Uint8Array): Promise<SmtpReply> {
      const commands = [`MAIL FROM:<${from}>`, ...to.map((rcpt) => `RCPT TO:<${rcpt}>`), 'DATA']
      for (const command of commands) {
        const reply = await send(command)
        if (reply.code >= 400) return reply
      }
      write(stuffed(content))
      return read()
    },

    /** Resolves with what was left unread once the connection is closed by the server. */
    async closed(): Promise<string> {
      while (!closed) await new Promise<void>((resolve) => (wake = resolve))
      return received
    },

    /** Ends our side only. */
    end: (): void => void socket.end(),
    destroy: (): void => void socket.destroy(),
  }
}

/** Content as it goes over the wire after DATA (RFC 5321 section 4.5.2), with its end. */
export function stuffed(content: string | Uint8Array): Buffer {
  const text = Buffer.from(content).toString('latin1')
  const lines = text.replace(/^\./, '..').replaceAll('\r\n.', '\r\n..')
  const end = text === '' || text.endsWith('\r\n') ? '.\r\n' : '\r\n.\r\n'
  return Buffer.from(lines + end, 'latin1')
}
