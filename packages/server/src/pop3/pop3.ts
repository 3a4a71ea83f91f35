import { hash } from 'node:crypto'
import type { Socket } from 'node:net'
import { unavailable } from '../errors.ts'
import { clientAddress, clientGroup } from '../lib/network/client-group.ts'
import type { SmtpPort, WantedPort } from '../lib/network/smtp-ports.ts'
import { createSparingLog } from '../lib/process/sparing-log.ts'
import type { FairShares } from '../lib/shares/fair-shares.ts'
import { createCrowds } from '../lib/shares/crowds.ts'
import { readLogin } from '../lib/tagged-login.ts'
import { concerns, type Ending } from '../smtp/login-endings.ts'
import type { AuthThrottle } from '../smtp/limits/auth-throttle.ts'
import { createPorts } from '../smtp/ports.ts'
import type { RefusedLogin, SmtpAccount } from '../smtp/smtp.ts'
import { createSecureContexts, type Certificate } from '../lib/tls/certificate.ts'
import { serveConnection, type HeldSource } from './connection.ts'
import { withDefaults, type Pop3Limits } from './limits.ts'
import { createMaildrop, type ListedMail, type Maildrop } from './maildrop.ts'

type Log = Record<'info' | 'warn' | 'error', (details: object, text: string) => void>

export type Pop3Options = {
  host: string | null
  ports: readonly WantedPort[]
  certificate: () => Certificate
  /** The guesses of SMTP: who guesses by both ports guesses once. */
  attempt: AuthThrottle['attempt']
  authenticate: (login: {
    username: string
    password: string
    remoteAddress: string
  }) => Promise<SmtpAccount | RefusedLogin | null>
  list: (account: SmtpAccount, most: number) => Promise<ListedMail[]>
  /** Undefined when the mail is gone. */
  source: (account: SmtpAccount, id: number) => Promise<Uint8Array | undefined>
  /** Null: clients may not delete. */
  remove: ((account: SmtpAccount, ids: number[]) => Promise<void>) | null
  shares: Record<'smallReads' | 'smallReplies' | 'largeReplies', FairShares>
  limits?: Partial<Pop3Limits>
  log: Log
  now: () => number
}

type Place = {
  connection: ReturnType<typeof serveConnection> | null
  account: SmtpAccount | null
  openedAt: number
  /** When its password ends. */
  until: number | null
  /** What ended while its login was checked. */
  endings: Ending[]
}

const smallBytes = 1024 * 1024
const inUse = '-ERR [IN-USE] There are too many sessions'
const busy = '-ERR [SYS/TEMP] There are too many connections'
const wrong = '-ERR [AUTH] The username or the password is wrong'
const away = '-ERR [SYS/TEMP] Try again later'

const teamOf = ({ id }: SmtpAccount) => `POP3 of team ${id}`

/** Lets mail clients read the mail of one inbox: the sockets of the POP3 server and what its connections share. */
export function createPop3(options: Pop3Options) {
  const { shares, log, now } = options
  const say = createSparingLog(log)
  const limits = withDefaults(options.limits)
  const secureContext = createSecureContexts(options.certificate)
  const places = new Set<Place>()
  const perAddress = createCrowds<Place>()
  const perUser = createCrowds<Place>()
  const ports = createPorts({ host: options.host, accept, log })
  const counts = { sessions: 0, sent: 0, failedAuths: 0, turnedAway: 0 }
  let sweep: NodeJS.Timeout | undefined

  async function logIn(
    place: Place,
    login: { username: string; password: string; remoteAddress: string },
  ): Promise<Maildrop | string> {
    const client = clientGroup(login.remoteAddress)
    const { username } = readLogin(login.username)
    const guess = hash('sha256', `${username}\0${login.password}`, 'base64').slice(0, 16)
    const isWanted = () => place.connection?.isOpen() ?? false
    place.endings = []
    const checked = await options.attempt({ client, guess, isWanted }, async () => {
      const account = await options.authenticate(login)
      return account && 'id' in account ? account : null
    })
    const account = checked?.account
    if (!account) {
      counts.failedAuths += 1
      return checked ? wrong : away
    }
    // It may have closed meanwhile, and would be counted for ever.
    if (!places.has(place)) return away
    const user = account.user ?? client
    const isFull = counts.sessions >= limits.sessions
    if (isFull || perUser.sizeOf(user) >= limits.sessionsPerUser) return inUse
    counts.sessions += 1
    perUser.add(user, place)
    Object.assign(place, { account, until: account.until ?? null })
    for (const ending of place.endings) endFor(place, ending)
    const connection = place.connection ?? {}
    const share = await shares.smallReads.take(1, { user, team: teamOf(account), connection })
    try {
      return createMaildrop(await options.list(account, limits.mails))
    } finally {
      share.release()
    }
  }

  async function source(
    { account, connection }: Place,
    { id, size }: ListedMail,
  ): Promise<HeldSource | null> {
    if (account === null || connection === null) return null
    const user = account.user ?? `team ${account.id}`
    const pool = size > smallBytes ? shares.largeReplies : shares.smallReplies
    const share = await pool.take(size, { user, team: teamOf(account), connection })
    share.signal.addEventListener('abort', connection.destroy, { once: true })
    try {
      share.busy(true)
      const bytes = await options.source(account, id)
      share.busy(false)
      if (bytes) return { bytes, moved: share.moved, release: share.release }
    } catch (error) {
      share.release()
      throw error
    }
    share.release()
    return null
  }

  function accept(socket: Socket, tls: WantedPort['tls']): void {
    const remoteAddress = clientAddress(socket.remoteAddress)
    const group = clientGroup(remoteAddress)
    const isFull = () => places.size >= limits.connections
    const isCrowded = () => perAddress.sizeOf(group) >= limits.connectionsPerAddress
    if (isCrowded()) endStranger(group)
    if (isFull()) makeWay(group)
    if (isFull() || isCrowded()) {
      counts.turnedAway += 1
      if (tls === 'implicit') return void socket.destroy()
      socket.on('error', () => {})
      socket.end(`${busy}\r\n`, () => socket.destroy())
      return
    }
    const openedAt = performance.now()
    const place: Place = { connection: null, account: null, openedAt, until: null, endings: [] }
    places.add(place)
    perAddress.add(group, place)
    const connection = serveConnection(socket, {
      limits,
      tls,
      mayDelete: options.remove !== null,
      secureContext,
      logIn: (login) => logIn(place, { ...login, remoteAddress }),
      source: (mail) => source(place, mail),
      async remove(ids) {
        if (ids.length === 0 || !place.account) return
        if (!options.remove) throw unavailable()
        await options.remove(place.account, ids)
      },
      sent: () => void (counts.sent += 1),
      failed: (error) => say('warn', { err: error }, 'A POP3 command failed'),
    })
    place.connection = connection
    socket.once('close', () => leave(place, group))
    void connection.serve()
  }

  /** Ends the first connection of the address with the most, unless the next one would have as many. */
  function makeWay(group: string): void {
    const { name, size } = perAddress.largest()
    const first = perAddress.first(name)
    if (!first || size <= perAddress.sizeOf(group) + 1) return
    counts.turnedAway += 1
    first.connection?.destroy()
    leave(first, name)
  }

  /** Ends the first connection of an address that has not logged in for a while. */
  function endStranger(group: string): void {
    const before = performance.now() - limits.strangerMs
    const isStranger = ({ account, openedAt }: Place) => account === null && openedAt <= before
    const first = perAddress.members(group).find(isStranger)
    if (!first) return
    counts.turnedAway += 1
    first.connection?.destroy()
    leave(first, group)
  }

  function leave(place: Place, group: string): void {
    if (!places.delete(place)) return
    perAddress.remove(group, place)
    if (place.account) {
      counts.sessions -= 1
      perUser.remove(place.account.user ?? group, place)
    }
    place.connection = null
  }

  function endSessions(ending: Ending): void {
    for (const place of places) {
      if (place.account === null) place.endings.push(ending)
      else endFor(place, ending)
    }
  }

  function endFor(place: Place, ending: Ending): void {
    if (!concerns(ending, place.account)) return
    if (ending.until !== undefined && place.until === null) place.until = ending.until
    else place.connection?.destroy()
  }

  return {
    async start(): Promise<SmtpPort[]> {
      const opened = await ports.open(options.ports)
      sweep = setInterval(() => {
        for (const { until, connection } of places) {
          if (until !== null && now() >= until) connection?.destroy()
        }
      }, limits.sweepMs).unref()
      return opened
    },
    /** Ends all connections: what a client wants deleted is deleted when it ends its session itself. */
    async stop(): Promise<void> {
      clearInterval(sweep)
      const closed = ports.close()
      for (const { connection } of places) connection?.destroy()
      await closed
    },
    endSessions,
    stats: () => ({ connections: places.size, ...counts }),
    accountIds: (): number[] => [...places].flatMap(({ account }) => (account ? [account.id] : [])),
  }
}
