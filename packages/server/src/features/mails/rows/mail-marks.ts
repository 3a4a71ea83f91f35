/** What programs mark mail with after it was caught, as its key in the table: guards that it breaks, and the verdict of the check. Pure. */

/** `detail` says what of the mail it is about. */
export type Mark = { key: string; detail?: string }

export const guardMark = (name: string): string => `guard:${name}`
export const checkMark = (verdict: 'fail' | 'warn' | 'pass'): string => `check:${verdict}`
export const checkMarks = [checkMark('fail'), checkMark('warn'), checkMark('pass')]

/** Stands beside the mark of each guard, so that `guard:any` is one key. */
export const anyGuard = guardMark('any')

/** Somebody said that the mail was right. No search asks for it. */
export const exceptionMark = (name: string): string => `right:${name}`
