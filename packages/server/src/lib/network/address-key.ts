const longestAddress = 320
const printableAscii = /^[ -~]*$/

/**
 * The form in which addresses, of people and in mails, are compared and kept unique: without regard to case and to
 * how characters are composed, and cut where no deliverable address is longer. RFC 5321 lets a server distinguish
 * `Ann@` from `ann@`; none does, and two accounts that differ in case would be a mistake.
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
