import { createWildcard, foldCase } from './wildcard.ts'

/** Which envelopes the operator takes, for all teams. */
export type MailTerms = {
  takesSender: (address: string) => boolean
  takesRecipient: (address: string) => boolean
}

export type TermPatterns = {
  /** Empty: every recipient. */
  allowed: readonly string[]
  denied: readonly string[]
  deniedSenders: readonly string[]
}

export function createMailTerms({ allowed, denied, deniedSenders }: TermPatterns): MailTerms {
  const isAllowed = allowed.length === 0 ? () => true : createAddressList(allowed)
  const isDenied = createAddressList(denied)
  const isDeniedSender = createAddressList(deniedSenders)
  return {
    takesSender: (address) => !isDeniedSender(address),
    takesRecipient: (address) => isAllowed(address) && !isDenied(address),
  }
}

/** Whether one of the patterns matches an address. One without an @ is a domain: all addresses in it match. */
export function createAddressList(patterns: readonly string[]): (address: string) => boolean {
  const matches = patterns.map((pattern) =>
    createWildcard(pattern.includes('@') || pattern === '*' ? pattern : `*@${pattern}`),
  )
  return (address) => {
    const folded = foldCase(address)
    return matches.some((one) => one(folded))
  }
}
