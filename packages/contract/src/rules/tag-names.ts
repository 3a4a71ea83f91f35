import { limits } from './limits.ts'

// Apart from the schemas of calls, which the list of mail does not load.

/** Two tags are the same when they differ in case alone. */
export const tagKey = (name: string): string => name.toLowerCase()

/** ASCII only, so that both databases and all clients agree on which tags are the same. */
const tagForm = /^[A-Za-z0-9 _.@-]+$/

/** The stored form: without spaces around it, and with one between its words. Null when it is no tag. */
export function readTag(text: string): string | null {
  const name = text.trim().replaceAll(/ +/g, ' ')
  return name.length <= limits.tagLength && tagForm.test(name) ? name : null
}

export const tagRule = 'A tag has 1 to 100 letters, digits, spaces and characters of . _ @ -'
