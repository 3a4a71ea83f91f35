import {
  getCsrfCookie,
  getProfile,
  login,
  logout,
  register,
  resendVerification,
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
      const { token, lifetimeMs, emailVerifiedAt } = await accounts.logIn(body, client, caller)
      session.begin(token, lifetimeMs)
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
    route(resendVerification, async (_input, { caller }) => ({
      message: await accounts.resendVerification(caller.userId),
    })),
    route(verifyEmail, async ({ params }) => ({
      message: await accounts.verifyEmail(params.token),
    })),
    route(getProfile, async (_input, { caller }) => ({
      data: await accounts.getProfile(caller.userId),
    })),
  ]
}
