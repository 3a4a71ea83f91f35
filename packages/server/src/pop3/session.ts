import type { Buffer } from 'node:buffer'
import { beginAuth, continueAuth } from '../smtp/session/auth-exchange.ts'
import type { Maildrop } from './maildrop.ts'

/** What a command leads to. A reply is one line; `lines` follow it, and `.` behind them. */
export type Action =
  | { kind: 'reply'; reply: string; lines?: Iterable<string> }
  | { kind: 'refused'; reply: string }
  | { kind: 'start-tls' }
  | { kind: 'login'; username: string; password: string }
  /** `bodyLines` is how much of the body is wanted; all where it is missing. */
  | { kind: 'send'; id: number; size: number; bodyLines?: number }
  /** The end, with the mails that the client deleted. */
  | { kind: 'quit'; deleted: number[] }

type State = {
  secure: boolean
  username: string | null
  maildrop: Maildrop | null
  isAuthenticating: boolean
}

export type SessionOptions = {
  /** Whether STLS is offered, and whether TLS came before the first byte. */
  starttls: boolean
  secure: boolean
  mayDelete: boolean
}

type Command = (state: State, argument: string, options: SessionOptions) => Action

const ok = (text: string, lines?: Iterable<string>): Action => ({
  kind: 'reply',
  reply: `+OK ${text}`,
  ...(lines && { lines }),
})
const refused = (text: string) => ({ kind: 'refused' as const, reply: `-ERR ${text}` })

export const noSuchMail = refused('There is no such message')
const badNumber = refused('The argument has to be the number of a message')
const noTls = refused('This port offers no TLS')
const notNow = refused('This command is for after the login')
const noDeletion = refused('Messages cannot be deleted by POP3 on this server')
const badLogin = refused('These are no valid credentials')

/** Commands before the login (RFC 1939 section 4, RFC 2595 section 4, RFC 5034). */
const beforeLogin: Record<string, Command> = {
  CAPA: (state, _, options) => ok('What this server can do', capabilities(state, options)),
  STLS: ({ secure }, _, { starttls }) => (starttls && !secure ? { kind: 'start-tls' } : noTls),
  USER(state, argument) {
    if (argument === '') return badLogin
    state.username = argument
    return ok('Now the password')
  },
  PASS({ username }, argument) {
    if (username === null) return refused('USER comes before PASS')
    return { kind: 'login', username, password: argument }
  },
  AUTH(state, argument) {
    // Some clients ask for the mechanisms in this way.
    if (argument === '') return ok('The mechanisms', ['PLAIN'])
    if (!/^PLAIN(?: |$)/i.test(argument)) return refused('The only mechanism is PLAIN')
    return authStep(state, beginAuth(argument, ''))
  },
  QUIT: () => ({ kind: 'quit', deleted: [] }),
}

function authStep(state: State, step: ReturnType<typeof beginAuth>): Action {
  state.isAuthenticating = step.kind === 'challenge'
  switch (step.kind) {
    case 'challenge':
      return { kind: 'reply', reply: '+ ' }
    case 'credentials':
      // PLAIN names the password itself, never a proof of it.
      if (typeof step.password !== 'string') return badLogin
      return { kind: 'login', username: step.username, password: step.password }
    case 'refused':
      return badLogin
  }
}

type LoggedIn = (maildrop: Maildrop, argument: string, options: SessionOptions) => Action

/** Commands after the login (RFC 1939 sections 5 to 7). */
const afterLogin: Record<string, LoggedIn> = {
  STAT(maildrop) {
    const { count, bytes } = maildrop.total()
    return ok(`${count} ${bytes}`)
  },
  LIST: (maildrop, argument) => listing(maildrop, argument, ({ size }) => size),
  // The id of a mail is never given to another.
  UIDL: (maildrop, argument) => listing(maildrop, argument, ({ id }) => id),
  RETR: (maildrop, argument) => withMail(maildrop, argument, (mail) => ({ kind: 'send', ...mail })),
  TOP(maildrop, argument) {
    const [number = '', lines = ''] = argument.split(/ +/)
    if (!isNumber(lines)) return refused('TOP needs the number of a message and that of lines')
    return withMail(maildrop, number, (mail) => ({
      kind: 'send',
      ...mail,
      bodyLines: Number(lines),
    }))
  },
  DELE(maildrop, argument, { mayDelete }) {
    if (!mayDelete) return noDeletion
    return withMail(maildrop, argument, () => {
      maildrop.delete(Number(argument))
      return ok('Deleted when this session ends')
    })
  },
  RSET(maildrop) {
    maildrop.reset()
    return ok('No message is deleted')
  },
  NOOP: () => ok('Done'),
  CAPA: (_, __, options) => ok('What this server can do', capabilities(null, options)),
  QUIT: (maildrop) => ({ kind: 'quit', deleted: maildrop.deletedIds() }),
}

const capabilities = (state: State | null, { starttls }: SessionOptions): string[] => [
  'USER',
  'SASL PLAIN',
  'TOP',
  'UIDL',
  'PIPELINING',
  'RESP-CODES',
  'AUTH-RESP-CODE',
  ...(starttls && state && !state.secure ? ['STLS'] : []),
  'IMPLEMENTATION Mailstop',
]

type Listed = { id: number; size: number }

function listing(maildrop: Maildrop, argument: string, of: (mail: Listed) => number): Action {
  if (argument !== '') {
    return withMail(maildrop, argument, (mail) => ok(`${argument} ${of(mail)}`))
  }
  function* lines(): Generator<string> {
    for (const { number, ...mail } of maildrop.all()) yield `${number} ${of(mail)}`
  }
  return ok(`${maildrop.total().count} messages`, lines())
}

const isNumber = (text: string) => /^\d{1,9}$/.test(text)

function withMail(maildrop: Maildrop, argument: string, found: (mail: Listed) => Action): Action {
  if (!isNumber(argument)) return badNumber
  const mail = maildrop.find(Number(argument))
  return mail ? found(mail) : noSuchMail
}

/** One POP3 conversation without any I/O (RFC 1939): lines go in, what to do comes out. Never throws for what a client sends. */
export function createSession(options: SessionOptions) {
  const state: State = {
    secure: options.secure,
    username: null,
    maildrop: null,
    isAuthenticating: false,
  }

  function receive(line: Buffer): Action {
    const text = line.toString('utf8')
    if (state.isAuthenticating) return authStep(state, continueAuth({ mechanism: 'plain' }, text))
    const space = text.indexOf(' ')
    const verb = (space < 0 ? text : text.slice(0, space)).toUpperCase()
    // A password may begin or end with spaces.
    const argument = space < 0 ? '' : text.slice(space + 1)
    const { maildrop } = state
    if (maildrop === null) {
      if (Object.hasOwn(beforeLogin, verb)) {
        return beforeLogin[verb]?.(state, argument, options) ?? notNow
      }
      return Object.hasOwn(afterLogin, verb) ? notNow : refused('Unknown command')
    }
    const command = Object.hasOwn(afterLogin, verb) ? afterLogin[verb] : null
    return command?.(maildrop, argument.trim(), options) ?? refused('Unknown command')
  }

  return {
    receive,
    /** TLS has begun: what the client said before could be another's (RFC 2595 section 4). */
    secured(): void {
      state.secure = true
      state.username = null
    },
    loggedIn: (maildrop: Maildrop): void => void (state.maildrop = maildrop),
    /** A wrong login; the next one begins again with USER. */
    notLoggedIn: (): void => void (state.username = null),
    isLoggedIn: (): boolean => state.maildrop !== null,
  }
}
