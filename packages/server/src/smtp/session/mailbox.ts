import { isIPv4, isIPv6 } from 'node:net'

/** `<…>` of MAIL and RCPT (RFC 5321 section 4.1.2), and where the text after it begins. */
export type Path = { address: string; end: number }

// Apps send to and from `foo..bar` and `foo.` as well, and servers in use take that.
const dotString = "(?!\\.+[@>])[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-.\\u00a1-\\u{10ffff}]+"
const quotedString = '"(?:[^"\\\\]|\\\\[ -~])*"'
// Underscores are no letters of a host name, but container and service names are full of them.
const label =
  '[A-Za-z0-9_\\u00a1-\\u{10ffff}](?:[A-Za-z0-9_\\-\\u00a1-\\u{10ffff}]*[A-Za-z0-9_\\u00a1-\\u{10ffff}])?'
const domain = `${label}(?:\\.${label})*`

const sourceRoute = new RegExp(`@${domain}(?:,@${domain})*:`, 'uy')
const localPart = new RegExp(`(?:${dotString}|${quotedString})`, 'uy')
const domainPart = new RegExp(`@(${domain})`, 'uy')
const literalPart = /@\[([!-Z^-~]+)\]/y
const generalLiteral = /^[A-Za-z0-9-]*[A-Za-z0-9]:[!-Z^-~]+$/

// RFC 5321 section 4.5.3.1 asks for 64 and 255 at least; bounce addresses carry longer local parts.
const localPartLength = 256
const domainLength = 255
const labelLength = 63
const longLabel = /[^.]{64}/

/**
 * Reads a path at the start of `text`. Beyond the grammar it takes dots anywhere in a local part, a sender
 * without a domain, such as `root`, a domain of one label, and a source route, which it ignores as RFC 5321
 * appendix C asks.
 */
export function readPath(text: string, kind: 'reverse' | 'forward'): Path | null {
  if (text[0] !== '<') return null
  if (kind === 'reverse' && text.startsWith('<>')) return { address: '', end: 2 }
  const postmaster = kind === 'forward' && /^<(postmaster)>/i.exec(text)
  if (postmaster) return { address: postmaster[1] ?? '', end: postmaster[0].length }
  const start = 1 + (match(sourceRoute, text, 1)?.length ?? 0)
  const local = match(localPart, text, start)
  if (local === null || Buffer.byteLength(local) > localPartLength) return null
  const at = start + local.length
  if (kind === 'reverse' && start === 1 && text[at] === '>') return { address: local, end: at + 1 }
  const host = match(domainPart, text, at)
  const literal = host === null ? match(literalPart, text, at) : null
  if (host === null ? !isAddressLiteral(literal) : !isDomain(host.slice(1))) return null
  const end = at + (host ?? literal ?? '').length
  if (text[end] !== '>') return null
  return { address: text.slice(start, end), end: end + 1 }
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

/** Nearly every name is no longer than a label may be. */
const isDomain = (name: string) =>
  name.length <= labelLength || (Buffer.byteLength(name) <= domainLength && !longLabel.test(name))

/** RFC 5321 section 4.1.3, with its `@[` and `]`. */
function isAddressLiteral(literal: string | null): boolean {
  if (literal === null) return false
  const inside = literal.slice(2, -1)
  if (inside.length > domainLength) return false
  if (/^ipv6:/i.test(inside)) return isIPv6(inside.slice(5)) && !inside.includes('%')
  return isIPv4(inside) || generalLiteral.test(inside)
}
