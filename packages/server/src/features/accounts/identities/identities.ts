import type { Identity, SignInProblem } from '@mailstop/contract'
import type { UserActor } from '../../../actor.ts'
import type { Tx, Work } from '../../../db/database.ts'
import { lockUser } from '../../../db/locks.ts'
import type { UserRow } from '../../../db/schema.ts'
import { conflict, notFound, signedOut } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Teams } from '../../teams/teams.ts'
import { addressKey } from '../../../lib/network/address-key.ts'
import { insertUser, markVerified, userByEmail } from '../account-store.ts'
import type { OperatorRole } from '../operator-role.ts'
import type { FamiliarClients } from '../sessions/familiar-clients.ts'
import type { NotifyOfChange } from '../sessions/security-notices.ts'
import { livingSession } from '../sessions/session-store.ts'
import type { Client, Sessions } from '../sessions/sessions.ts'
import {
  addressProblem,
  mayRegister,
  type NamedIdentity,
  type Person,
  type SignInRules,
} from './identity-rules.ts'
import {
  deleteIdentity,
  findIdentity,
  identitiesOf,
  insertIdentity,
  touchIdentity,
  type IdentityRow,
} from './identity-store.ts'

/**
 * Accounts that are opened by the sign-in of an organisation. A known subject of an issuer is its user, whatever the
 * address is now. Someone unknown gets an account without a password, if the issuer has verified the address. An
 * address that has an account is never joined to it silently (`identity-confirmation.ts`).
 */
export type Identities = ReturnType<typeof createIdentities>

export type IdentitiesDeps = Pick<FeatureDeps, 'db' | 'now'> & {
  teams: Pick<Teams, 'createPersonal' | 'followGroups'>
  sessions: Sessions
  familiar: FamiliarClients
  operatorRole: OperatorRole
  notify: NotifyOfChange
  joinInvitedTeams: (userId: number) => Promise<void>
  invitersOf: (email: string) => Promise<string[]>
  signInRules: SignInRules & {
    passwords: boolean
    /** Only its sign-ins open an account; null: there is none. */
    issuer: string | null
  }
}

/** `teams` are those that the groups of the person give; null: groups are not known. */
export type Arrival = {
  person: Person
  teams: readonly number[] | null
  /** Whether the person has just typed their login at the issuer. */
  isConfirmed: boolean
  from: Client
  previous: UserActor | null
  /** Who confirms that it is they opens this account and no other; null: any. */
  onlyAs: number | null
}

export type Begun = { token: string; lifetimeMs: number | null; browser: string }

type Opened = Begun & { userId: number }

export function createIdentities(deps: IdentitiesDeps) {
  const { db, teams, sessions, familiar, operatorRole, notify, signInRules, now } = deps

  async function signIn(arrival: Arrival): Promise<Begun | { problem: SignInProblem | 'confirm' }> {
    const { person, onlyAs } = arrival
    const known = await findIdentity(db.sql, person)
    if (onlyAs !== null && known?.user_id !== onlyAs) return { problem: 'other_person' }
    if (known) {
      const opened = await db.transaction((tx, afterCommit) =>
        openKnown([tx, afterCommit], known, arrival),
      )
      if (opened !== null) return 'problem' in opened ? opened : begun(opened, arrival)
    }
    const problem = addressProblem(person, signInRules.domains)
    if (problem !== null || person.email === null) return { problem: problem ?? 'no_email' }
    if (await userByEmail(db.sql, addressKey(person.email))) return { problem: 'confirm' }
    const isInvited = (await deps.invitersOf(person.email)).length > 0
    if (!mayRegister(person.email, signInRules, isInvited)) return { problem: 'registration' }
    const email = person.email
    const made = await db.transaction((tx, afterCommit) =>
      openNew([tx, afterCommit], { ...arrival, email }),
    )
    // Another tab of the same person was faster.
    return made === null ? signIn(arrival) : begun(made, arrival)
  }

  /** Null when the identity or its account has gone meanwhile. */
  async function openKnown(
    [tx, afterCommit]: Work,
    { id, user_id }: IdentityRow,
    arrival: Arrival,
  ): Promise<Opened | { problem: 'disabled' } | null> {
    const user = await lockUser(tx, { id: user_id })
    const identity = await findIdentity(tx, arrival.person)
    if (!user || identity?.id !== id) return null
    if (user.disabled_at !== null) return { problem: 'disabled' }
    await touchIdentity(tx, id, { email: arrival.person.email, used_at: now() })
    return open([tx, afterCommit], user, arrival)
  }

  async function openNew(
    [tx, afterCommit]: Work,
    arrival: Arrival & { email: string },
  ): Promise<Opened | null> {
    const { email, person } = arrival
    const { name } = person
    const email_key = addressKey(email)
    const times = { email_verified_at: now(), created_at: now() }
    const id = await insertUser(tx, { name, email, email_key, password_hash: '', ...times })
    if (id === null) return null
    await teams.createPersonal(tx, { id, name })
    await operatorRole.claim(tx, id)
    if (!(await insertIdentity(tx, rowOf(person, id)))) {
      throw conflict('Another account was just made for this sign-in. Start again.')
    }
    return open([tx, afterCommit], { id }, arrival)
  }

  const rowOf = ({ issuer, subject, email }: NamedIdentity, userId: number) => ({
    user_id: userId,
    issuer,
    subject,
    email,
    created_at: now(),
    used_at: now(),
  })

  /** Gives a held account the teams of its groups and a session. */
  async function open(
    work: Work,
    { id }: Pick<UserRow, 'id'>,
    { teams: given, isConfirmed, from }: Omit<Arrival, 'person' | 'previous' | 'onlyAs'>,
  ): Promise<Opened> {
    if (given !== null) await teams.followGroups(work, id, given)
    const browser = await familiar.remember(work[0], id, from)
    const session = await sessions.begin(work[0], id, { remember: false, isConfirmed }, from)
    return { ...session, browser, userId: id }
  }

  /** The session that was there ends last: other tabs then fetch again, and must find the new one. */
  async function begun(
    { userId, ...session }: Opened,
    { previous }: Pick<Arrival, 'previous'>,
  ): Promise<Begun> {
    await deps.joinInvitedTeams(userId)
    if (previous) await sessions.end(previous)
    return session
  }

  /** Connects a sign-in to a held account, whose address it proves if it is the same. */
  async function connectHeld(
    [tx, afterCommit]: Work,
    user: UserRow,
    person: NamedIdentity,
  ): Promise<boolean> {
    const known = await findIdentity(tx, person)
    if (known && known.user_id !== user.id) return false
    if (!known && !(await insertIdentity(tx, rowOf(person, user.id)))) return false
    const isOwnAddress = person.email !== null && addressKey(person.email) === user.email_key
    if (isOwnAddress && user.email_verified_at === null) {
      await markVerified(tx, user.id, user.email_key, now())
      await operatorRole.claim(tx, user.id)
    }
    if (!known) await notify([tx, afterCommit], user, 'sign_in_connected')
    return true
  }

  /** Connects a sign-in to the account of a session that asked for it with its password. */
  async function connect(
    { userId, sessionId }: Pick<UserActor, 'userId' | 'sessionId'>,
    person: Person,
  ): Promise<SignInProblem | null> {
    const problem = signInRules.domains && addressProblem(person, signInRules.domains)
    if (problem) return problem
    return db.transaction(async (tx, afterCommit) => {
      const user = await lockUser(tx, { id: userId })
      if (!user || !(await livingSession(tx, sessionId, now()))) return 'signed_out'
      return (await connectHeld([tx, afterCommit], user, person)) ? null : 'linked_elsewhere'
    })
  }

  async function list(userId: number): Promise<Identity[]> {
    const rows = await identitiesOf(db.sql, userId)
    return rows.map(({ id, issuer, email, created_at, used_at }) => ({
      id,
      issuer,
      email,
      created_at: new Date(created_at).toISOString(),
      last_used_at: new Date(used_at).toISOString(),
    }))
  }

  async function disconnect(userId: number, identityId: number): Promise<void> {
    await db.transaction(async (tx) => {
      const user = await lockUser(tx, { id: userId })
      if (!user) throw signedOut()
      const rows = await identitiesOf(tx, userId)
      if (!rows.some(({ id }) => id === identityId)) throw notFound()
      const opensByPassword = signInRules.passwords && user.password_hash !== ''
      const isOpened = rows.some(
        ({ id, issuer }) => id !== identityId && issuer === signInRules.issuer,
      )
      if (!isOpened && !opensByPassword) {
        throw conflict(
          signInRules.passwords
            ? 'This is the only way into your account. Set a password first.'
            : 'This is the only way into your account.',
        )
      }
      await deleteIdentity(tx, identityId)
    })
  }

  return { signIn, open, begun, connectHeld, connect, list, disconnect }
}

/**
 * Ends sign-ins that are not of the account's own address, after its password was reset: who knew the old one may have
 * connected theirs.
 */
export async function endForeignIdentities(
  tx: Tx,
  { id: userId, email_key }: Pick<UserRow, 'id' | 'email_key'>,
): Promise<void> {
  for (const { id, email } of await identitiesOf(tx, userId)) {
    if (email === null || addressKey(email) !== email_key) await deleteIdentity(tx, id)
  }
}
