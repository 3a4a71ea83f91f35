import { readStored, store } from '../../lib/stored.ts'

/** The addresses to which this browser forwarded mail, the latest first. Logging out removes them. */
const storageKey = 'forwardedTo'
const kept = 20

export function pastAddresses(): string[] {
  try {
    const value: unknown = JSON.parse(readStored(storageKey) ?? '[]')
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, kept) : []
  } catch {
    return []
  }
}

export function rememberAddress(address: string): void {
  write([address, ...pastAddresses().filter((one) => one !== address)].slice(0, kept))
}

export function forgetAddresses(): void {
  write([])
}

function write(addresses: readonly string[]): void {
  store(storageKey, JSON.stringify(addresses))
}
