/**
 * An SMTP user name may carry a tag for the mail that is sent with it: `USERNAME+run42`. User names that
 * the product makes hold no plus.
 */
export function readLogin(given: string): { username: string; tag: string | null } {
  const [, username, tag] = /^([^+]+)\+([A-Za-z0-9._-]{1,64})$/.exec(given) ?? []
  return username === undefined || tag === undefined
    ? { username: given, tag: null }
    : { username, tag }
}
