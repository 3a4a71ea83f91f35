import type { Mail } from '@mailstop/contract'

/** Addresses of the envelope that are caught, although RFC 5321 section 4.1.2 has none like them. */
export function unusualAddresses({ envelope }: Pick<Mail, 'envelope'>): string[] {
  const addresses = new Set([envelope.from, ...envelope.to])
  return [...addresses].filter(isUnusual)
}

function isUnusual(address: string): boolean {
  if (address === '' || /^postmaster$/i.test(address)) return false
  const at = address.lastIndexOf('@')
  return at === -1 || /^\.|\.\.|\.$/.test(unquoted(address.slice(0, at)))
}

/** A quoted local part may have any dots. */
const unquoted = (local: string) => (local.startsWith('"') ? '' : local)
