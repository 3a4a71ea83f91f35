import { getDomain } from 'tldts'

/**
 * The part of a host that somebody registered, by the public suffix list, which counts `github.io` as a suffix; the
 * host itself where it has none, such as `localhost`. RFC 7489 section 3.2 calls it the organizational domain.
 */
export const registered = (host: string): string =>
  getDomain(host, { allowPrivateDomains: true }) ?? host.toLowerCase()

/** Whether a host of a URL, which browsers have normalized, is an IP address. */
export const isNumeric = (host: string): boolean =>
  host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host)

/** Relaxed alignment (RFC 7489 section 3.1). */
export const isSameOrganization = (one: string, other: string): boolean =>
  registered(one) === registered(other)

/** It is null where the address names none. */
export const domainOf = (address: string | undefined): string | null =>
  (address ?? '').split('@', 50).slice(1).at(-1)?.trim().toLowerCase() || null
