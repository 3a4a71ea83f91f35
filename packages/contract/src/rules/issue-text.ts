import type { z } from 'zod'

export type RawIssue = Parameters<NonNullable<z.core.ParseContext<z.core.$ZodIssue>['error']>>[0]

/** The texts of failed checks; a schema's own text wins. Shared by the server and the forms. */
export function issueText(issue: RawIssue): string {
  const field = fieldLabel(issue.path ?? [])
  if (issue.code === 'unrecognized_keys') return 'Unknown field'
  const missing =
    issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)
  const empty = issue.code === 'too_small' && issue.origin === 'string' && issue.input === ''
  if (missing || empty) return `${field} is a required field`
  if (issue.origin === 'string' && issue.code === 'too_small') {
    return `${field} must be at least ${String(issue.minimum)} characters`
  }
  if (issue.origin === 'string' && issue.code === 'too_big') {
    return `${field} must be at most ${String(issue.maximum)} characters`
  }
  return 'field is not valid'
}

/** Labels of fields whose names do not read as one. */
const labels: Readonly<Record<string, string>> = {
  q: 'Search',
  sndr: 'Sender',
  rcpt: 'Recipient',
  user: 'New owner',
  password_confirmation: 'Confirm password',
  label: 'Name',
}

/** Returns what a form calls a field: 'Confirm password' for `password_confirmation`, 'From' for `rules.from`. */
function fieldLabel(path: readonly PropertyKey[]): string {
  const name = path.findLast((step): step is string => typeof step === 'string') ?? 'field'
  if (Object.hasOwn(labels, name)) return labels[name] ?? name
  const words = name.replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
