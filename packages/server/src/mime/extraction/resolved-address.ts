import { limits } from '@mailstop/contract/limits'

const longestBase = 2_000

/**
 * Reads addresses as browsers do (URL section 4.4): without white space around them and line breaks in them, relative
 * to the base. Each result repeats the base: once the room is used up, later addresses stay as they are written.
 */
export function resolverFrom(base: string | null): (written: string) => string {
  const start = base === null ? null : URL.parse(webAddress(trimmed(base)))
  let room: number = limits.resolvedCharacters
  return (written) => {
    const address = trimmed(written)
    const isWhole = start === null || start.href.length > longestBase || schemeOf(address) !== null
    const resolved = isWhole || room <= 0 ? undefined : URL.parse(address, start.href)?.href
    room -= Math.max(0, (resolved?.length ?? 0) - address.length)
    return resolved ?? address
  }
}

const trimmed = (address: string) => address.replaceAll(/[\t\n\r]/g, '').trim()

const webAddress = (base: string) => (base.startsWith('//') ? `https:${base}` : base)

export const schemeOf = (address: string) =>
  /^([a-z][a-z0-9+.-]{0,30}):/i.exec(address)?.[1]?.toLowerCase() ?? null
