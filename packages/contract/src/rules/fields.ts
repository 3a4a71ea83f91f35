import { z } from 'zod'
import { limits } from './limits.ts'
import { issueText, type RawIssue } from './issue-text.ts'

// One definition for each kind of field, so that every form and route refuses the same values.

const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

export const isOneLine = (value: string): boolean => !controlCharacters.test(value)

/** A name of a person, team or rule: trimmed, one line. */
export const nameField = z.string().trim().min(1).max(limits.nameLength).refine(isOneLine)

/** An account's address: one addr-spec of RFC 5321 without quoting or comments. */
export const emailField = z.string().trim().min(1).max(limits.emailLength).pipe(z.email())

/** A password being chosen. Messages make the label of its field from `as`. */
export function newPasswordAs(as: string) {
  const error = (issue: RawIssue) => issueText({ ...issue, path: [as] })
  return z
    .string({ error })
    .min(1, { error })
    .min(limits.passwordMinimum, { error })
    .max(limits.passwordMaximum, { error })
}

export const newPasswordField = newPasswordAs('password')

/** A password being checked: whatever it is, only its presence is validated. */
export const passwordField = z.string().min(1).max(1_000)

/** An id in a path or a reply. */
export const idField = z.number().int().positive()

/** An id as it stands in a URL. */
export const idParam = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

/** A moment, as ISO 8601 in UTC. */
export const timeField = z.iso.datetime()
