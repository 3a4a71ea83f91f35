/**
 * What Login can be opened with in its `status` query. The query comes from the address bar, so
 * anyone can have written it: only these texts are shown as ours.
 */

/** Shown after a registration. */
export const accountCreated = 'Account created successfully'

/** A visitor who is not signed in has opened the link of a verification mail. */
export const loginConfirms = 'Log in to confirm your email address.'

export function loginStatus(value: string | null): string | null {
  return value === accountCreated || value === loginConfirms ? value : null
}
