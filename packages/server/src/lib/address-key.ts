/**
 * The form in which addresses of people are compared and kept unique. RFC 5321 lets a server tell
 * `Ann@` from `ann@`; none does, and two accounts that differ in case would be one person's mistake.
 */
export const emailKey = (email: string): string => email.trim().toLowerCase()
