/** Longer ones would be repeated in each address. */
const longestBase = 2_000

/** Reads an address as browsers do (URL section 4.4): without white space around it and line breaks in it, from the base on. */
export function resolvedFrom(base: string | null, written: string): string {
  const address = trimmed(written)
  if (base === null || base.length > longestBase || schemeOf(address) !== null) return address
  return URL.parse(address, webAddress(trimmed(base)))?.href ?? address
}

const trimmed = (address: string) => address.replaceAll(/[\t\n\r]/g, '').trim()

const webAddress = (base: string) => (base.startsWith('//') ? `https:${base}` : base)

export const schemeOf = (address: string) =>
  /^([a-z][a-z0-9+.-]{0,30}):/i.exec(address)?.[1]?.toLowerCase() ?? null
