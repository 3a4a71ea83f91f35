import { signInProblems } from '@mailstop/contract'
import { fullPath } from './paths/base-path.ts'
import { withQuery } from './paths/with-query.ts'

/**
 * How people sign in. The server writes it into the page, so that no screen changes after it is shown. Where nothing is
 * written there are passwords alone.
 */
export const signInName = (): string | null => document.documentElement.dataset['signIn'] ?? null

/** Whether people log in and register with passwords. */
export const hasPasswords = (): boolean => document.documentElement.dataset['passwords'] !== 'off'

/** The address that leads to the sign-in of the organisation, and back to a page. The server answers it, not this app. */
export const signInPath = (redirect: string | null, { again = false } = {}): string =>
  withQuery(fullPath('/auth/oidc'), { redirect, again: again ? '1' : null })

/** The sentence of a code in the address; null for any other text, which anyone can have written. */
export const signInProblem = (code: string | null): string | null =>
  code !== null && Object.hasOwn(signInProblems, code)
    ? signInProblems[code as keyof typeof signInProblems]
    : null
