import type { Tx, Work } from '../../db/database.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { Teams } from '../teams/teams.ts'
import { createAccountAdministration } from './account-administration.ts'
import { familiarForMs, type RegistrationMode } from './account-rules.ts'
import {
  deleteExpiredTokens,
  deleteMarkedUsers,
  markVerified,
  updateUser,
} from './account-store.ts'
import { createAddressChange } from './address-change.ts'
import { createEmailVerification } from './registration/email-verification.ts'
import { createIdentities } from './identities/identities.ts'
import { createIdentityConfirmation } from './identities/identity-confirmation.ts'
import type { SignInRules } from './identities/identity-rules.ts'
import { deleteOldClients } from './sessions/familiar-client-store.ts'
import { createFamiliarClients } from './sessions/familiar-clients.ts'
import { createLogIn } from './sessions/login.ts'
import type { OperatorRole } from './operator-role.ts'
import { createProvidedAccounts } from './registration/provided-account.ts'
import { createPasswordChange, type TokensMade } from './passwords/password-change.ts'
import type { PasswordCheck } from './passwords/password-check.ts'
import { createProfile } from './profile.ts'
import { createRegistration } from './registration/registration.ts'
import { createSecurityNotices } from './sessions/security-notices.ts'
import { createSessions } from './sessions/sessions.ts'
import { createVerificationLinks } from './registration/verification-links.ts'

/**
 * People's accounts: registering, verifying an address, logging in and out, passwords, the profile. Neither the
 * answers nor their time show a stranger whether an address has an account.
 */
export type Accounts = ReturnType<typeof createAccounts>

/** Runs in the transaction that proves an address in another way than by our link. */
export const createAddressProof =
  (operatorRole: OperatorRole) =>
  async (
    tx: Tx,
    { id, email_key, at }: { id: number; email_key: string; at: number },
  ): Promise<void> => {
    await markVerified(tx, id, email_key, at)
    await operatorRole.claim(tx, id)
  }

export type { Client } from './sessions/sessions.ts'
export type { Begun } from './identities/identities.ts'
export type { Waiting } from './identities/identity-confirmation.ts'
export type { Person } from './identities/identity-rules.ts'

export type AccountsDeps = Pick<
  FeatureDeps,
  'db' | 'events' | 'mailer' | 'limiter' | 'publicUrl' | 'now'
> & {
  teams: Pick<Teams, 'createPersonal' | 'takeBackPersonal' | 'removeAllOf' | 'followGroups'>
  /** Whether this token was mailed to this address with an invitation that is still valid. */
  isInvited: (email: string, token: string) => Promise<boolean>
  /** The names of the teams that wait for the holder of this address. */
  invitersOf: (email: string) => Promise<string[]>
  /** Whom the sign-in of an organisation lets in, and whether passwords do. */
  signInRules: Pick<SignInRules, 'domains' | 'adminEmail'> & {
    passwords: boolean
    issuer: string | null
  }
  /** Whether the operator printed this token for the first account, with this address. */
  isFirstAccount: (email: string, token: string) => Promise<boolean>
  /** Whether a relay carried that token to this address. */
  provesAddress: (email: string, token: string) => Promise<boolean>
  /** Begins the memberships that wait for an account whose address is proven. */
  joinInvitedTeams: (userId: number) => Promise<void>
  onError: (error: unknown) => void
  passwords: Passwords
  requirePassword: PasswordCheck
  tokens: TokensMade
  registration: RegistrationMode
  accountsPerAddress: number
  operatorRole: OperatorRole
}

export function createAccounts(deps: AccountsDeps) {
  const { db, now } = deps
  const { createPersonal: createPersonalTeam } = deps.teams
  // A membership that fails is tried again at the next log in; this log in continues.
  const joinInvitedTeams = (userId: number) => deps.joinInvitedTeams(userId).catch(deps.onError)
  const sessions = createSessions(deps)
  const notify = createSecurityNotices(deps)
  const issueLink = createVerificationLinks(deps)
  const addressChange = createAddressChange({ ...deps, issueLink, notify })
  const own = {
    ...deps,
    joinInvitedTeams,
    sessions,
    familiar: createFamiliarClients(deps),
    issueLink,
    addressChange,
    notify,
    signInRules: { ...deps.signInRules, registration: deps.registration },
  }
  const verification = createEmailVerification(own)
  const registration = createRegistration({ ...own, mode: deps.registration, verification })
  const passwordChange = createPasswordChange(own)
  const profile = createProfile(own)
  const provide = createProvidedAccounts({ ...own, createPersonalTeam })
  const identities = createIdentities(own)
  const logIn = createLogIn(own)
  const administration = createAccountAdministration({
    ...own,
    provide,
    makeResetLink: passwordChange.makeLink,
    replacePassword: passwordChange.replace,
    endAccount: profile.removeHeld,
    setDisabled,
  })

  /** Call it from time to time: expired rows have no effect, but fill their tables. */
  async function removeExpired(): Promise<void> {
    await sessions.removeExpired()
    await deleteExpiredTokens(db.sql, now())
    await deleteMarkedUsers(db.sql)
    await deleteOldClients(db.sql, now() - familiarForMs)
  }

  /** Ends all sessions of a held account, and stops logins to it, for an operator. */
  async function setDisabled(work: Work, userId: number, at: number | null): Promise<void> {
    await updateUser(work[0], userId, { disabled_at: at })
    if (at !== null) await sessions.endAllOf(work, userId)
  }

  return {
    register: registration.register,
    provide,
    administration,
    verifyEmail: verification.confirm,
    resendVerification: verification.resend,
    logIn,
    identities: { ...identities, ...createIdentityConfirmation({ ...own, identities, logIn }) },
    logOut: sessions.end,
    isLiving: sessions.isLiving,
    findSession: sessions.find,
    listSessions: sessions.list,
    endSession: sessions.endOneOf,
    endOtherSessions: sessions.endOthersOf,
    getProfile: profile.get,
    updateProfile: profile.update,
    cancelEmailChange: addressChange.cancel,
    deleteAccount: profile.remove,
    changePassword: passwordChange.change,
    requestPasswordReset: passwordChange.requestReset,
    resetPassword: passwordChange.reset,
    removeExpired,
    setDisabled,
    endSessionsOf: (work: Work, userId: number) => sessions.endAllOf(work, userId),
    mailResetLink: passwordChange.mailResetLink,
    removeHeld: profile.removeHeld,
  }
}
