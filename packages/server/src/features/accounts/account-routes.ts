import {
  cancelEmailChange,
  changePassword,
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
import { route, type Route } from '../../http/route.ts'
import type { Accounts } from './accounts.ts'

export function accountRoutes(accounts: Accounts): Route[] {
  return [
    route(getCsrfCookie, async (_input, { session }) => {
      session.renewCsrf()
      return { message: 'The XSRF-TOKEN cookie is set' }
    }),
    route(login, async ({ body }, { caller, client, session }) => {
      const begun = await accounts.logIn(body, client, caller)
      const { token, lifetimeMs, browser, emailVerifiedAt } = begun
      session.begin(token, lifetimeMs)
      session.keepBrowser(browser)
      return { message: 'Logged in', email_verified_at: emailVerifiedAt }
    }),
    route(logout, async (_input, { caller, session }) => {
      if (caller) await accounts.logOut(caller)
      session.end()
      return { message: 'Logged out' }
    }),
    route(register, async ({ body }, { client }) => {
      await accounts.register(body, client.address)
      return { message: 'Account created successfully' }
    }),
    route(resendVerification, async (_input, { caller, client }) => ({
      message: await accounts.resendVerification(caller.userId, client.address),
    })),
    route(verifyEmail, async ({ params }, { caller }) => ({
      message: await accounts.verifyEmail(params.token, caller),
    })),
    route(getProfile, async (_input, { caller }) => ({
      data: await accounts.getProfile(caller.userId),
    })),
    route(updateProfile, async ({ body }, { caller }) => ({
      data: await accounts.updateProfile(caller, body),
    })),
    route(cancelEmailChange, async (_input, { caller }) => {
      await accounts.cancelEmailChange(caller.userId)
      return { message: 'Your email address stays as it is' }
    }),
    route(deleteAccount, async ({ body }, { caller, session }) => {
      await accounts.deleteAccount(caller, body.password)
      session.end()
      return { message: 'Account deleted successfully' }
    }),
    route(changePassword, async ({ body }, { caller }) => {
      await accounts.changePassword(caller, body)
      return { message: 'Password updated successfully' }
    }),
    route(listSessions, async (_input, { caller }) => ({
      data: await accounts.listSessions(caller),
    })),
    route(endSession, async ({ params }, { caller, session }) => {
      if (await accounts.endSession(caller, params.session)) session.end()
      return { message: 'Session ended' }
    }),
    route(endOtherSessions, async (_input, { caller }) => {
      await accounts.endOtherSessions(caller)
      return { message: 'All other sessions ended' }
    }),
    route(forgotPassword, async ({ body }, { client }) => {
      await accounts.requestPasswordReset(body.email, client)
      return { message: 'If this address has an account, a password reset link is on its way.' }
    }),
    route(resetPassword, async ({ body }, { client, session }) => {
      session.keepBrowser(await accounts.resetPassword(body, client))
      return { message: 'Your password has been reset. Log in with the new one.' }
    }),
  ]
}
