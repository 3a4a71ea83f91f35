const longestAddress = 320
const printableAscii = /^[ -~]*$/

/**
 * The form in which addresses are compared and kept unique, of people and in mails: without regard to
 * case, to how its characters are composed, or to what lies beyond any address that can be delivered
 * to. RFC 5321 lets a server tell `Ann@` from `ann@`; none does, and two accounts that differ in case
 * would be a mistake.
 */
export function addressKey(address: string): string {
  const start = address.slice(0, longestAddress).toWellFormed()
  if (printableAscii.test(start)) return start.trim().toLowerCase()
  return start
    .trim()
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/\p{Cc}/gu, '\uFFFD')
}
