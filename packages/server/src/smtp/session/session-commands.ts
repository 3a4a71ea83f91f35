import { beginAuth, type AuthStep } from './auth-exchange.ts'
import { isHostname, readChunk, type Verb } from './command-parser.ts'
import type { MailTerms } from '../../lib/mail-terms.ts'
import type { SmtpLimits } from '../limits/limits.ts'
import { readMail } from './mail-command.ts'
import { readRcpt, type Recipient } from './rcpt-command.ts'
import { extendedHello, hello, replies, largerThan, type MailRefusal } from './replies.ts'
import type { SessionState, SmtpAccount, TeamAnswer, Transaction } from './session-state.ts'
import { codeOfAddress, type StrangerMail } from '../stranger-mail.ts'

export type CommandSettings = {
  hostname: string
  /** Whether the port of the connection offers STARTTLS. */
  starttls: boolean
  limits: Pick<
    SmtpLimits,
    | 'messageBytes'
    | 'discardBytes'
    | 'recipients'
    | 'recipientCharacters'
    | 'transactionsPerConnection'
  >
  /** Whether a client has to begin TLS before anything else. */
  requiresTls: boolean
  terms: MailTerms
  /** Asked once for each mail, which counts. */
  refusalOf: (account: SmtpAccount) => MailRefusal | null
  /** Null: mail needs a login. */
  strangers: StrangerMail | null
}

/** The result of a command. */
export type Outcome =
  | { kind: 'reply' | 'close' | 'start-tls'; reply: string }
  | { kind: 'auth'; step: AuthStep }
  | { kind: 'data' }
  /** The recipient is taken if the code is a team's. */
  | { kind: 'find-team'; named: Named }
  /** `size` bytes follow the command in any case; refused ones are read and thrown away. */
  | { kind: 'chunk'; size: number; last: boolean; refused: string | null }

/** A recipient of a client without a login, and the code in its address. */
export type Named = { recipient: Recipient; code: string; characters: number }

type Handler = (state: SessionState, argument: string, settings: CommandSettings) => Outcome

const reply = (text: string): Outcome => ({ kind: 'reply', reply: text })

/**
 * The commands that open a mail need a greeted client, with a login (RFC 4954 section 6) or recipients in the domain
 * of a team.
 */
function notReady(state: SessionState): string | null {
  if (state.helo === null) return replies.helloFirst
  return state.account === null && !state.takesStrangers ? replies.authRequired : null
}

/** DATA and BDAT need a transaction with a recipient. */
function notReadyForContent(state: SessionState): string | null {
  const refused = notReady(state)
  if (refused) return refused
  if (!state.transaction) return replies.mailFirst
  return state.transaction.recipients.length === 0 ? replies.noRecipients : null
}

/** Null when there is room for one more recipient (RFC 5321 section 4.5.3.1.10). */
function whyNoRecipient(
  { recipients, envelopeCharacters }: Transaction,
  limits: CommandSettings['limits'],
): string | null {
  const isFull =
    recipients.length >= limits.recipients ||
    envelopeCharacters >= limits.recipients * limits.recipientCharacters
  return isFull ? replies.tooManyRecipients : null
}

function accept(
  transaction: Transaction,
  { takes }: SmtpAccount,
  { recipient, characters }: Pick<Named, 'recipient' | 'characters'>,
  { terms }: Pick<CommandSettings, 'terms'>,
): string {
  if (!terms.takesRecipient(recipient.address)) return refuse(transaction, replies.recipientDenied)
  if (takes?.(recipient.address) === false) return refuse(transaction, replies.recipientRefused)
  transaction.recipients.push(recipient)
  transaction.envelopeCharacters += characters
  return replies.recipientOk
}

export function refuse(transaction: Transaction, refusal: string): string {
  transaction.recipientsRefused = refusal
  return refusal
}

/** The reply to a recipient, once the team of its address is known. */
export function acceptNamed(
  state: SessionState,
  named: Named,
  answer: TeamAnswer,
  settings: CommandSettings,
): string {
  const { refusalOf, strangers } = settings
  const { transaction } = state
  if (!transaction || !strangers) return replies.mailFirst
  if (answer === 'unavailable') return refuse(transaction, replies.teamUnavailable)
  if (answer === 'unknown') return refuse(transaction, replies.authRequired)
  // A mail has one team. A mail server sends it again for the recipients that got a 452.
  if (transaction.code !== null) return refuse(transaction, replies.otherTeam)
  // Kept also for a refusal, which the team sees.
  state.addressed = answer
  const refusal = answer.isArchived ? 'inboxClosed' : refusalOf(answer)
  if (refusal) return refuse(transaction, replies[refusal])
  if (!strangers.mayGet(answer.id)) return refuse(transaction, replies.tooMuchStrangerMail)
  transaction.code = named.code
  return accept(transaction, answer, named, settings)
}

export const lacksTls = (
  { secure }: Pick<SessionState, 'secure'>,
  { requiresTls }: Pick<CommandSettings, 'requiresTls'>,
): boolean => requiresTls && !secure

/** What RFC 3207 section 4 leaves to a client without TLS, and HELO, after which all else is refused. */
const beforeTls: ReadonlySet<Verb> = new Set(['EHLO', 'HELO', 'NOOP', 'STARTTLS', 'QUIT'])

export function obey(
  verb: Verb,
  state: SessionState,
  argument: string,
  settings: CommandSettings,
): Outcome {
  // A refused BDAT has its chunk behind it.
  const isRefused = lacksTls(state, settings) && !beforeTls.has(verb) && verb !== 'BDAT'
  return isRefused ? reply(replies.tlsRequired) : commands[verb](state, argument, settings)
}

const greet =
  (answer: (state: SessionState, settings: CommandSettings) => string): Handler =>
  (state, argument, settings) => {
    if (argument === '') return reply(replies.argumentMissing)
    if (!isHostname(argument)) return reply(replies.badHostname)
    state.helo = argument
    state.transaction = null
    return reply(answer(state, settings))
  }

const commands: Record<Verb, Handler> = {
  EHLO: greet((state, settings) =>
    extendedHello(settings.hostname, {
      messageBytes: settings.limits.messageBytes,
      starttls: settings.starttls && !state.secure,
      auth: !lacksTls(state, settings),
    }),
  ),

  HELO: greet((_state, { hostname }) => hello(hostname)),

  STARTTLS(state, argument, { starttls }) {
    if (argument !== '') return reply(replies.noArgument)
    if (state.secure) return reply(replies.alreadySecure)
    if (!starttls) return reply(replies.noStarttls)
    if (state.helo === null) return reply(replies.helloFirst)
    return { kind: 'start-tls', reply: replies.startTls }
  },

  AUTH(state, argument, { hostname }) {
    if (state.helo === null) return reply(replies.helloFirst)
    if (state.isLoggedIn) return reply(replies.alreadyAuthenticated)
    // RFC 4954 section 4. Otherwise a mail could end in another team than it began in.
    if (state.transaction) return reply(replies.nestedMail)
    return { kind: 'auth', step: beginAuth(argument, hostname) }
  },

  MAIL(state, argument, { limits, terms, refusalOf, strangers }) {
    const refused = notReady(state)
    if (refused) return reply(refused)
    if (state.transaction) return reply(replies.nestedMail)
    const sender = readMail(argument)
    if ('refused' in sender) return reply(sender.refused)
    if (sender.size !== null && sender.size > limits.messageBytes) {
      return reply(largerThan(limits.messageBytes))
    }
    if (!terms.takesSender(sender.from)) return reply(replies.senderDenied)
    if (state.transactions >= limits.transactionsPerConnection) {
      return { kind: 'close', reply: replies.tooManyTransactions }
    }
    if (state.account === null && !strangers?.maySend()) {
      return { kind: 'close', reply: replies.tooManyStrangers }
    }
    const refusal = state.account && refusalOf(state.account)
    if (refusal) return reply(replies[refusal])
    state.transactions += 1
    state.transaction = {
      sender,
      recipients: [],
      envelopeCharacters: 0,
      recipientsRefused: null,
      code: null,
      content: null,
    }
    return reply(replies.senderOk)
  },

  RCPT(state, argument, settings) {
    const { limits, strangers } = settings
    const refused = notReady(state)
    if (refused) return reply(refused)
    if (!state.transaction) return reply(replies.mailFirst)
    if (state.transaction.content) return reply(replies.chunksUnderWay)
    const { transaction } = state
    const recipient = readRcpt(argument, transaction.sender.smtputf8)
    if ('refused' in recipient) return reply(refuse(transaction, recipient.refused))
    const isFull = whyNoRecipient(transaction, limits)
    if (isFull) return reply(refuse(transaction, isFull))
    const named = { recipient, characters: argument.length }
    if (state.account !== null) return reply(accept(transaction, state.account, named, settings))
    const code = strangers && codeOfAddress(recipient.address, strangers.domain)
    if (!code) return reply(refuse(transaction, replies.authRequired))
    if (code === transaction.code && state.addressed) {
      return reply(accept(transaction, state.addressed, named, settings))
    }
    return { kind: 'find-team', named: { ...named, code } }
  },

  DATA(state, argument) {
    if (argument !== '') return reply(replies.noArgument)
    const refused = notReadyForContent(state)
    if (refused) return reply(refused)
    // RFC 3030 section 3: one mail uses either DATA or BDAT.
    return state.transaction?.content ? reply(replies.chunksUnderWay) : { kind: 'data' }
  },

  BDAT(state, argument, settings) {
    const { limits } = settings
    const chunk = readChunk(argument)
    // Without its size the chunk cannot be distinguished from commands, so nothing after it may be
    // read.
    if (!chunk) return { kind: 'close', reply: replies.badChunk }
    const size = (state.transaction?.content?.size() ?? 0) + chunk.size
    const tooLarge = size > limits.messageBytes ? largerThan(limits.messageBytes) : null
    const isRefused = lacksTls(state, settings)
    const refused = isRefused ? replies.tlsRequired : (notReadyForContent(state) ?? tooLarge)
    if (chunk.size > limits.discardBytes) {
      return { kind: 'close', reply: largerThan(limits.messageBytes) }
    }
    return { kind: 'chunk', ...chunk, refused }
  },

  RSET(state, argument) {
    if (argument !== '') return reply(replies.noArgument)
    state.transaction = null
    return reply(replies.ok)
  },

  NOOP: () => reply(replies.ok),

  VRFY: (_state, argument) =>
    reply(argument === '' ? replies.argumentMissing : replies.cannotVerify),

  HELP: () => reply(replies.help),

  QUIT: (_state, argument) =>
    argument === '' ? { kind: 'close', reply: replies.bye } : reply(replies.noArgument),
}
