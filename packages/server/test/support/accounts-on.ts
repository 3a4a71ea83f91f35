import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import type { RegistrationMode } from '../../src/features/accounts/account-rules.ts'
import { accountRoutes } from '../../src/features/accounts/account-routes.ts'
import {
  createAccounts,
  createAddressProof,
  type Accounts,
  type AccountsDeps,
} from '../../src/features/accounts/accounts.ts'
import { createApiTokens } from '../../src/features/api-tokens/api-tokens.ts'
import { createTokenManagement } from '../../src/features/api-tokens/token-management.ts'
import { createOperatorRole } from '../../src/features/accounts/operator-role.ts'
import { createPasswordCheck } from '../../src/features/accounts/passwords/password-check.ts'
import { teamRoutes } from '../../src/features/teams/team-routes.ts'
import { createInvites, endInvitesOf } from '../../src/features/invites/invites.ts'
import { createCredentialRotation } from '../../src/features/inboxes/credential-rotation.ts'
import { createSmtpCredentials } from '../../src/features/inboxes/smtp-credentials.ts'
import { createSuppression } from '../../src/features/suppression/suppression.ts'
import { createTeamSweep } from '../../src/features/teams/team-sweep.ts'
import { createTeams } from '../../src/features/teams/teams.ts'
import { createHttp } from '../../src/http/http.ts'
import { createMailRemoval } from '../../src/features/mails/keep/mail-removal.ts'
import { createLimiter } from '../../src/attempts/attempts.ts'
import { createPasswords, type Passwords } from '../../src/features/accounts/passwords/passwords.ts'
import { createMailer } from '../../src/mailer/mailer.ts'
import { testShares } from '../clients/shares.ts'
import { newFolder } from './new-folder.ts'
import { strictEvents } from './strict-events.ts'

export type AccountsUnderTest = ReturnType<typeof accountsOn>

/** The parts that a test may replace. */
type Instead = AccountsDeps['teams'] &
  Pick<AccountsDeps, 'joinInvitedTeams' | 'accountsPerAddress'> & {
    removeTeamMail: (teamId: number, signal: AbortSignal) => Promise<void>
    passwords: Passwords
    hasRelay: boolean
    adminEmail: string
  }

/** Accounts and teams on a database, with a clock that the test sets, and the events that they emitted. */
export function accountsOn(
  db: Database,
  registration: RegistrationMode = 'open',
  instead: Partial<Instead> = {},
) {
  const dataDir = newFolder()
  const clock = { time: 1_700_000_000_000 }
  const now = () => clock.time
  const printed: string[] = []
  const emitted: unknown[] = []
  const failures: unknown[] = []
  const events = strictEvents()
  events.on('sessionEnded', (event) => emitted.push(event))
  events.on('membershipEnded', (event) => emitted.push(event))
  const log = pino({ level: 'silent' })
  const mailer = createMailer({
    db,
    key: new Uint8Array(32),
    mailUrl: null,
    mailFrom: 'no-reply@example.com',
    dataDir,
    log,
    print: (text) => void printed.push(text),
    now,
  })
  onTestFinished(mailer.stop)
  const limiter = createLimiter({ sql: db.sql, now })
  const publicUrl = new URL('http://localhost:8025')
  const passwords = instead.passwords ?? quickPasswords()
  const requirePassword = createPasswordCheck({ db, passwords, limiter, now })
  const credentials = createSmtpCredentials({ db, events, sealKey: new Uint8Array(32), now })
  const tokens = createApiTokens({
    db,
    events,
    limiter,
    log,
    now,
    onError: (error) => void failures.push(error),
  })
  onTestFinished(tokens.idle)
  const teams = createTeams({
    db,
    events,
    credentials,
    tokens,
    smtp: { server: 'localhost', ports: [{ port: 2525, tls: 'none' }], pop3: [], selfSigned: true },
    requirePassword,
    endingSteps: [credentials.end, tokens.endAllOf, endInvitesOf],
    now,
  })
  const { permit } = teams
  const tokenManagement = createTokenManagement({ db, events, log, now, permit, tokens })
  const rotate = createCredentialRotation({ db, credentials, teams })
  const teamSweep = createTeamSweep({
    db,
    steps: [instead.removeTeamMail ?? createMailRemoval(db)],
    onError: (error) => void failures.push(error),
    now,
  })
  const suppression = createSuppression({
    db,
    events,
    key: new Uint8Array(32).fill(5),
    publicUrl,
    log,
    now,
  })
  const asking = { db, events, mailer, suppression, limiter, publicUrl, now }
  const operatorRole = createOperatorRole({
    adminEmail: instead.adminEmail ?? null,
    now,
  })
  const invites = createInvites({
    ...asking,
    teams,
    hasRelay: instead.hasRelay ?? false,
    linkKey: new Uint8Array(32),
    proveAddress: createAddressProof(operatorRole),
  })
  const accounts = createAccounts({
    db,
    events,
    teams: { ...teams, ...instead },
    tokens,
    mailer,
    isFirstAccount: async () => false,
    isInvited: invites.isInvited,
    invitersOf: invites.invitersOf,
    signInRules: { domains: null, adminEmail: null, passwords: true, issuer: null },
    provesAddress: invites.provesAddress,
    joinInvitedTeams: instead.joinInvitedTeams ?? invites.takeUp,
    onError: (error) => void failures.push(error),
    limiter,
    passwords,
    requirePassword,
    publicUrl,
    registration,
    accountsPerAddress: instead.accountsPerAddress ?? 1_000,
    operatorRole,
    now,
  })
  /** Finds the token of a link to `page` in the newest mail. */
  const lastToken = (page: 'verify-email' | 'reset-password' = 'verify-email') =>
    new RegExp(`/${page}/([\\w-]{43})(\\?|$)`).exec(printed.at(-1) ?? '')?.[1] ?? ''
  const settled = afterTheirMail(accounts, mailer.idle)
  /** An account of that name, with the token that verifies its address. */
  async function signUp(name: string, isVerified = true) {
    const account = { email: `${name.toLowerCase()}@example.com`, password: 'correct horse' }
    await settled.register({ name, ...account }, testClient.address)
    const verification = lastToken()
    const { token: sessionToken, ...caller } = await signIn(settled, account)
    if (isVerified) await settled.verifyEmail(verification, caller)
    return { email: account.email, verification, sessionToken, ...caller }
  }
  return {
    db,
    events,
    accounts: settled,
    signUp,
    operatorRole,
    requirePassword,
    limiter,
    teams,
    credentials,
    tokens,
    tokenManagement,
    rotate,
    sweepTeams: teamSweep.sweep,
    invites,
    suppression,
    clock,
    printed,
    emitted,
    failures,
    lastToken,
    mailLeft: mailer.idle,
  }
}

export const testClient = { address: '192.0.2.1', userAgent: 'Test' }

/** A new session of this account. */
export async function signIn(
  accounts: Accounts,
  account: { email: string; password: string },
  from = testClient,
) {
  const { token } = await accounts.logIn(account, from, null)
  const caller = await accounts.findSession(token)
  if (!caller) throw new Error('The session that just began is not found')
  return { token, ...caller }
}

export const quickPasswords = () =>
  createPasswords(testShares().passwords, { memoryKb: 64, passes: 1 })

/** Operations that answer once the mail they caused has left, so that a test can look at it. */
function afterTheirMail(accounts: Accounts, mailLeft: () => Promise<void>): Accounts {
  const operations = Object.entries(accounts).map(([name, operation]) => [
    name,
    async (...input: never[]) => {
      try {
        return await (operation as (...input: never[]) => Promise<unknown>)(...input)
      } finally {
        await mailLeft()
      }
    },
  ])
  return Object.fromEntries(operations) as Accounts
}

/** Their routes over real HTTP; returns the port. */
export async function serve({ accounts, teams, tokens }: AccountsUnderTest): Promise<number> {
  const http = createHttp({
    host: '127.0.0.1',
    port: 0,
    publicUrl: new URL('http://localhost:8025'),
    trustedProxies: [],
    routes: [...accountRoutes(accounts, { relay: true, passwords: true }), ...teamRoutes(teams)],
    webRoot: null,
    shares: testShares(),
    findSession: accounts.findSession,
    checkToken: tokens.check,
    csrfKey: new Uint8Array(32).fill(1),
    log: pino({ level: 'silent' }),
  })
  onTestFinished(http.stop)
  return (await http.start()).port
}
