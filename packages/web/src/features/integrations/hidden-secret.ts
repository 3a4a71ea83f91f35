import type { Credentials } from './code-examples.ts'

/** Always as many dots, so that they do not tell how long the secret is. */
export const hiddenSecret = '•'.repeat(12)

/** The credentials as they may be shown. */
export function shownCredentials(credentials: Credentials, revealed: boolean): Credentials {
  return revealed ? credentials : { ...credentials, password: hiddenSecret }
}
