import { proves, type PasswordProof } from '../../lib/secrets/password-proof.ts'
import { randomToken } from '../../lib/secrets/tokens.ts'
import type { SmtpAccount } from '../session/session-state.ts'

/** Logins that this process makes for itself: good once, for one account, and not known outside. */
export type OneTimeLogins = ReturnType<typeof createOneTimeLogins>

export function createOneTimeLogins() {
  const open = new Map<string, { password: string; account: SmtpAccount }>()
  return {
    /** Call `end` in any case. */
    issue(account: SmtpAccount) {
      const login = { username: randomToken(), password: randomToken() }
      open.set(login.username, { password: login.password, account })
      return { ...login, end: () => void open.delete(login.username) }
    },

    /** Null when it is none of these. */
    take(username: string, password: PasswordProof): SmtpAccount | null {
      const found = open.get(username)
      if (!found || !proves(password, found.password)) return null
      open.delete(username)
      return found.account
    },
  }
}
