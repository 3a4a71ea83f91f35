import type { PortTls } from '../../lib/network/smtp-ports.ts'
import { continueAuth, type AuthState, type AuthStep } from './auth-exchange.ts'
import { parseCommand } from './command-parser.ts'
import { chunkMode, dataMode, readContent, type ContentMode } from '../reading/content-reader.ts'
import type { SmtpLimits } from '../limits/limits.ts'
import { createLineIntake, type Intake } from '../reading/line-intake.ts'
import { createLineReader } from '../reading/line-reader.ts'
import { createMessageBytes, type MessageBytes } from '../reading/message-bytes.ts'
import { greeting, queued, replies, largerThan } from './replies.ts'
import { createReplyWriter } from './reply-writer.ts'
import {
  acceptNamed,
  lacksTls,
  obey,
  type CommandSettings,
  type Named,
  type Outcome,
} from './session-commands.ts'
import {
  createState,
  envelopeOf,
  type SmtpAccount,
  type AuthAnswer,
  type DeliveryAnswer,
  type Next,
  type Progress,
  type Step,
  type TeamAnswer,
} from './session-state.ts'
import { createSessionFailures } from './session-failures.ts'
import { createTranscript } from '../reading/transcript.ts'

/** Characters of a user name that are kept with a mail. */
const longestLogin = 200

/** The first byte of a TLS handshake (RFC 8446 section 5.1); no command begins with it. */
const tlsHandshake = 0x16

export type SessionOptions = Omit<CommandSettings, 'strangers' | 'starttls'> &
  Partial<Pick<CommandSettings, 'strangers'>> & {
    tls: PortTls
    /** Gets the mail of a client that does not log in; null: the recipients decide, or it is refused. */
    open?: SmtpAccount | null
    limits: SmtpLimits
    /** Milliseconds since the connection began. */
    elapsed: () => number
  }

type Mode =
  | { kind: 'command' | 'asking' | 'paused' | 'closed' }
  | { kind: 'auth'; state: AuthState }
  | ContentMode

/**
 * One SMTP conversation without any I/O (RFC 5321): bytes and answers go in, replies and requests
 * come out. The caller passes bytes only after `read`. It never throws for what a client sends,
 * holds at most one unfinished line and one mail, and answers 250 to a mail only after the caller
 * reported that it was delivered.
 *
 * The objects of a connection or a mail have methods and no getters: V8 keeps a literal with
 * getters as a dictionary, which is slow to create and to read.
 */
export function createSession(options: SessionOptions) {
  const { tls, limits, elapsed, open = null, strangers = null, ...rest } = options
  const settings = { ...rest, starttls: tls === 'starttls', limits, strangers }
  const reader = createLineReader()
  const intake = createLineIntake(reader, limits)
  const transcript = createTranscript(elapsed)
  const writer = createReplyWriter(transcript, limits)
  const failures = createSessionFailures(transcript, writer)
  const { dialogue } = failures
  let state = createState(tls === 'implicit', open, strangers !== null)
  let mode: Mode = { kind: 'asking' }
  let authFailures = 0
  let username = ''
  /** The recipient whose team is being looked for. */
  let named: Named | null = null
  /** The last reply, once the mail under way is settled. */
  let farewell: string | null = null
  let hasReceived = false
  /** Whether a mail was tried since the last stored one. */
  let tried = false
  /** Why recipients of the mail that is being stored were refused; null when none was. */
  let recipientsRefused: string | null = null

  function say(reply: string): null {
    writer.say(reply)
    return null
  }

  const sender = () => ({ account: state.account ?? state.addressed, login: state.login })

  /** A client that need not log in may be no mail client at all before its first mail. */
  const keepRefusal = () => failures.mailEnded(sender(), state.isLoggedIn || tried)

  /** Refusals until now belong to the mail before; when that was stored, or there is none, to no mail. */
  function beginMail(): void {
    if (tried) keepRefusal()
    else writer.takeRefusal()
    tried = true
    state.addressed = null
    transcript.beginMail()
  }

  function close(reply: string | null): Next {
    if (reply !== null) say(reply)
    if (reply !== null && state.transaction) writer.note(reply)
    keepRefusal()
    mode = { kind: 'closed' }
    state.transaction = null
    reader.drop()
    return { kind: 'close' }
  }

  /** Answers a command; after the reply the session wants the next one. */
  function respond(reply: string): Next | null {
    mode = { kind: 'command' }
    switch (writer.respond(reply)) {
      case 'said':
        if (authFailures === 0) failures.missed(state, reply)
        return null
      case 'delay':
        mode = { kind: 'paused' }
        return { kind: 'pause', ms: limits.errorDelayMs }
      case 'too-many-errors':
        return close(replies.tooManyErrors)
    }
  }

  function readCommand(): Next | null {
    const line = intake.command()
    if (line?.kind !== 'line') return withoutLine(line)
    const command = parseCommand(line.bytes)
    const maySend = (state.account ?? state.takesStrangers) && !lacksTls(state, settings)
    if (command.verb === 'MAIL' && maySend && !state.transaction) beginMail()
    if (command.verb === 'RSET' && tried) keepRefusal()
    transcript.command(command, line.bytes.length)
    if (command.verb === null) {
      return command.isHttp ? close(command.refused) : respond(command.refused)
    }
    return act(obey(command.verb, state, command.argument, settings))
  }

  function withoutLine(line: Exclude<Intake, { kind: 'line' }>): Next | null {
    if (line === null) return { kind: 'read' }
    return line.kind === 'last' ? close(line.reply) : respond(line.reply)
  }

  function act(outcome: Outcome): Next | null {
    switch (outcome.kind) {
      case 'reply':
        return respond(outcome.reply)
      case 'close':
        return close(outcome.reply)
      case 'start-tls':
        say(outcome.reply)
        // Plaintext behind the command is dropped: an attacker in between could have written it.
        reader.drop()
        mode = { kind: 'asking' }
        return { kind: 'start-tls' }
      case 'auth':
        return actOnAuth(outcome.step)
      case 'find-team':
        mode = { kind: 'asking' }
        ;({ named } = outcome)
        return { kind: 'find-team', code: outcome.named.code }
      case 'data':
        mode = dataMode(openContent())
        return say(replies.startData)
      case 'chunk':
        // A refused chunk ends the transaction, and the chunks behind it are refused too (RFC 3030).
        if (outcome.refused !== null) state.transaction = null
        mode = chunkMode(outcome, outcome.refused === null ? openContent() : null)
        return null
    }
  }

  function actOnAuth(step: AuthStep): Next | null {
    switch (step.kind) {
      case 'challenge':
        mode = { kind: 'auth', state: step.state }
        return say(step.reply)
      case 'credentials':
        mode = { kind: 'asking' }
        username = step.username
        return { kind: 'authenticate', username, password: step.password }
      case 'refused':
        return respond(step.reply)
    }
  }

  function readAuthLine(exchange: AuthState): Next | null {
    const line = intake.authAnswer()
    if (line?.kind !== 'line') return withoutLine(line)
    transcript.client('***')
    return actOnAuth(continueAuth(exchange, line.bytes.toString('latin1')))
  }

  /** The content of the transaction: the chunks before this one, or still empty. */
  function openContent(): MessageBytes {
    const content = state.transaction?.content ?? createMessageBytes(limits.messageBytes)
    if (state.transaction) state.transaction.content = content
    return content
  }

  function readOn(content: ContentMode): Next | null {
    const read = readContent(content, reader)
    if (read === 'whole') return finish()
    if (read !== 'more') return respond(read.reply)
    const tooLong = (content.message?.size() ?? 0) > limits.discardBytes
    return tooLong ? close(largerThan(limits.messageBytes)) : { kind: 'read' }
  }

  /** The content is complete: it goes out to be stored, and the transaction is over. */
  function finish(): Next | null {
    const { transaction, login, helo } = state
    const account = state.account ?? state.addressed
    state.transaction = null
    const content = transaction?.content
    if (!transaction || !content || !account) return respond(replies.mailFirst)
    transcript.client(`(${content.size()} bytes of content)`)
    if (content.tooBig()) return respond(largerThan(limits.messageBytes))
    mode = { kind: 'asking' }
    const mail = {
      account,
      login,
      isFromStranger: state.account === null,
      envelope: envelopeOf(transaction),
      source: content.take(),
      helo: helo ?? '',
      tls: state.secure,
      ...dialogue(),
    }
    recipientsRefused = transaction.recipientsRefused
    return { kind: 'deliver', mail }
  }

  /** Whether content is being read, or has begun and waits for its next chunk. */
  const receiving = () =>
    mode.kind === 'data' || mode.kind === 'chunk' || Boolean(state.transaction?.content)

  function advance(): Next | null {
    const settled = mode.kind !== 'closed' && mode.kind !== 'asking' && !receiving()
    if (farewell !== null && settled) return close(farewell)
    switch (mode.kind) {
      case 'command':
        return readCommand()
      case 'auth':
        return readAuthLine(mode.state)
      case 'data':
      case 'chunk':
        return readOn(mode)
      case 'closed':
        return { kind: 'close' }
      case 'asking':
      case 'paused':
        return { kind: 'read' }
    }
  }

  const stepTo = (next: Next): Step => ({ output: writer.flush(), next })

  function run(): Step {
    let next = advance()
    while (next === null) next = advance()
    return stepTo(next)
  }

  /** Goes on after an answer, unless the session was closed while it waited. */
  function answered(reply: string | null, said = () => {}): Step {
    if (mode.kind !== 'asking') return run()
    mode = { kind: 'command' }
    const next = reply === null ? null : respond(reply)
    said()
    return next === null ? run() : stepTo(next)
  }

  return {
    /** The greeting; call it once, after the handshake where TLS comes first. */
    start: (): Step => answered(greeting(settings.hostname)),

    receive(bytes: Uint8Array): Step {
      // A page can have its browser begin TLS here, with commands in the ticket of a session that it resumes.
      const [first] = bytes
      const isHandshake = first === tlsHandshake && !hasReceived && !state.secure
      hasReceived ||= bytes.length > 0
      if (isHandshake) {
        const reply = settings.starttls ? replies.startsWithoutTls : replies.noTls
        const next = close(reply)
        failures.anonymous('unexpected_tls', reply)
        return stepTo(next)
      }
      if (mode.kind !== 'closed') reader.push(bytes)
      return run()
    },

    authenticated(answer: AuthAnswer): Step {
      if (mode.kind !== 'asking') return run()
      if (answer === 'unavailable') return answered(replies.authUnavailable)
      const login = username.slice(0, longestLogin)
      if (typeof answer === 'object' && 'id' in answer) {
        state.account = answer
        state.isLoggedIn = true
        state.addressed = null
        state.login = answer.own ? null : login
        writer.takeRefusal()
        return answered(replies.authenticated)
      }
      authFailures += 1
      // From here on the client sends for the team of its login, and for no other.
      state.account = null
      state.takesStrangers = false
      state.addressed = null
      const isKept = answer !== 'wrong-again'
      const refused = typeof answer === 'object' ? answer : null
      const reply = refused ? replies[refused.refused] : replies.badLogin
      const keep = () => failures.loginFailed(refused?.account ?? null, reply, login)
      if (isKept && authFailures < limits.authFailuresPerConnection) return answered(reply, keep)
      say(reply)
      if (isKept) keep()
      return stepTo(close(replies.tooManyAuthFailures))
    },

    /** The team of the code. */
    found(answer: TeamAnswer): Step {
      if (mode.kind !== 'asking' || !named) return run()
      const said = acceptNamed(state, named, answer, settings)
      named = null
      return answered(said)
    },

    delivered(answer: DeliveryAnswer): Step {
      if ('refused' in answer) return answered(answer.refused)
      tried = false
      writer.forgive()
      intake.forgive()
      return answered(queued(answer.id), () => {
        if (recipientsRefused !== null) failures.refused(sender(), recipientsRefused, answer.id)
      })
    },

    /** The handshake is done: all that was said before it is forgotten (RFC 3207 section 4.2). */
    secured(): Step {
      const [account, takesStrangers] =
        authFailures > 0 ? [null, false] : [open, strangers !== null]
      state = { ...createState(true, account, takesStrangers), transactions: state.transactions }
      tried = false
      intake.forgive()
      return answered(null)
    },

    /** Goes on after a `pause`. */
    resume(): Step {
      if (mode.kind === 'paused') {
        mode = { kind: 'command' }
        writer.sayDelayed()
      }
      return run()
    },

    /** Ends the session now, whatever it is doing. */
    abort: (reply: string): Step => stepTo(close(mode.kind === 'closed' ? null : reply)),

    /** Ends the session; null when it will end by itself, once the mail under way is settled. */
    retire(reply: string): Step | null {
      farewell = reply
      return mode.kind === 'asking' || receiving() ? null : stepTo(close(reply))
    },

    dialogue,

    /** A client that was refused may stay connected, and say nothing more about this mail. */
    pause(): void {
      if (tried && !state.transaction && mode.kind === 'command') keepRefusal()
    },

    takeFailures: failures.take,

    progress: (): Progress => ({
      lines: intake.count(),
      mailsBegun: state.transactions,
      receiving: receiving(),
      contentRead: reader.taken(),
    }),

    receiving,

    /** Whether arriving content is kept, rather than thrown away. */
    keeping: (): boolean => state.transaction?.content?.tooBig() === false,

    /** Bytes that have arrived and wait for the rest of their line. */
    buffered: (): number => reader.pending(),

    /** Bytes of content in memory. */
    held: (): number => state.transaction?.content?.held() ?? 0,

    /** The account of the mail; without a login, the last one that a recipient named. */
    account: (): SmtpAccount | null => state.account ?? state.addressed,
  }
}
