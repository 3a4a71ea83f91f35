import type { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { TLSSocket, type SecureContext } from 'node:tls'
import type { PortTls } from '../lib/network/smtp-ports.ts'
import { createLineReader } from '../smtp/reading/line-reader.ts'
import type { Pop3Limits } from './limits.ts'
import type { Maildrop } from './maildrop.ts'
import { messageLines } from './message-lines.ts'
import { createSession, noSuchMail, type Action } from './session.ts'

/** A mail in memory; `release` gives its room back. */
export type HeldSource = { bytes: Uint8Array; moved: (bytes: number) => void; release: () => void }

type ConnectionDeps = {
  limits: Pop3Limits
  tls: PortTls
  mayDelete: boolean
  secureContext: () => SecureContext
  /** Returns the reply where the login is refused. */
  logIn: (login: { username: string; password: string }) => Promise<Maildrop | string>
  /** Null when the mail is gone. */
  source: (mail: { id: number; size: number }) => Promise<HeldSource | null>
  remove: (ids: number[]) => Promise<void>
  sent: () => void
  failed: (error: unknown) => void
}

const linesTogether = 500

/** Carries one session over one socket. A command is read once the one before is answered, and its answer is taken. */
export function serveConnection(raw: Socket, deps: ConnectionDeps) {
  const { limits, tls, mayDelete } = deps
  const session = createSession({
    starttls: tls === 'starttls',
    secure: tls === 'implicit',
    mayDelete,
  })
  const reader = createLineReader()
  let stream = raw
  let timer: NodeJS.Timeout | undefined
  let wake = () => {}
  let errors = 0
  let wrongLogins = 0
  /** Commands do not move it: a connection without a login takes a place from who has one. */
  const loginUntil = performance.now() + limits.loginMs
  const leftForLogin = () => Math.max(0, loginUntil - performance.now())

  const onMove = () => wake()
  const moved = () => new Promise<void>((resolve) => (wake = resolve))
  const events = ['readable', 'end', 'drain', 'close', 'error'] as const

  function listen(to: Socket): void {
    for (const event of events) to.on(event, onMove)
  }

  /** Ends the connection unless it is called again in time: bytes that complete no command do not count. */
  function endAfter(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(destroy, ms).unref()
  }

  function destroy(): void {
    clearTimeout(timer)
    stream.destroy()
    raw.destroy()
    wake()
  }

  /** The next line; null: the connection is over, or ends for what came. */
  async function nextLine(): Promise<Buffer | null> {
    endAfter(session.isLoggedIn() ? limits.idleMs : leftForLogin())
    for (;;) {
      const line = reader.next(() => limits.lineBytes)
      if (line?.kind === 'line') return line.bytes
      if (line) {
        const reason = line.kind === 'too-long' ? 'The line is too long' : 'Lines end with CRLF'
        await write(`-ERR ${reason}\r\n`)
        return null
      }
      if (stream.destroyed) return null
      const chunk: unknown = stream.read()
      if (chunk instanceof Uint8Array) reader.push(chunk)
      else if (stream.readableEnded) return null
      else await moved()
    }
  }

  /** Waits until the client has taken it. */
  async function write(data: string | Uint8Array): Promise<void> {
    if (stream.destroyed || stream.write(data)) return
    endAfter(session.isLoggedIn() ? limits.stallMs : Math.min(limits.stallMs, leftForLogin()))
    while (stream.writableNeedDrain && !stream.destroyed) await moved()
  }

  async function reply(text: string, lines?: Iterable<string>): Promise<void> {
    await write(`${text}\r\n`)
    if (!lines) return
    let some: string[] = []
    for (const line of lines) {
      if (some.push(`${line}\r\n`) < linesTogether) continue
      await write(some.join(''))
      await turn()
      if (stream.destroyed) return
      some = []
    }
    await write(`${some.join('')}.\r\n`)
  }

  async function send(action: Extract<Action, { kind: 'send' }>): Promise<void> {
    const source = await deps.source(action)
    if (!source) return refuse(noSuchMail.reply)
    try {
      await reply(`+OK ${action.size} octets`)
      for (const slice of messageLines(source.bytes, action.bodyLines)) {
        await write(slice)
        if (stream.destroyed) return
        source.moved(slice.length)
        // Others get their turn between slices, whose bytes are gone through here.
        await turn()
      }
      deps.sent()
    } finally {
      source.release()
    }
  }

  async function refuse(text: string): Promise<void> {
    errors += 1
    await write(`${text}\r\n`)
    if (errors >= limits.errors) stream.end()
  }

  async function startTls(): Promise<void> {
    // Plaintext behind the command is dropped: an attacker in between could have written it.
    reader.drop()
    raw.read()
    for (const event of events) raw.off(event, onMove)
    await new Promise<void>((resolve) => raw.write('+OK Begin TLS\r\n', () => resolve()))
    secure()
    session.secured()
  }

  function secure(): void {
    stream = new TLSSocket(raw, { isServer: true, secureContext: deps.secureContext() })
    // A handshake that failed ends the connection, as an error of a stream does.
    stream.on('_tlsError', destroy).on('error', destroy)
    listen(stream)
  }

  async function logIn(login: { username: string; password: string }): Promise<void> {
    const answer = await deps.logIn(login)
    if (typeof answer !== 'string') {
      session.loggedIn(answer)
      return reply('+OK You are logged in')
    }
    session.notLoggedIn()
    wrongLogins += 1
    await write(`${answer}\r\n`)
    if (wrongLogins >= limits.wrongLoginsPerConnection) stream.end()
  }

  async function quit(ids: number[]): Promise<void> {
    clearTimeout(timer)
    const answer = await deps.remove(ids).then(
      () => '+OK Bye',
      (error: unknown) => (deps.failed(error), '-ERR [SYS/TEMP] Not all messages were deleted'),
    )
    await write(`${answer}\r\n`)
    stream.end()
  }

  async function perform(action: Action): Promise<void> {
    switch (action.kind) {
      case 'reply':
        return reply(action.reply, action.lines)
      case 'refused':
        return refuse(action.reply)
      case 'start-tls':
        return startTls()
      case 'login':
        return logIn(action)
      case 'send':
        return send(action)
      case 'quit':
        return quit(action.deleted)
    }
  }

  async function serve(): Promise<void> {
    raw.on('error', destroy)
    if (tls === 'implicit') secure()
    else listen(raw)
    try {
      await write('+OK Mailstop is ready\r\n')
      for (;;) {
        const line = await nextLine()
        if (line === null || stream.writableEnded) break
        await perform(session.receive(line))
        if (stream.writableEnded) break
        // Others get their turn, however many commands came at once.
        await turn()
      }
    } catch (error) {
      deps.failed(error)
      await write('-ERR [SYS/TEMP] Try again later\r\n')
    }
    // The last reply may take a while to be read.
    endAfter(limits.stallMs)
    if (!stream.destroyed) stream.end(() => destroy())
  }

  return { serve, destroy, isOpen: (): boolean => !stream.destroyed }
}
