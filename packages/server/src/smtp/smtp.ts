import { hash } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { storeTrouble } from '../db/store-faults.ts'
import { Refusal } from '../errors.ts'
import { createMailTerms } from '../lib/mail-terms.ts'
import { clientGroup } from '../lib/network/client-group.ts'
import { ownAddress } from '../lib/network/listen-addresses.ts'
import type { PortTls, SmtpPort } from '../lib/network/smtp-ports.ts'
import { createSparingLog } from '../lib/process/sparing-log.ts'
import { readLogin } from '../lib/tagged-login.ts'
import { createAuthThrottle } from './limits/auth-throttle.ts'
import { createByteBudget } from './limits/byte-budget.ts'
import { createSecureContexts } from '../lib/tls/certificate.ts'
import { createConnectionRoom } from './limits/connection-room.ts'
import { serveConnection, type Connection } from './connection.ts'
import { createDeliveries } from './deliveries.ts'
import { createFailures, masked } from './failures/failures.ts'
import { concerns, type Ending } from './login-endings.ts'
import { withDefaults } from './limits/limits.ts'
import { createOneTimeLogins } from './limits/one-time-logins.ts'
import { createPorts } from './ports.ts'
import { createProxiedSockets, type SmtpClient } from './proxy/proxied-sockets.ts'
import { replies } from './session/replies.ts'
import type { AuthAnswer, SmtpAccount, TeamAnswer } from './session/session-state.ts'
import type { SmtpOptions } from './smtp-options.ts'
import { createStrangerMail } from './stranger-mail.ts'
import { createSubmission } from './session/submission.ts'

export type { RefusedLogin, SmtpAccount } from './session/session-state.ts'
export type { OpenMail, ReceivedMessage, SmtpOptions, TeamDomains } from './smtp-options.ts'

/**
 * What tables have of a connection. A Map or Set that members join and leave is copied again and again, and V8 keeps
 * what the copies before held until it next collects all garbage. So they hold this, which loses its connection.
 */
type Place = {
  connection: Connection | null
  /** When its login ends; null: it does not. */
  until: number | null
}

/** Catches mail: the sockets of the SMTP server and what all its connections share. */
export function createSmtp(options: SmtpOptions) {
  const { log, now = Date.now, elapsed = () => performance.now(), hostname } = options
  const limits = withDefaults(options.limits)
  const say = createSparingLog(log)
  const budget = createByteBudget({ total: limits.bytesInFlight, largest: limits.messageBytes })
  const throttle = createAuthThrottle({
    now: elapsed,
    limit: limits.authFailuresPerAddress,
    gapMs: limits.guessGapMs,
    pause: (ms) => wait(ms, undefined, { ref: false }),
    ...(options.shareAuthFailures && { share: options.shareAuthFailures }),
    onShareFailed: (error) => log.warn({ err: error }, 'Failed SMTP logins were not shared'),
    onLimit: (client) => log.warn({ client }, 'Too many SMTP logins failed; more are not logged'),
  })
  const ownLogins = createOneTimeLogins()
  const deliveries = createDeliveries({ ...options, now, elapsed, say })
  const failures = createFailures({ options: options.failures ?? null, say, now })
  const secureContext = createSecureContexts(options.certificate)
  const places = new Set<Place>()
  const { teamDomains = null } = options
  const room = createConnectionRoom<Place>({
    limits,
    elapsed,
    makeWay: (place) => endFor(place, teamDomains ? replies.strangerMadeWay : replies.madeWay),
    endOfMost: (place) => endFor(place, replies.mostMadeWay),
  })
  const strangerMail =
    teamDomains &&
    createStrangerMail<Place>({
      domain: teamDomains.domain,
      limits,
      elapsed,
      makeWay({ connection }) {
        counts.turnedAway += 1
        connection?.destroy()
      },
    })
  /** Endings of sessions, until no attempt begun before that is under way. */
  const authenticating = new Set<{ endings: Ending[] }>()
  const counts = {
    failedAuths: 0,
    turnedAway: 0,
    noProxyHeader: 0,
  }
  const sockets = createProxiedSockets({
    proxies: options.proxies ?? [],
    limits,
    accept,
    turnAway: (socket, tls) => turnAway(socket, tls, replies.tooManyConnections),
    refused: () => void (counts.noProxyHeader += 1),
    say,
  })
  const ports = createPorts({ host: options.host ?? null, accept: sockets.open, log })
  let listening: readonly SmtpPort[] = []
  let sweep: NodeJS.Timeout | undefined
  let stopping: Promise<void> | null = null
  let emptied: (() => void) | null = null
  /** `end` is told what ended before the session heard that it has an account. */
  async function authenticate(
    { username, password, remoteAddress }: Parameters<SmtpOptions['authenticate']>[0],
    isWanted: () => boolean,
    end: (ending: Ending) => void,
  ): Promise<AuthAnswer> {
    const own = ownLogins.take(username, password)
    if (own) return { ...own, own: true }
    const attempt = { endings: [] as Ending[] }
    const hasEnded = (of: SmtpAccount) =>
      attempt.endings.some((one) => one.until === undefined && concerns(one, of))
    let account: SmtpAccount | null = null
    authenticating.add(attempt)
    try {
      const open = options.open?.accountFor(remoteAddress)
      if (open && !(await options.open?.knows(username))) {
        if (hasEnded(open)) return 'unavailable'
        account = open
        return open
      }
      const client = clientGroup(remoteAddress)
      // Leaves out the tag: a run with an old password is one wrong guess, and a right one is remembered once.
      const named = readLogin(username).username
      const shown = typeof password === 'string' ? password : password.digest
      // The first 12 bytes.
      const digestOf = (text: string) => hash('sha256', text, 'base64').slice(0, 16)
      const guess = digestOf(`${named}\0${shown}`)
      // A digest is another one each time: the user name stands for those that were right.
      const login = typeof password === 'string' ? guess : digestOf(named)
      const checked = await throttle.attempt({ client, guess, login, isWanted }, async () => {
        const found = await options.authenticate({ username, password, remoteAddress })
        return found && { id: ('refused' in found ? found.account : found).id, found }
      })
      if (checked === null) return 'unavailable'
      const found = checked.account?.found ?? null
      if (found && 'id' in found) {
        if (hasEnded(found)) return 'unavailable'
        account = found
        return found
      }
      counts.failedAuths += 1
      if (found) return found
      if (checked.isPastLimit) return 'wrong-again'
      log.info(
        { remoteAddress, username: masked(username) },
        'An SMTP client failed to authenticate',
      )
      return 'wrong'
    } catch (error) {
      const level = storeTrouble(error) ? 'warn' : 'error'
      say(level, { err: error }, 'SMTP credentials could not be checked')
      return 'unavailable'
    } finally {
      // After this turn the session has the answer, and is found by its account.
      setImmediate(() => {
        authenticating.delete(attempt)
        for (const ending of attempt.endings) if (concerns(ending, account)) end(ending)
      })
    }
  }

  async function findTeam(code: string, client: string): Promise<TeamAnswer> {
    try {
      return (await teamDomains?.accountOf(code, client)) ?? 'unknown'
    } catch (error) {
      const level = error instanceof Refusal || storeTrouble(error) ? 'warn' : 'error'
      say(level, { err: error }, 'The team of a recipient could not be found')
      return 'unavailable'
    }
  }

  /** Frees the place at once: a connection that closes slowly would still take it. */
  function endFor({ connection }: Place, reply: string): void {
    counts.turnedAway += 1
    connection?.abort(reply)
    connection?.destroy()
  }

  function accept(socket: Socket, tls: PortTls, client: SmtpClient): void {
    const remoteAddress = client.address
    const group = clientGroup(remoteAddress)
    const origin = { group, isProxy: client.isProxy }
    const refused = stopping ? replies.shuttingDown : room.whyNone(origin)
    if (refused) return turnAway(socket, tls, refused)
    const open = options.open?.accountFor(remoteAddress) ?? null
    const from = { open, remoteAddress, group }
    const place: Place = { connection: null, until: null }
    const connection = serveConnection(socket, tls, {
      remoteAddress,
      group,
      hostname,
      limits,
      requiresTls: options.requiresTls ?? false,
      terms: options.terms ?? createMailTerms({ allowed: [], denied: [], deniedSenders: [] }),
      refusalOf: options.refusalOf ?? (() => null),
      open,
      strangers: strangerMail?.of(group, place) ?? null,
      findTeam: (code) => findTeam(code, group),
      lab: options.lab ?? null,
      elapsed,
      log,
      budget,
      secureContext,
      authenticate: (username, password, isWanted) =>
        authenticate({ username, password, remoteAddress }, isWanted, (ending) =>
          endLogin(place, ending),
        ).then((answer) => {
          if (typeof answer === 'object' && 'id' in answer) {
            place.until = answer.until ?? null
            room.isKnown(origin, place, answer.user)
            strangerMail?.remove(place)
            failures.loggedIn(group, answer.id)
          }
          return answer
        }),
      // In open mode a client is known once it begins a mail. A client that may send to the domain of a team
      // without a login stays a stranger.
      mailBegan: () => open && room.isKnown(origin, place),
      deliver: (mail, givenUp) => deliveries.deliver({ mail, givenUp, remoteAddress, group }),
      // Neither here is what a balancer tries a matter of a team.
      failed(failure) {
        if (failure.account || !client.isProxy) failures.failed(from, failure)
      },
      // Whether TLS works for a balancer that looks after this server is no matter of a team.
      distrusted(dialogue, reason) {
        if (client.isProxy) return
        void failures.distrusted(from, dialogue, reason)
      },
      closed() {
        place.connection = null
        places.delete(place)
        room.leave(origin, place)
        strangerMail?.remove(place)
        if (places.size === 0) emptied?.()
      },
    })
    place.connection = connection
    places.add(place)
    room.enter(origin, place)
    connection.start()
  }

  /** Refuses before there is a session, and without waiting: a refused client costs nothing. */
  function turnAway(socket: Socket, tls: PortTls, reply: string): void {
    counts.turnedAway += 1
    socket.on('error', () => socket.destroy())
    if (tls === 'implicit') socket.destroy()
    else socket.end(`${reply}\r\n`, 'latin1', () => socket.destroy())
  }

  async function shutDown(): Promise<void> {
    const closed = ports.close()
    sockets.destroy()
    const empty = new Promise<void>((done) => (emptied = done))
    for (const { connection } of places) {
      connection?.end(replies.shuttingDown, { finishContent: true })
    }
    if (places.size === 0) emptied?.()
    const grace = setTimeout(() => {
      for (const { connection } of places) connection?.abort(replies.shuttingDown)
    }, limits.stopGraceMs)
    const linger = setTimeout(() => {
      for (const { connection } of places) connection?.destroy()
    }, limits.stopGraceMs + limits.lingerMs)
    await empty
    clearTimeout(grace)
    clearTimeout(linger)
    clearInterval(sweep)
    await Promise.all([closed, throttle.stop()])
    // Mails that are still being stored get the grace period too, and no more.
    await deliveries.settled(limits.stopGraceMs)
  }

  function endSessions(ending: Ending): void {
    for (const attempt of authenticating) attempt.endings.push(ending)
    for (const place of places) {
      if (concerns(ending, place.connection?.account() ?? null)) endLogin(place, ending)
    }
  }

  function endLogin(
    place: Place,
    { until, finishContent = false }: Omit<Ending, 'accountId'> = {},
  ): void {
    // A session that has a time already came with a password from before the one that ends then.
    if (until !== undefined && place.until === null) place.until = until
    else place.connection?.end(replies.credentialsChanged, { finishContent })
  }

  return {
    /** Listens on all configured ports, or on none, and returns the open ones. */
    async start(): Promise<readonly SmtpPort[]> {
      listening = await ports.open(options.ports, options.sockets)
      sweep = setInterval(() => {
        for (const place of places) {
          place.connection?.check()
          if (place.until !== null && now() >= place.until) endLogin(place)
        }
        budget.check(elapsed())
      }, limits.sweepMs)
      sweep.unref()
      return listening
    },

    /** Whether every port is open. */
    isOpen: (): boolean => stopping === null && ports.isOpen(),

    /** Idle clients get a 421. A mail under way has until the end of the grace period to finish. */
    stop(): Promise<void> {
      stopping ??= shutDown()
      return stopping
    },

    /** Sends a mail to an account through a port of this very process. */
    submit: createSubmission({
      listening: () => [...listening, ...(options.sockets ?? [])],
      address: ownAddress(options.host ?? null),
      certificate: options.certificate,
      logInAs: ownLogins.issue,
      isProxy: sockets.isProxy,
    }),

    /** Checks logins of other protocols: who guesses by several guesses once. */
    attemptLogin: throttle.attempt,

    /** Ends the sessions of credentials that are no longer valid. */
    endSessions,

    /** The account was deleted: its sessions end, and everything remembered of it is forgotten. */
    removeAccount(accountId: number): void {
      endSessions({ accountId })
      failures.forget(accountId)
    },

    /** The accounts that are logged in. */
    accountIds(): number[] {
      const ids = [...places].map(({ connection }) => connection?.account()?.id ?? null)
      return [...new Set(ids.filter((id) => id !== null))]
    },

    stats: () => ({
      connections: places.size,
      bytesInFlight: budget.used,
      ...deliveries.counts,
      ...counts,
    }),
  }
}
