/**
 * Whether `If-None-Match` names this tag, so that its client has the content already. The comparison is the weak one,
 * as RFC 9110 section 13.1.2 asks for.
 */
export function hasTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = opaqueOf(tag)
  return ifNoneMatch
    .slice(0, mostCharacters)
    .split(',')
    .some((each) => opaqueOf(each) === opaque)
}

/** Clients that keep several versions name them all; the rest of a longer list is not read. */
const mostCharacters = 4_096

const opaqueOf = (tag: string) => tag.trim().replace(/^W\//, '')
