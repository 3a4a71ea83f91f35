import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { PortTls } from '../lib/network/smtp-ports.ts'
import type { ConnectionDeps } from './connection-deps.ts'
import type { LabAnswer } from './lab/lab.ts'
import { createDeadlines, type Waiting } from './limits/deadlines.ts'
import { replies } from './session/replies.ts'
import type {
  AbortFlag,
  AuthAnswer,
  DeliveryAnswer,
  Step,
  TeamAnswer,
} from './session/session-state.ts'
import { createSession } from './session/session.ts'

/** Alerts of a client that does not trust a certificate (RFC 8446 section 6.2). */
const certificateAlert = /_ALERT_(?:UNKNOWN_CA|\w*CERTIFICATE\w*)$/

/** Bytes written when the handshake fails before the certificate is sent. */
const longestAlert = 64

/** Node keeps a closed socket for a while, and what its listeners know would be kept with it. */
const letGo = (socket: Socket): void => void socket.removeAllListeners().on('error', () => {})

export type Connection = ReturnType<typeof serveConnection>

/**
 * Carries one session over one socket. It reads from the socket only while the session wants bytes, the client reads
 * its replies and memory is left, so that its memory stays bounded; and every error of that socket ends here.
 */
export function serveConnection(raw: Socket, tls: PortTls, deps: ConnectionDeps) {
  const { limits, elapsed, log, remoteAddress } = deps
  const { hostname, requiresTls, terms, refusalOf, open, strangers, lab } = deps
  const began = elapsed()
  const session = createSession({
    hostname,
    tls,
    limits,
    requiresTls,
    terms,
    refusalOf,
    open,
    strangers,
    elapsed: () => elapsed() - began,
    lab: lab && { ...lab, address: remoteAddress },
  })
  const share = deps.budget.share({
    // Only a mail that has an account can have kept content.
    sharer() {
      const { id = 0, user = deps.group } = session.account() ?? {}
      return { user, account: id }
    },
    letGo: () => abort(replies.madeRoom),
  })
  const deadlines = createDeadlines(limits, elapsed())
  let stream = raw
  let queue: Buffer[] = []
  let ended = false
  let hasBegunMail = false
  /** Bytes written before the handshake, while the client has sent nothing since; null before and after that. */
  let writtenBefore: number | null = null
  let waiting: Waiting = 'chunk'
  /** Distinguishes the expected answer from a late one. */
  let turn = 0
  let answerLate: (() => Step) | null = null
  let pause: NodeJS.Timeout | undefined
  /** Frees the place of a client that waits on purpose. */
  let release: (() => void) | null = null
  /** Belongs to the mail that was last handed over. */
  let abortFlag: AbortFlag = { aborted: false }

  /** Calls `first` here, where its errors end this connection and not the process. */
  function proceed(first: () => Step | null): void {
    try {
      let step = first()
      while (step && !isOver()) step = perform(step)
    } catch (error) {
      log.error({ err: error, remoteAddress }, 'An SMTP connection failed')
      destroy()
    }
  }

  const isOver = () => waiting === 'closing' || waiting === 'closed'

  function report(): void {
    for (const failure of session.takeFailures()) deps.failed(failure)
  }

  function free(): void {
    release?.()
    release = null
  }

  function perform({ output, next }: Step): Step | null {
    report()
    if (release && !session.isDelayed()) free()
    if (!hasBegunMail && session.progress().mailsBegun > 0) {
      hasBegunMail = true
      deps.mailBegan()
    }
    if (next.kind === 'start-tls') {
      // Bytes behind the command belong to the handshake, or are an injection.
      stopReading()
      queue = []
      waiting = 'handshake'
      deadlines.handshake(elapsed())
      stream.write(output, 'latin1', (error) => error ?? secure())
      return null
    }
    if (output !== '') stream.write(output, 'latin1')
    if (next.kind === 'deliver') {
      const release = share.handOver(next.mail.source.byteLength)
      const givenUp: AbortFlag = (abortFlag = { aborted: false })
      const giveUp = (): DeliveryAnswer => {
        givenUp.aborted = true
        return { refused: replies.notStored }
      }
      ask(deps.deliver(next.mail, givenUp), session.delivered, giveUp, release)
      return null
    }
    share.set(session.held())
    deadlines.progress(session.progress(), elapsed())
    switch (next.kind) {
      case 'read':
        return nextChunk()
      case 'authenticate': {
        const asked = turn + 1
        const isWanted = () => turn <= asked && !ended && !isOver()
        const answer = deps.authenticate(next.username, next.password, isWanted)
        ask(answer, session.authenticated, (): AuthAnswer => 'unavailable')
        return null
      }
      case 'find-team':
        ask(deps.findTeam(next.code), session.found, (): TeamAnswer => 'unavailable')
        return null
      case 'lab': {
        const { user = deps.group } = session.account() ?? {}
        const nothing = { delayMs: 0, act: null, scenario: null, release: () => {} }
        const answer = lab?.decide(next.question, user) ?? Promise.resolve(nothing)
        const asked = turn + 1
        answer.then(
          (late) => turn !== asked && late.release(),
          () => {},
        )
        ask(answer, hold, () => nothing)
        return null
      }
      case 'drop':
        if (next.how === 'reset') raw.resetAndDestroy()
        destroy()
        return null
      case 'pause':
        waiting = 'pause'
        pause = setTimeout(() => {
          if (waiting !== 'pause') return
          deadlines.answered(elapsed())
          proceed(session.resume)
        }, next.ms).unref()
        return null
      case 'close':
        close()
        return null
    }
  }

  /** The place is kept until the session waits no more, or is over. */
  function hold(answer: LabAnswer): Step {
    free()
    ;({ release } = answer)
    return session.decided(answer)
  }

  function nextChunk(): Step | null {
    if (stream.writableNeedDrain) {
      waiting = 'drain'
      return null
    }
    if (session.keeping() && !share.reserve(onRoom)) {
      waiting = 'budget'
      return null
    }
    const chunk = queue.shift()
    if (chunk) return session.receive(chunk)
    if (ended) close()
    else {
      waiting = 'chunk'
      stream.resume()
    }
    return null
  }

  function goOn(from: 'drain' | 'budget'): void {
    if (waiting !== from) return
    if (from === 'budget') {
      const chunk = queue.shift()
      waiting = 'chunk'
      if (chunk) proceed(() => session.receive(chunk))
      else if (ended) close()
      else stream.resume()
      return
    }
    proceed(nextChunk)
  }

  /**
   * Waits for `answer`, up to the deadline, after which `giveUp` answers. `settled` is called when the answer comes,
   * even late.
   */
  function ask<T>(
    answer: Promise<T>,
    give: (answer: T) => Step,
    giveUp: () => T,
    settled?: () => void,
  ): void {
    waiting = 'answer'
    turn += 1
    const asked = turn
    deadlines.answer(elapsed())
    answerLate = () => give(giveUp())
    const settle = (given: T) => {
      settled?.()
      if (asked !== turn || waiting !== 'answer') return
      deadlines.answered(elapsed())
      proceed(() => give(given))
    }
    answer.then(settle, () => settle(giveUp()))
  }

  function onData(chunk: Buffer): void {
    writtenBefore = null
    if (waiting === 'chunk') proceed(() => session.receive(chunk))
    else {
      queue.push(chunk)
      stream.pause()
    }
  }

  function onEnd(): void {
    judge()
    ended = true
    // A client that waits on purpose and has given up frees its place.
    if (waiting === 'chunk' || (waiting === 'pause' && session.isDelayed())) close()
  }

  const onDrain = () => goOn('drain')
  const onRoom = () => goOn('budget')

  function startReading(): void {
    stream.on('data', onData).on('end', onEnd).on('drain', onDrain)
  }

  function stopReading(): void {
    stream.pause()
    stream.off('data', onData).off('end', onEnd).off('drain', onDrain)
  }

  /** Asks, when the client ends the connection, whether the certificate was the reason. */
  function judge(code?: string): boolean {
    const since = writtenBefore === null ? 0 : raw.bytesWritten - writtenBefore
    writtenBefore = null
    // Only errors of certificates mean it, no other error of a handshake.
    const alert = code !== undefined && certificateAlert.test(code) ? code : null
    const isOther = code !== undefined && code !== 'ECONNRESET' && alert === null
    const isDistrust = since > longestAlert && !isOther
    if (isDistrust) deps.distrusted(session.dialogue(), alert)
    return isDistrust
  }

  function secure(): void {
    if (isOver()) return
    waiting = 'handshake'
    writtenBefore = raw.bytesWritten
    deadlines.handshake(elapsed())
    try {
      stream = new TLSSocket(raw, { isServer: true, secureContext: deps.secureContext() })
    } catch (error) {
      log.error({ err: error }, 'TLS cannot be offered')
      destroy()
      return
    }
    stream.on('error', onError).on('_tlsError', onError).on('close', onGone)
    stream.on('end', () => {
      if (waiting !== 'handshake') return
      judge()
      destroy()
    })
    stream.once('secure', () => {
      if (waiting !== 'handshake') return
      startReading()
      proceed(tls === 'implicit' ? session.start : session.secured)
    })
  }

  /** Says goodbye and lets the client read it; what it still sends is thrown away. */
  function close(): void {
    if (isOver()) return
    session.left()
    writtenBefore = null
    stopReading()
    waiting = 'closing'
    turn += 1
    queue = []
    clearTimeout(pause)
    free()
    session.abort(replies.bye)
    report()
    share.close()
    deadlines.linger(elapsed())
    stream.end()
    stream.resume()
  }

  function destroy(): void {
    writtenBefore = null
    stream.destroy()
    raw.destroy()
    onClose()
  }

  function onError(error: NodeJS.ErrnoException): void {
    const reason = error.code ?? error.message
    if (!judge(reason) && waiting === 'handshake') {
      log.info({ remoteAddress, reason }, 'A TLS handshake failed')
    }
    session.left()
    destroy()
  }

  function onGone(): void {
    session.left()
    onClose()
  }

  function onClose(): void {
    if (waiting === 'closed') return
    judge()
    waiting = 'closed'
    turn += 1
    queue = []
    clearTimeout(pause)
    free()
    session.abort(replies.bye)
    report()
    share.close()
    letGo(raw)
    if (stream !== raw) letGo(stream)
    deps.closed()
  }

  function abort(reply: string): void {
    if (waiting === 'answer') abortFlag.aborted = true
    if (waiting === 'handshake') destroy()
    else if (!isOver()) proceed(() => session.abort(reply))
  }

  raw.setNoDelay(true)
  raw.on('error', onError).on('close', onGone)

  return {
    start(): void {
      if (tls === 'implicit') secure()
      else {
        startReading()
        proceed(session.start)
      }
    },
    /** Called every second. */
    check(): void {
      session.pause()
      report()
      const late = deadlines.late(elapsed(), session.progress(), waiting)
      if (!late) return
      if (late === 'answer' && answerLate) {
        turn += 1
        deadlines.answered(elapsed())
        proceed(answerLate)
      } else if (typeof late === 'string') {
        // A client that reads no replies has a mail that timed out.
        if (waiting === 'drain') session.abort(replies.idle)
        destroy()
      } else abort(late.reply)
    },

    /** Ends now, or once a complete mail has its answer. */
    end(reply: string, options: { finishContent: boolean }): void {
      if (waiting === 'handshake') destroy()
      else if (isOver()) return
      else if (session.receiving() && !options.finishContent) abort(reply)
      else proceed(() => session.retire(reply))
    },

    abort,
    destroy,

    account: session.account,
  }
}
