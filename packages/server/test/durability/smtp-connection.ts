import { connect, type Socket } from 'node:net'
import type { Team } from '@mailstop/contract'

/**
 * One SMTP connection, word by word, for tests that cut a conversation short. When a connection
 * ends while a reply is awaited, the reply is ''.
 */
export type SmtpConnection = {
  socket: Socket
  /** Sends the bytes and returns the reply to them. */
  say(bytes: string | Uint8Array): Promise<string>
  /** The reply that comes without anything being said. */
  reply(): Promise<string>
  close(): void
}

export function connectSmtp(port: number): SmtpConnection {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  let text = ''
  let ended = false
  let waiting: ((reply: string) => void) | null = null
  const settle = () => {
    // The last line of a reply has a space after its code (RFC 5321 section 4.2.1).
    const whole = /^(?:\d{3}-.*\r\n)*\d{3}(?: .*)?\r\n/.exec(text)?.[0]
    if (!waiting || (whole === undefined && !ended)) return
    const answer = waiting
    waiting = null
    text = text.slice(whole?.length ?? 0)
    answer(whole?.trimEnd() ?? '')
  }
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    text += String(chunk)
    settle()
  })
  // Being cut off is what these tests do; `close` follows.
  socket.on('error', () => {})
  socket.on('close', () => {
    ended = true
    settle()
  })
  const reply = () =>
    new Promise<string>((resolve) => {
      waiting = resolve
      settle()
    })
  return {
    socket,
    reply,
    say(bytes) {
      const answer = reply()
      socket.write(bytes)
      return answer
    },
    close: () => void socket.destroy(),
  }
}

/** A connection that has authenticated as the team, or was cut off on the way. */
export async function connectAs(
  port: number,
  team: Pick<Team, 'smtp_username' | 'smtp_password'>,
): Promise<SmtpConnection> {
  const connection = connectSmtp(port)
  await connection.reply()
  await connection.say('EHLO test.example\r\n')
  const token = Buffer.from(`\0${team.smtp_username}\0${team.smtp_password}`).toString('base64')
  await connection.say(`AUTH PLAIN ${token}\r\n`)
  return connection
}

/** Everything up to the reply to DATA, which is returned. */
export async function beginMail(connection: SmtpConnection): Promise<string> {
  await connection.say('MAIL FROM:<app@rocket.test>\r\n')
  await connection.say('RCPT TO:<you@customer.test>\r\n')
  return connection.say('DATA\r\n')
}

/** The id in `250 2.0.0 Ok: queued as <id>`; null for any other reply. */
export function queuedId(reply: string): number | null {
  const id = /^250 2\.0\.0 Ok: queued as (\d+)$/.exec(reply)?.[1]
  return id === undefined ? null : Number(id)
}
