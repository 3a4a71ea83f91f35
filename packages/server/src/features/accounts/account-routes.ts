import {
  cancelEmailChange,
  changePassword,
  countText,
  deleteAccount,
  endOtherSessions,
  endSession,
  forgotPassword,
  getCsrfCookie,
  getProfile,
  listSessions,
  login,
  logout,
  register,
  resendVerification,
  resetPassword,
  updateProfile,
  verifyEmail,
} from '@mailstop/contract'
import { forbidden } from '../../errors.ts'
import { dataRoute, doneRoute, route, type Route } from '../../http/route.ts'
import type { Accounts } from './accounts.ts'
import type { TokensAfter } from './passwords/password-change.ts'

/**
 * Without a relay the link is made, but no email is sent. Without `passwords`, people sign in by their organisation alone;
 * a link of reset that the operator made still sets a password, for the day on which passwords open accounts again.
 */
export function accountRoutes(
  accounts: Accounts,
  { relay, passwords }: { relay: boolean; passwords: boolean },
): Route[] {
  const requirePasswords = () => {
    if (!passwords) throw forbidden('Passwords are turned off on this server.')
  }
  return [
    route(getCsrfCookie, async (_input, { session }) => {
      session.renewCsrf()
      return { message: 'The XSRF-TOKEN cookie is set' }
    }),
    route(login, async ({ body }, { actor, client, session }) => {
      requirePasswords()
      const begun = await accounts.logIn(body, client, actor)
      const { token, lifetimeMs, browser, emailVerifiedAt } = begun
      session.begin(token, lifetimeMs)
      session.keepBrowser(browser)
      return { message: 'Logged in', email_verified_at: emailVerifiedAt }
    }),
    route(logout, async (_input, { actor, session }) => {
      if (actor) await accounts.logOut(actor)
      session.end()
      return { message: 'Logged out' }
    }),
    route(register, async ({ body }, { client, session }) => {
      requirePasswords()
      session.keepBrowser(await accounts.register(body, client.address, client.browser))
      return { message: 'Account created successfully' }
    }),
    route(resendVerification, async (_input, { actor, client }) => ({
      message: await accounts.resendVerification(actor.userId, client.address),
    })),
    route(verifyEmail, async ({ params, body }, { actor, client }) => ({
      message: await accounts.verifyEmail(params.token, actor, body.password, client),
    })),
    dataRoute(getProfile, (_input, { actor }) => accounts.getProfile(actor.userId)),
    dataRoute(updateProfile, ({ body }, { actor }) => accounts.updateProfile(actor, body)),
    doneRoute(cancelEmailChange, 'Your email address stays as it is', (_input, { actor }) =>
      accounts.cancelEmailChange(actor.userId),
    ),
    route(deleteAccount, async ({ body }, { actor, session }) => {
      await accounts.deleteAccount(actor, body.password)
      session.end()
      return { message: 'Account deleted successfully' }
    }),
    route(changePassword, async ({ body }, { actor }) => {
      const after = await accounts.changePassword(actor, body)
      return { message: withTokens('Password updated successfully', after) }
    }),
    dataRoute(listSessions, (_input, { actor }) => accounts.listSessions(actor)),
    route(endSession, async ({ params }, { actor, session }) => {
      if (await accounts.endSession(actor, params.session)) session.end()
      return { message: 'Session ended' }
    }),
    doneRoute(endOtherSessions, 'All other sessions ended', (_input, { actor }) =>
      accounts.endOtherSessions(actor),
    ),
    route(forgotPassword, async ({ body }, { client }) => {
      requirePasswords()
      await accounts.requestPasswordReset(body.email, client)
      const became = relay ? 'is on its way' : 'was made for it'
      return { message: `If this address has an account, a password reset link ${became}.` }
    }),
    route(resetPassword, async ({ body }, { client, session }) => {
      const { browser, ...after } = await accounts.resetPassword(body, client)
      session.keepBrowser(browser)
      return {
        message: withTokens('Your password has been reset. Log in with the new one.', after),
      }
    }),
  ]
}

/** Says whether the user's API tokens still hold after a new password, if there are any. */
function withTokens(message: string, { tokens, revoked }: TokensAfter): string {
  if (tokens === 0) return message
  const sentence = message.endsWith('.') ? message : `${message}.`
  const named = `${countText(tokens, 'API token')} that you made`
  const [was, works] = tokens === 1 ? ['was', 'works'] : ['were', 'work']
  return revoked
    ? `${sentence} ${named} ${was} revoked.`
    : `${sentence} ${named} still ${works}. You can revoke them under Integrations.`
}
