import type { LabPoint } from '@mailstop/contract'
import { parseCommand } from './command-parser.ts'
import { createLineIntake, type Intake } from '../reading/line-intake.ts'
import { createLineReader } from '../reading/line-reader.ts'
import { createContentTurns } from './content-turns.ts'
import { greeting, queued, replies } from './replies.ts'
import { createReplyWriter } from './reply-writer.ts'
import type { LabAnswer } from '../lab/lab.ts'
import { createLabTurns, pointOf } from './lab-turns.ts'
import { createLoginTurns } from './login-turns.ts'
import { createMailEndings } from './mail-endings.ts'
import {
  acceptNamed,
  lacksTls,
  obey,
  refuse,
  type Named,
  type Outcome,
} from './session-commands.ts'
import type { LiveSession, SessionOptions } from './session-options.ts'
import {
  createState,
  type AuthAnswer,
  type DeliveryAnswer,
  type MailOwner,
  type SmtpAccount,
  type Next,
  type Progress,
  type Step,
  type TeamAnswer,
} from './session-state.ts'
import { createSessionFailures } from './session-failures.ts'
import { createTranscript } from '../reading/transcript.ts'

/** The first byte of a TLS handshake (RFC 8446 section 5.1); no command begins with it. */
const tlsHandshake = 0x16

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
  const { tls, limits, elapsed, open = null, strangers = null, lab = null, ...rest } = options
  const settings = { ...rest, starttls: tls === 'starttls', limits, strangers }
  const reader = createLineReader()
  const intake = createLineIntake(reader, limits)
  const transcript = createTranscript(elapsed)
  const writer = createReplyWriter(transcript, limits)
  const failures = createSessionFailures(transcript, writer)
  const { dialogue } = failures
  const live: LiveSession = {
    state: createState(tls === 'implicit', open, strangers !== null),
    mode: { kind: 'asking' },
  }
  /** The recipient whose team is being looked for. */
  let named: Named | null = null
  /** The last reply, once the mail under way is settled. */
  let farewell: string | null = null
  let hasReceived = false
  /** Whether a mail was tried since the last stored one. */
  let tried = false
  /** What a pause ends with. */
  let resumed: () => Next | null = () => null
  const endings = createMailEndings({ live, transcript, writer, failures, owner: sender })
  const { dropped } = endings
  const turns = lab && createLabTurns(lab, { hold, wait, refuse: refuseOnPurpose, dropped })
  const parts = { live, limits, reader, intake, transcript, writer, failures, turns }
  const moves = { say, respond, close, withoutLine }
  const contents = createContentTurns({ ...parts, ...moves })
  const logins = createLoginTurns({ ...parts, ...moves })

  function say(reply: string): null {
    writer.say(reply)
    return null
  }

  function sender(): MailOwner {
    const { account, addressed, login } = live.state
    const scenario = turns?.scenario() ?? null
    return { account: account ?? addressed, login, isStranger: account === null, scenario }
  }

  const leave = (hasQuit: boolean) => endings.left(turns?.waits() ?? null, hasQuit)

  /** A client that need not log in may be no mail client at all before its first mail. */
  const keepRefusal = () => failures.mailEnded(sender(), live.state.isLoggedIn || tried)

  /** Refusals until now belong to the mail before; when that was stored, or there is none, to no mail. */
  function beginMail(): void {
    if (tried) keepRefusal()
    else writer.takeRefusal()
    tried = true
    live.state.addressed = null
    transcript.beginMail()
    turns?.mailBegan()
  }

  function close(reply: string | null): Next {
    if (reply !== null) {
      endings.cutOff()
      say(reply)
      if (live.state.transaction) writer.note(reply)
    }
    keepRefusal()
    live.mode = { kind: 'closed' }
    live.state.transaction = null
    reader.drop()
    return { kind: 'close' }
  }

  /** Answers a command; after the reply the session wants the next one. */
  function respond(reply: string): Next | null {
    live.mode = { kind: 'command' }
    switch (writer.respond(reply)) {
      case 'said':
        if (logins.failed() === 0) failures.missed(live.state, reply)
        return null
      case 'delay':
        return wait(limits.errorDelayMs, () => {
          live.mode = { kind: 'command' }
          writer.sayDelayed()
          return null
        })
      case 'too-many-errors':
        return close(replies.tooManyErrors)
    }
  }

  function wait(ms: number, then: () => Next | null): Next {
    live.mode = { kind: 'paused' }
    resumed = then
    return { kind: 'pause', ms }
  }

  function hold(): void {
    live.mode = { kind: 'asking' }
  }

  /** A refusal of the lab is no mistake of the client, so it is not counted among them. */
  function refuseOnPurpose(reply: string): Next | null {
    writer.note(reply)
    if (reply.startsWith('421')) return close(reply)
    live.mode = { kind: 'command' }
    return say(reply)
  }

  function readCommand(): Next | null {
    const line = intake.command()
    if (line?.kind !== 'line') return withoutLine(line)
    const command = parseCommand(line.bytes)
    const maySend =
      (live.state.account ?? live.state.takesStrangers) && !lacksTls(live.state, settings)
    if (command.verb === 'MAIL' && maySend && !live.state.transaction) beginMail()
    if (command.verb === 'RSET' && tried) keepRefusal()
    transcript.command(command, line.bytes.length)
    if (command.verb === null) {
      return command.isHttp ? close(command.refused) : respond(command.refused)
    }
    const outcome = obey(command.verb, live.state, command.argument, settings)
    const at = turns && pointOf(command.verb, outcome, live.state)
    return at ? onPurpose([at], outcome) : act(outcome)
  }

  /** Acts on what was accepted, unless the lab has it otherwise. */
  function onPurpose(at: readonly LabPoint[], outcome: Outcome): Next | null {
    const account = live.state.account ?? live.state.addressed
    if (!turns?.mayAct(at, account, live.state)) return act(outcome)
    return turns.consult({
      at,
      account,
      state: live.state,
      go: () => act(outcome),
      undo(reply) {
        const { transaction } = live.state
        if (at.includes('rcpt') && transaction) {
          transaction.recipients.pop()
          refuse(transaction, reply)
        } else if (at.includes('mail')) live.state.transaction = null
      },
      // The chunk is read all the same.
      ...(outcome.kind === 'chunk' && {
        refuse: (refused: string) => act({ ...outcome, refused }),
      }),
    })
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
        if (outcome.reply === replies.bye) leave(true)
        return close(outcome.reply)
      case 'start-tls':
        say(outcome.reply)
        // Plaintext behind the command is dropped: an attacker in between could have written it.
        reader.drop()
        live.mode = { kind: 'asking' }
        return { kind: 'start-tls' }
      case 'auth':
        return logins.act(outcome.step)
      case 'find-team':
        live.mode = { kind: 'asking' }
        ;({ named } = outcome)
        return { kind: 'find-team', code: outcome.named.code }
      case 'data':
        contents.readData()
        return say(replies.startData)
      case 'chunk':
        contents.readChunk(outcome)
        return null
    }
  }

  function advance(): Next | null {
    const settled =
      live.mode.kind !== 'closed' && live.mode.kind !== 'asking' && !contents.receiving()
    if (farewell !== null && settled) return close(farewell)
    switch (live.mode.kind) {
      case 'command':
        return readCommand()
      case 'auth':
        return logins.readLine(live.mode.state)
      case 'data':
      case 'chunk':
        return contents.readOn(live.mode)
      case 'closed':
        return { kind: 'close' }
      case 'asking':
      case 'paused':
        return { kind: 'read' }
    }
  }

  function acknowledge(say: () => Next | null): Next | null {
    const reply = () => {
      endings.answered()
      return say()
    }
    return turns ? turns.acknowledge(reply) : reply()
  }

  function stepTo(next: Next): Step {
    if (next.kind === 'deliver') endings.delivering()
    return { output: writer.flush(), next }
  }

  function run(): Step {
    let next = advance()
    while (next === null) next = advance()
    return stepTo(next)
  }

  const goOn = (next: Next | null): Step => (next === null ? run() : stepTo(next))

  /** Goes on after an answer, unless the session was closed while it waited. */
  function answered(reply: string | null, said = () => {}): Step {
    if (live.mode.kind !== 'asking') return run()
    live.mode = { kind: 'command' }
    const next = reply === null ? null : respond(reply)
    said()
    return goOn(next)
  }

  return {
    /** The greeting; call it once, after the handshake where TLS comes first. */
    start: (): Step => answered(greeting(settings.hostname)),

    receive(bytes: Uint8Array): Step {
      // A page can have its browser begin TLS here, with commands in the ticket of a session that it resumes.
      const [first] = bytes
      const isHandshake = first === tlsHandshake && !hasReceived && !live.state.secure
      hasReceived ||= bytes.length > 0
      if (isHandshake) {
        const reply = settings.starttls ? replies.startsWithoutTls : replies.noTls
        const next = close(reply)
        failures.anonymous('unexpected_tls', reply)
        return stepTo(next)
      }
      if (live.mode.kind !== 'closed') reader.push(bytes)
      return run()
    },

    authenticated: (answer: AuthAnswer): Step =>
      live.mode.kind === 'asking' ? goOn(logins.answered(answer)) : run(),

    /** The team of the code. */
    found(answer: TeamAnswer): Step {
      if (live.mode.kind !== 'asking' || !named) return run()
      const reply = acceptNamed(live.state, named, answer, settings)
      named = null
      live.mode = { kind: 'command' }
      // The team of the mail was not known at MAIL.
      return goOn(
        reply === replies.recipientOk
          ? onPurpose(['mail', 'rcpt'], { kind: 'reply', reply })
          : respond(reply),
      )
    },

    delivered(answer: DeliveryAnswer): Step {
      if (live.mode.kind !== 'asking') return run()
      live.mode = { kind: 'command' }
      if ('refused' in answer) return goOn(acknowledge(() => respond(answer.refused)))
      endings.stored(answer.id)
      tried = false
      writer.forgive()
      intake.forgive()
      return goOn(
        acknowledge(() => {
          const next = respond(queued(answer.id))
          const refused = contents.recipientsRefused()
          if (refused !== null) failures.ended('mail_refused', sender(), refused, answer.id)
          return next
        }),
      )
    },

    /** The lab has decided what becomes of a reply. */
    decided: (answer: LabAnswer): Step =>
      live.mode.kind === 'asking' && turns ? goOn(turns.decided(answer)) : run(),

    /** Whether the client waits on purpose. */
    isDelayed: (): boolean => turns?.isDelaying() ?? false,

    /** The handshake is done: all that was said before it is forgotten (RFC 3207 section 4.2). */
    secured(): Step {
      const [account, takesStrangers] =
        logins.failed() > 0 ? [null, false] : [open, strangers !== null]
      live.state = {
        ...createState(true, account, takesStrangers),
        transactions: live.state.transactions,
      }
      tried = false
      intake.forgive()
      return answered(null)
    },

    /** Goes on after a `pause`. */
    resume: (): Step => (live.mode.kind === 'paused' ? goOn(resumed()) : run()),

    /** Ends the session now, whatever it is doing. */
    abort: (reply: string): Step => stepTo(close(live.mode.kind === 'closed' ? null : reply)),

    /** Ends the session; null when it will end by itself, once the mail under way is settled. */
    retire(reply: string): Step | null {
      farewell = reply
      return live.mode.kind === 'asking' || contents.receiving() ? null : stepTo(close(reply))
    },

    dialogue,

    /** The client has ended the connection; call it before `abort`. */
    left: (): void => leave(false),

    /** A client that was refused may stay connected, and say nothing more about this mail. */
    pause(): void {
      if (tried && !live.state.transaction && live.mode.kind === 'command') keepRefusal()
    },

    takeFailures: failures.take,

    progress: (): Progress => ({
      lines: intake.count(),
      mailsBegun: live.state.transactions,
      receiving: contents.receiving(),
      contentRead: reader.taken(),
    }),

    receiving: contents.receiving,

    /** Whether arriving content is kept, rather than thrown away. */
    keeping: (): boolean => live.state.transaction?.content?.tooBig() === false,

    /** Bytes that have arrived and wait for the rest of their line. */
    buffered: (): number => reader.pending(),

    /** Bytes of content in memory. */
    held: (): number => live.state.transaction?.content?.held() ?? 0,

    /** The account of the mail; without a login, the last one that a recipient named. */
    account: (): SmtpAccount | null => live.state.account ?? live.state.addressed,
  }
}
